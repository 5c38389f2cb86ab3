/** My Items on the wire: totals, own rows, bulk operations, sales made elsewhere, own bundles. */
import * as z from "zod/mini";
import { dollarsToCents, MAX_PRICE_CENTS } from "#domain/money";
import type { BundleCard } from "./browse.ts";
import type { ErrorCode } from "./errors.ts";
import { id, instant, text } from "./fields.ts";
import type { ItemCard } from "./items.ts";

/** GET /api/selling/summary: the stat cards, the numbers of the tabs, and the chart of twelve months. */
export interface SellingSummary {
  /** Everything listed and not deleted, sold items included. */
  total_items: number;
  items_sold: number;
  /** Asking prices of everything that is not sold. */
  total_value: number;
  /** What sold items brought: the order's amount, or the price they were marked sold at. */
  revenue: number;
  counts: { all: number; active: number; sold: number; inactive: number; bundles: number };
  /** Twelve months, oldest first, the last one is this month (Australia/Sydney). */
  months: { month: string; sold: number; revenue: number }[];
  server_now: number;
}

/** Who bought a sold item, as far as it is known; what the "rate the buyer" button needs. */
export interface OwnSale {
  order_id: string;
  transaction_id: string;
  buyer: { id: string; display_name: string };
  /** The deal is over, so it may be rated (D43). */
  completed: boolean;
  /** Stopped for now: `bank` while the buyer's bank has the payment, `problem` while our team looks into it. */
  disputed: "bank" | "problem" | null;
  rated_by_you: boolean;
}

/** A row of GET /api/items/mine: the card with what only its seller may know. */
export interface OwnItemRow extends ItemCard {
  minimum_price: number | null;
  /** People who have it on a wish list or in their cart now. */
  interest: number;
  /** Views of the last 14 days, oldest first; the last one is today (Australia/Sydney). */
  activity: number[];
  sold_at: number | null;
  /** Until when a sale marked by the seller can be undone; null once it cannot, and for sales made here (D36). */
  undo_until: number | null;
  /** Null unless it is sold to somebody we know. */
  sale: OwnSale | null;
  /** The live bundle it belongs to. */
  bundle: { id: string; title: string } | null;
}

/** Most items of one bulk operation. */
export const BULK_MAX = 100;

const ids = z
  .array(id)
  .check(
    z.minLength(1, "Select at least one item."),
    z.maxLength(BULK_MAX, `Select up to ${BULK_MAX} items at a time.`),
  );

/** POST /api/items/bulk/price-adjust. */
export const AdjustPrices = z.strictObject({
  ids,
  direction: z.enum(["increase", "decrease"]),
  percent: z.number("Enter a percentage between 0.01 and 100.").check(
    z.minimum(0.01, "Enter a percentage between 0.01 and 100."),
    z.maximum(100, "Enter a percentage between 0.01 and 100."),
    z.refine((percent) => /^\d{1,3}(\.\d{1,2})?$/.test(String(percent)), "Use at most two decimal places."),
  ),
});

/** POST /api/items/bulk/delete: the word typed exactly. */
export const DeleteItems = z.strictObject({ ids, confirm: z.literal("DELETE", "Please type DELETE to confirm.") });

/** POST /api/items/bulk/status. */
export const SetStatuses = z.strictObject({ ids, status: z.enum(["active", "inactive"]) });

/** What became of one item of a bulk operation. */
export interface BulkResult {
  id: string;
  /** Null for an item that is not yours: nothing is said about it. */
  title: string | null;
  ok: boolean;
  /** Price adjust only. */
  from?: number;
  to?: number;
  /** Why not. */
  code?: ErrorCode;
  message?: string;
}

/** In the order of the ids that were sent, each once. */
export interface BulkReply {
  results: BulkResult[];
  done: number;
  skipped: number;
}

/** GET /api/items/:id/sold-candidates: people who ordered it, held it or wrote about it; latest first. */
export interface SoldCandidate {
  id: string;
  display_name: string;
  because: "ordered" | "held" | "messaged";
  last_at: number;
}

export interface SoldCandidatesReply {
  items: SoldCandidate[];
}

/** POST /api/items/:id/sold: null for someone else (D36). */
export const MarkSold = z.strictObject({ buyer_id: z.nullable(id) });

/** Reply of /sold and of /sold/undo. */
export interface MarkedReply {
  id: string;
  status: ItemCard["status"];
  sold_at: number | null;
  undo_until: number | null;
  /** Of a sale to a known buyer: it can be rated. */
  order_id: string | null;
  transaction_id: string | null;
  server_now: number;
}

/** Most items of one bundle. */
export const BUNDLE_ITEMS_MAX = 20;

/** Dollars as typed to cents; null when it is no amount, which the bundle rules then say in their own words. */
const typedDollars = z.pipe(
  z.union([z.number(), z.string(), z.null()]),
  z.transform((value: number | string | null) => {
    const cents = value === null ? null : dollarsToCents(value);
    return cents === null || cents > MAX_PRICE_CENTS ? null : cents;
  }),
);

/** Emptiness is judged by the bundle rules, which have words and titles of their own (#domain/bundle-terms). */
const bundleFields = {
  title: text(0, 120),
  description: z.optional(text(0, 2_000)),
  bundle_price: typedDollars,
  item_ids: z.array(id).check(z.maxLength(BUNDLE_ITEMS_MAX, `A bundle has at most ${BUNDLE_ITEMS_MAX} items.`)),
  collection_date: z.optional(z.nullable(instant)),
  collection_address: z.optional(z.nullable(text(0, 200))),
};

/** POST /api/bundles → 201 OwnBundle. */
export const CreateBundle = z.strictObject(bundleFields);

/** PATCH /api/bundles/:id → OwnBundle. What is left out stays; `updated_at` is the one the editor loaded. */
export const UpdateBundle = z.strictObject({
  ...z.partial(z.object(bundleFields)).shape,
  updated_at: z.optional(instant),
});

/** A bundle as its seller sees it; DELETE /api/bundles/:id answers {ok: true}. */
export interface OwnBundle extends BundleCard {
  collection_address: string | null;
  /** Why nobody can buy it now, in words; null when they can. */
  problem: string | null;
  /** May be edited and deleted: nobody has begun to buy it. */
  editable: boolean;
  updated_at: number;
}

/** GET /api/bundles/mine: at most 50, newest first. */
export interface OwnBundlesReply {
  items: OwnBundle[];
  server_now: number;
}
