/** Promoting an item with ad credit: placement, days, price and refund (D28). Pure. */

import type { AdPlacement } from "../ads/ads.ts";
import { DAY_MS } from "../deadlines.ts";
import type { Cents } from "../money.ts";

/** Price of one day in a placement. */
export const DAILY_CENTS: Record<AdPlacement, Cents> = {
  top_banner: 300,
  local_deals: 250,
  between_items: 200,
  sidebar: 150,
  bottom_banner: 100,
};

/** Above ads that editors place without paying, which have 0. */
export const PROMOTED_PRIORITY = 10;
/** Maximum number of promotions sold at the same time in one placement; they rotate. */
export const PROMOTIONS_PER_PLACEMENT_MAX = 12;
export const PROMOTION_DAYS_MAX = 30;
/** How many days ahead the first day may be. */
export const PROMOTION_AHEAD_DAYS = 60;

/** Returns the days since 1970 of "2026-11-21"; null for an invalid day. */
function dayNumber(day: string): number | null {
  const at = Date.parse(`${day}T00:00:00Z`);
  // `Date.parse` reads 30 February as a day in March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${day}T`) ? at / DAY_MS : null;
}

/** Returns whether the text is a valid calendar day such as "2026-11-21". */
export function isDay(text: string): boolean {
  return dayNumber(text) !== null;
}

export function addDays(day: string, days: number): string {
  return new Date(((dayNumber(day) ?? 0) + days) * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the number of days, first and last included; 0 for invalid days or the wrong order. */
export function daysOf(start: string, end: string): number {
  const [first, last] = [dayNumber(start), dayNumber(end)];
  return first === null || last === null || last < first ? 0 : last - first + 1;
}

export interface PromotionDates {
  start_date: string;
  end_date: string;
}

/** Returns why the dates are invalid, or null. */
export function datesProblem(
  { start_date, end_date }: PromotionDates,
  today: string,
): { field: "start_date" | "end_date"; message: string } | null {
  const first = dayNumber(start_date);
  if (first === null) return { field: "start_date", message: "Choose the first day." };
  if (start_date < today) return { field: "start_date", message: "Choose today or a later day." };
  if (start_date > addDays(today, PROMOTION_AHEAD_DAYS)) {
    return { field: "start_date", message: `Choose a day within the next ${PROMOTION_AHEAD_DAYS} days.` };
  }
  if (dayNumber(end_date) === null) return { field: "end_date", message: "Choose the last day." };
  if (end_date < start_date) return { field: "end_date", message: "The last day can't be before the first." };
  return daysOf(start_date, end_date) > PROMOTION_DAYS_MAX
    ? { field: "end_date", message: `A promotion can run for up to ${PROMOTION_DAYS_MAX} days.` }
    : null;
}

/** Returns the price of a promotion for all its days. */
export function promotionCents(placement: AdPlacement, { start_date, end_date }: PromotionDates): Cents {
  return DAILY_CENTS[placement] * daysOf(start_date, end_date);
}

/** Returns the refund for a cancellation: the days that have not begun. */
export function unusedCents(promotion: PromotionDates & { daily_cents: Cents }, today: string): Cents {
  const from = today < promotion.start_date ? promotion.start_date : addDays(today, 1);
  return promotion.daily_cents * daysOf(from, promotion.end_date);
}

/** `stopped`: the item cannot be bought, so it is not shown. */
export type PromotionState = "upcoming" | "running" | "stopped" | "ended" | "cancelled";

export function promotionState(
  promotion: PromotionDates & { cancelled_at: number | null },
  itemForSale: boolean,
  today: string,
): PromotionState {
  if (promotion.cancelled_at !== null) return "cancelled";
  if (today > promotion.end_date) return "ended";
  if (!itemForSale) return "stopped";
  return today < promotion.start_date ? "upcoming" : "running";
}
