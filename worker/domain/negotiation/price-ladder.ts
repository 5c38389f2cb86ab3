/**
 * The price ladder. Knowzee gets a step of it, never the minimum price, so buyers can learn the step at most. Where the
 * steps lie comes from a secret of the server per item, so a step says only that the minimum lies within one
 * `step_percent` of the list price below it (decision 0024).
 */
import type { Cents } from "../money.ts";

export interface Ladder {
  /** Each step lies this share of the price below the one above. */
  step_percent: number;
  /** Where the first step lies below the price: 0 to 1 of a step. Secret, and the same for an item at any time. */
  offset: number;
}

/** Returns the rounding unit of offers: half dollars below $20, then dollars, fives and tens. */
export function roundingUnit(cents: number): Cents {
  return cents < 20_00 ? 50 : cents < 100_00 ? 1_00 : cents < 500_00 ? 5_00 : 10_00;
}

/** Rounds up to a multiple of `roundingUnit`. */
export function roundUpToUnit(cents: number): Cents {
  const unit = roundingUnit(cents);
  return Math.ceil(cents / unit) * unit;
}

/** Steps are finer than the amounts Knowzee names, or they would often be the round number a seller types. */
function stepUnit(cents: number): Cents {
  return cents < 20_00 ? 50 : cents < 500_00 ? 1_00 : cents < 2_000_00 ? 5_00 : 10_00;
}

/**
 * Returns the lowest ladder step above the minimum, or the price when there is none. Fixed when the minimum is set and
 * kept when the price changes: the steps of several ladders together would reveal the minimum.
 */
export function reserveFor(priceCents: Cents, minimumCents: Cents, { step_percent, offset }: Ladder): Cents {
  let reserve = priceCents;
  for (let percent = 100 - offset * step_percent; percent > 0; percent -= step_percent) {
    const wanted = (priceCents * percent) / 100;
    const step = Math.min(priceCents, Math.ceil(wanted / stepUnit(wanted)) * stepUnit(wanted));
    if (step <= minimumCents) break;
    reserve = step;
  }
  return reserve;
}

/** Returns the reserve for later buyers of a day: this many ladder steps above it, at most the price. */
export function laterReserve(reserve: Cents, priceCents: Cents, steps: number, stepPercent: number): Cents {
  const wanted = reserve + (priceCents * stepPercent * steps) / 100;
  return Math.max(reserve, Math.min(priceCents, Math.ceil(wanted / stepUnit(wanted)) * stepUnit(wanted)));
}

/** Returns the ladder step to store: unchanged while the minimum is unchanged, null without a minimum. */
export function reserveToStore(
  terms: { price_cents: Cents; minimum_price_cents: Cents | null },
  stored: { minimum_price_cents: Cents | null; reserve_cents: Cents | null } | null,
  ladder: Ladder | null,
): Cents | null {
  const minimum = terms.minimum_price_cents;
  if (minimum === null) return null;
  if (stored?.minimum_price_cents === minimum && stored.reserve_cents !== null) return stored.reserve_cents;
  return ladder && reserveFor(terms.price_cents, minimum, ladder);
}
