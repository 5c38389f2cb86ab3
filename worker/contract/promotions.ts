/** Promoting items with ad credit (D28, A60). */
import * as z from "zod/mini";
import { AD_PLACEMENTS, type AdPlacement } from "#domain/ads";
import type { PromotionState } from "#domain/promotions";
import { dollars, id } from "./fields.ts";
import { type ItemStatus, type Photo, queryInteger } from "./items.ts";
import type { Page } from "./page.ts";

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "Choose a day."));

/** POST /api/promotions. Days are those of Australia/Sydney, both inclusive. */
export const NewPromotion = z.strictObject({
  item_id: id,
  placement: z.enum(AD_PLACEMENTS, "Please choose where it is shown."),
  start_date: day,
  end_date: day,
  /** What the seller saw; refused with 409 `values_changed` when it costs something else (D17). */
  amount: z.optional(dollars),
});
export type NewPromotionInput = z.input<typeof NewPromotion>;
export type NewPromotionValue = z.output<typeof NewPromotion>;

/** GET /api/promotions?cursor=&limit= */
export const ListPromotions = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 50)),
});

/** What an ad reached on one day. */
export interface ReachDay {
  day: string;
  impressions: number;
  clicks: number;
}

export interface PromotionView {
  id: string;
  item: { id: string; title: string; price: number; image: Photo | null; status: ItemStatus };
  placement: AdPlacement;
  start_date: string;
  end_date: string;
  days: number;
  amount: number;
  refunded: number;
  /** What cancelling now would give back. */
  refundable: number;
  state: PromotionState;
  can_cancel: boolean;
  impressions: number;
  clicks: number;
  /** Every day from the first to today (or the last), oldest first. */
  reach: ReachDay[];
  created_at: number;
}

/** GET /api/promotions: one's own, newest first, with what is needed to buy another. */
export interface PromotionsReply extends Page<PromotionView> {
  balance: number;
  /** Spent of a top-up that the bank took back: nothing is promoted before it is paid. */
  owed: number;
  /** Today by the ads' calendar. */
  today: string;
  prices: { placement: AdPlacement; daily: number }[];
}

/** Reply of buying and cancelling. */
export interface PromotionReply {
  promotion: PromotionView;
  balance: number;
}
