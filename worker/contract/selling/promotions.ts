/** Promoting items with ad credit (D28, A60). */
import * as z from "zod/mini";
import { AD_PLACEMENTS, type AdPlacement } from "#domain/ads/ads";
import type { PromotionState } from "#domain/selling/promotions";
import { dollars, id } from "../fields.ts";
import { type ItemStatus, type Photo, queryInteger } from "../items.ts";
import type { Page } from "../page.ts";

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "Choose a day."));

/** POST /api/promotions. Days are in Australia/Sydney, both inclusive. */
export const NewPromotion = z.strictObject({
  item_id: id,
  placement: z.enum(AD_PLACEMENTS, "Please choose where to show it."),
  start_date: day,
  end_date: day,
  /** The price shown to the seller; 409 `values_changed` when it differs (D17). */
  amount: z.optional(dollars),
});
export type NewPromotionInput = z.input<typeof NewPromotion>;
export type NewPromotionValue = z.output<typeof NewPromotion>;

/** GET /api/promotions?cursor=&limit= */
export const ListPromotions = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 50)),
});

/** Statistics of an advertisement for one day. */
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
  /** Refund if cancelled now, in dollars. */
  refundable: number;
  state: PromotionState;
  can_cancel: boolean;
  impressions: number;
  clicks: number;
  /** Every day from the first to today (or the last), oldest first. */
  reach: ReachDay[];
  created_at: number;
}

/** GET /api/promotions: the user's own promotions, newest first, with balance and prices. */
export interface PromotionsReply extends Page<PromotionView> {
  balance: number;
  /** Spent ad credit of a top-up that the bank took back. It must be paid before the next promotion. */
  owed: number;
  /** Today's calendar day for ads, in Australia/Sydney. */
  today: string;
  prices: { placement: AdPlacement; daily: number }[];
}

/** Reply of creating and cancelling a promotion. */
export interface PromotionReply {
  promotion: PromotionView;
  balance: number;
}
