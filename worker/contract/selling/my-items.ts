/** The seller's own items: totals, list, bulk operations, sales made outside Goodstreet, and bundles. */
import * as z from "zod/mini";
import { amountIn } from "#domain/readers/amount";
import type { ErrorCode } from "#domain/result";
import { id, instant, text } from "../fields.ts";
import type { BundleCard } from "../items/marketplace.ts";
import type { ItemCard } from "../items.ts";

/** GET /api/selling/summary: totals, counts per tab, and the chart of twelve months. */
export interface SellingSummary {
  /** All listings that are not deleted, including sold items. */
  total_items: number;
  items_sold: number;
  /** Asking prices of all unsold items. */
  total_value: number;
  /** Amounts of the orders of sold items, or the price at which they were marked as sold. */
  revenue: number;
  counts: { all: number; active: number; sold: number; inactive: number; bundles: number };
  /** Twelve months, oldest first, ending with the current one (Australia/Sydney). */
  months: { month: string; sold: number; revenue: number }[];
  server_now: number;
}

/** The buyer of a sold item, if known, with the fields needed to rate them. */
export interface OwnSale {
  order_id: string;
  transaction_id: string;
  buyer: { id: string; display_name: string };
  /** The deal is completed and can be rated (D43). */
  completed: boolean;
  /** Stopped: `bank` while the buyer's bank has the payment, `problem` while staff investigate. */
  disputed: "bank" | "problem" | null;
  rated_by_you: boolean;
}

/** An entry of GET /api/items/mine: the card with fields that only the seller sees. */
export interface OwnItemRow extends ItemCard {
  minimum_price: number | null;
  /** Whether "relist" changes anything now: it is off sale, or may return to the top of the newest (D59). */
  relistable: boolean;
  /** The seller has been asked whether it is still for sale, and has not answered (D59). */
  unanswered: boolean;
  /** Number of users with the item on a wish list or in their cart. */
  interest: number;
  /** Views per day of the last 14 days, oldest first, ending today (Australia/Sydney). */
  activity: number[];
  sold_at: number | null;
  /** Until when a sale marked by the seller can be undone (UTC ms, D36); null afterwards, and for other sales. */
  undo_until: number | null;
  /** Null unless it was sold to a registered buyer. */
  sale: OwnSale | null;
  /** Staff are reviewing it, or have refused it, so it cannot go on sale (D63). */
  review: "open" | "refused" | null;
  /** The live bundle it belongs to. */
  bundle: { id: string; title: string } | null;
}

export const BULK_MAX = 100;

const ids = z
  .array(id)
  .check(
    z.minLength(1, "Select at least one item."),
    z.maxLength(BULK_MAX, `Select up to ${BULK_MAX} items at a time.`),
  );

/** POST /api/items/bulk/price-adjust */
export const AdjustPrices = z.strictObject({
  ids,
  direction: z.enum(["increase", "decrease"]),
  percent: z.number("Enter a percentage between 0.01 and 100.").check(
    z.minimum(0.01, "Enter a percentage between 0.01 and 100."),
    z.maximum(100, "Enter a percentage between 0.01 and 100."),
    z.refine((percent) => /^\d{1,3}(\.\d{1,2})?$/.test(String(percent)), "Use at most 2 decimal places."),
  ),
});

/** POST /api/items/bulk/delete: `confirm` must be exactly DELETE. */
export const DeleteItems = z.strictObject({ ids, confirm: z.literal("DELETE", "Please type DELETE to confirm.") });

/** POST /api/items/bulk/status */
export const SetStatuses = z.strictObject({ ids, status: z.enum(["active", "inactive"]) });

export interface BulkResult {
  id: string;
  /** Null for an item of another seller, about which nothing is revealed. */
  title: string | null;
  ok: boolean;
  /** Price adjust only. */
  from?: number;
  to?: number;
  code?: ErrorCode;
  message?: string;
}

/** In the order of the ids sent, each once. */
export interface BulkReply {
  results: BulkResult[];
  done: number;
  skipped: number;
}

/** GET /api/items/:id/sold-candidates: users who ordered, held or asked about the item; latest first. */
export interface SoldCandidate {
  id: string;
  display_name: string;
  because: "ordered" | "held" | "messaged";
  last_at: number;
}

export interface SoldCandidatesReply {
  items: SoldCandidate[];
}

/** POST /api/items/:id/sold. Null for a buyer outside Goodstreet (D36). */
export const MarkSold = z.strictObject({ buyer_id: z.nullable(id) });

/** Reply of /sold and /sold/undo. */
export interface MarkedReply {
  id: string;
  status: ItemCard["status"];
  sold_at: number | null;
  undo_until: number | null;
  /** For a sale to a registered buyer, which can be rated. */
  order_id: string | null;
  transaction_id: string | null;
  server_now: number;
}

export const BUNDLE_ITEMS_MAX = 20;

/** Converts typed dollars to cents; null when invalid, for which the bundle rules have their own message. */
const typedDollars = z.pipe(
  z.union([z.number(), z.string(), z.null()]),
  z.transform((value: number | string | null) => {
    const reading = amountIn(value ?? "");
    return reading.kind === "amount" ? reading.cents : null;
  }),
);

/** Empty fields pass here: the bundle rules have their own messages for them (#domain/selling/bundle-terms). */
const bundleFields = {
  title: text(0, 120),
  description: z.optional(text(0, 2_000)),
  bundle_price: typedDollars,
  item_ids: z.array(id).check(z.maxLength(BUNDLE_ITEMS_MAX, `A bundle can have up to ${BUNDLE_ITEMS_MAX} items.`)),
  collection_date: z.optional(z.nullable(instant)),
  collection_address: z.optional(z.nullable(text(0, 200))),
};

/** POST /api/bundles: 201 OwnBundle. */
export const CreateBundle = z.strictObject(bundleFields);

/** PATCH /api/bundles/:id: OwnBundle. Omitted fields stay unchanged; `updated_at` is that of the loaded version. */
export const UpdateBundle = z.strictObject({
  ...z.partial(z.object(bundleFields)).shape,
  updated_at: z.optional(instant),
});

/** A bundle for its seller. DELETE /api/bundles/:id replies {ok: true}. */
export interface OwnBundle extends BundleCard {
  collection_address: string | null;
  /** Why it cannot be bought now, as a sentence; null when it can. */
  problem: string | null;
  /** It can be edited and deleted, because no purchase has begun. */
  editable: boolean;
}

/** GET /api/bundles/mine: at most 50, newest first. */
export interface OwnBundlesReply {
  items: OwnBundle[];
  server_now: number;
}
