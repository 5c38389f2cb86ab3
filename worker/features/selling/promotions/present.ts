import type { PromotionView, ReachDay } from "#contract/selling/promotions";
import { availabilityOf } from "#domain/items/listing";
import { centsToDollars } from "#domain/money";
import { pick } from "#domain/pick";
import { addDays, daysOf, promotionState, unusedCents } from "#domain/selling/promotions";
import type { PromotionRow } from "./queries.ts";

/** Returns a promotion as its seller sees it. `today` is the day in the ads' time zone. */
export function presentPromotion(row: PromotionRow, now: number, today: string): PromotionView {
  const forSale = row.status === "active" && !row.deleted;
  const state = promotionState(row, forSale, today);
  const live = state === "upcoming" || state === "running" || state === "stopped";
  return {
    ...pick(row, "id", "placement", "start_date", "end_date", "impressions", "clicks", "created_at"),
    item: {
      id: row.item_id,
      title: row.title,
      price: centsToDollars(row.price_cents),
      image: row.photo,
      status: row.deleted ? "inactive" : availabilityOf(row, null, now).status,
    },
    days: daysOf(row.start_date, row.end_date),
    amount: centsToDollars(row.amount_cents),
    refunded: centsToDollars(row.refunded_cents),
    refundable: live ? centsToDollars(unusedCents(row, today)) : 0,
    state,
    can_cancel: live,
    reach: reachOf(row, today),
  };
}

/** Returns the reach of every day that has begun, including days without events. */
function reachOf({ reach, start_date, end_date }: PromotionRow, today: string): ReachDay[] {
  const known = new Map(reach.map((day) => [day.day, day]));
  const last = today < end_date ? today : end_date;
  return Array.from({ length: daysOf(start_date, last) }, (_, index) => {
    const day = addDays(start_date, index);
    return known.get(day) ?? { day, impressions: 0, clicks: 0 };
  });
}
