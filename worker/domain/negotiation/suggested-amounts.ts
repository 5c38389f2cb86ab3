/** Amounts that the negotiation suggests to a buyer: from public numbers only, so that they say nothing of the minimum. */
import type { Cents } from "../money.ts";
import { roundingUnit } from "./price-ladder.ts";

export interface PublicPrices {
  list_cents: Cents;
  /** What Knowzee has on the table; null before its first price. */
  table_cents: Cents | null;
  /** The buyer's best offer so far; null before the first. */
  offered_cents: Cents | null;
}

/**
 * Returns up to three amounts, the lowest first: 80, 85 and 90% of the list price, later three steps between the buyer's
 * best offer and the price on the table. Each is above that offer and below that price.
 */
export function suggestedAmounts({ list_cents, table_cents, offered_cents }: PublicPrices): Cents[] {
  const top = Math.min(table_cents ?? list_cents, list_cents);
  const bottom = Math.min(offered_cents ?? 0, top);
  const first = table_cents === null && bottom < (list_cents * 80) / 100;
  const start = Math.max(bottom, (top * 80) / 100);
  const wanted = first
    ? [80, 85, 90].map((percent) => (list_cents * percent) / 100)
    : [25, 50, 75].map((percent) => start + ((top - start) * percent) / 100);
  const unit = roundingUnit(top);
  const rounded = wanted.map((cents) => Math.round(cents / unit) * unit);
  return [...new Set(rounded)].filter((cents) => cents > bottom && cents < top && cents > 0);
}
