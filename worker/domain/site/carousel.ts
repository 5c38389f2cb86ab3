import { DAY_MS } from "../deadlines.ts";
import type { Cents } from "../money.ts";

export const CAROUSEL_SIZE = 6;
export const RECENTLY_SOLD_SIZE = 4;
export const TRENDING_SIZE = 12;
export const TRENDING_MS = 7 * DAY_MS;

/** Inclusive price bounds. */
export interface PriceBand {
  from: Cents;
  to: Cents;
}

/** Bounds for items of the same category: 50 % to 150 % of the price. */
export function similarBand(price: Cents): PriceBand {
  return band(price, 50, 150);
}

/** Bounds for items of any category: 70 % to 130 % of the price. */
export function priceBand(price: Cents): PriceBand {
  return band(price, 70, 130);
}

/** Rounds inwards, so that nothing outside the percentages is included. For a free item, only free items match. */
function band(price: Cents, fromPercent: number, toPercent: number): PriceBand {
  return { from: Math.ceil((price * fromPercent) / 100), to: Math.floor((price * toPercent) / 100) };
}

/** Sorts by distance to the price. Equal distances keep their order. */
export function nearestFirst<T extends { price_cents: Cents }>(rows: readonly T[], price: Cents, size: number): T[] {
  return [...rows].sort((a, b) => Math.abs(a.price_cents - price) - Math.abs(b.price_cents - price)).slice(0, size);
}

/** Moves the items that were already shown above to the end, so that two rows repeat items only when they must. */
export function unseenFirst<T extends { id: string }>(rows: readonly T[], above: readonly { id: string }[]): T[] {
  const seen = new Set(above.map((row) => row.id));
  return [...rows.filter((row) => !seen.has(row.id)), ...rows.filter((row) => seen.has(row.id))];
}

/** Puts the items near the viewer first and keeps the order of the others (D78). */
export function nearbyFirst<T extends { id: string }>(nearby: readonly T[], all: readonly T[], size: number): T[] {
  const first = new Set(nearby.map((row) => row.id));
  return [...nearby, ...all.filter((row) => !first.has(row.id))].slice(0, size);
}
