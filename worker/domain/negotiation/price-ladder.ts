/** The price ladder. Knowzee gets a step of it, never the minimum price, so buyers can learn the step at most. */
import type { Cents } from "../money.ts";

/** Each step lies this share of the price below the one above. */
const STEP_PERCENT = 5;

/** Returns the rounding unit of offers: half dollars below $20, then dollars, fives and tens. */
export function roundingUnit(cents: number): Cents {
  return cents < 20_00 ? 50 : cents < 100_00 ? 1_00 : cents < 500_00 ? 5_00 : 10_00;
}

/** Rounds up to a multiple of `roundingUnit`. */
export function roundUpToUnit(cents: number): Cents {
  const unit = roundingUnit(cents);
  return Math.ceil(cents / unit) * unit;
}

/**
 * Returns the lowest ladder step that is not below the minimum. Fixed when the minimum is set and kept when the price
 * changes: the steps of several ladders together would reveal the minimum.
 */
export function reserveFor(priceCents: Cents, minimumCents: Cents, stepPercent = STEP_PERCENT): Cents {
  let reserve = priceCents;
  for (let percent = 100 - stepPercent; percent > 0; percent -= stepPercent) {
    const rung = Math.min(priceCents, roundUpToUnit((priceCents * percent) / 100));
    if (rung < minimumCents) break;
    reserve = rung;
  }
  return reserve;
}

/** Returns the ladder step to store: unchanged while the minimum is unchanged, null without a minimum. */
export function reserveToStore(
  terms: { price_cents: Cents; minimum_price_cents: Cents | null },
  stored: { minimum_price_cents: Cents | null; reserve_cents: Cents | null } | null,
  stepPercent = STEP_PERCENT,
): Cents | null {
  const minimum = terms.minimum_price_cents;
  if (minimum === null) return null;
  if (stored?.minimum_price_cents === minimum && stored.reserve_cents !== null) return stored.reserve_cents;
  return reserveFor(terms.price_cents, minimum, stepPercent);
}
