/**
 * What an assistant may go down to. It never learns the minimum price: it is given a rung of a ladder instead, so that
 * whatever buyers find out by asking, they find out the rung and not the minimum.
 */
import type { Cents } from "./money.ts";

/** Each rung lies this share of the price below the one above. */
const STEP_PERCENT = 5;

/** People haggle in round amounts: half dollars below $20, then dollars, fives and tens. */
export function niceUnit(cents: number): Cents {
  return cents < 20_00 ? 50 : cents < 100_00 ? 1_00 : cents < 500_00 ? 5_00 : 10_00;
}

export function roundUpNicely(cents: number): Cents {
  const unit = niceUnit(cents);
  return Math.ceil(cents / unit) * unit;
}

/**
 * The lowest rung that is not below the minimum. Fixed when the minimum is stated and kept through every change of
 * price: the same minimum on several ladders would give itself away where they meet.
 */
export function reserveFor(priceCents: Cents, minimumCents: Cents, stepPercent = STEP_PERCENT): Cents {
  let reserve = priceCents;
  for (let percent = 100 - stepPercent; percent > 0; percent -= stepPercent) {
    const rung = Math.min(priceCents, roundUpNicely((priceCents * percent) / 100));
    if (rung < minimumCents) break;
    reserve = rung;
  }
  return reserve;
}

/** The rung to store with a listing's terms: kept while the minimum stays, none without one. */
export function reserveOfTerms(
  terms: { price_cents: Cents; minimum_price_cents: Cents | null },
  stored: { minimum_price_cents: Cents | null; reserve_cents: Cents | null } | null,
  stepPercent = STEP_PERCENT,
): Cents | null {
  const minimum = terms.minimum_price_cents;
  if (minimum === null) return null;
  if (stored?.minimum_price_cents === minimum && stored.reserve_cents !== null) return stored.reserve_cents;
  return reserveFor(terms.price_cents, minimum, stepPercent);
}
