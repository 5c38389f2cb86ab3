/** The rows of recommendations below an item and between the listings. */
import type { Cents } from "./money.ts";

const DAY_MS = 86_400_000;

export const CAROUSEL_SIZE = 6;
export const RECENTLY_SOLD_SIZE = 4;
export const TRENDING_SIZE = 12;
export const TRENDING_MS = 7 * DAY_MS;

/** Inclusive bounds of a price. */
export interface PriceBand {
  from: Cents;
  to: Cents;
}

/** Same category, 50 % to 150 % of the price. */
export function similarBand(price: Cents): PriceBand {
  return band(price, 50, 150);
}

/** Any category, 70 % to 130 % of the price. */
export function priceBand(price: Cents): PriceBand {
  return band(price, 70, 130);
}

/** Rounded inwards: nothing outside the band is in it. A free item's band is the free items. */
function band(price: Cents, fromPercent: number, toPercent: number): PriceBand {
  return { from: Math.ceil((price * fromPercent) / 100), to: Math.floor((price * toPercent) / 100) };
}

/** Those nearest in price first. Equal distances keep the order they came in. */
export function nearestFirst<T extends { price_cents: Cents }>(rows: readonly T[], price: Cents, size: number): T[] {
  return [...rows].sort((a, b) => Math.abs(a.price_cents - price) - Math.abs(b.price_cents - price)).slice(0, size);
}

/** The same row with what has been shown above it moved to its end, so that two rows repeat each other only when they must. */
export function unseenFirst<T extends { id: string }>(rows: readonly T[], above: readonly { id: string }[]): T[] {
  const seen = new Set(above.map((row) => row.id));
  return [...rows.filter((row) => !seen.has(row.id)), ...rows.filter((row) => seen.has(row.id))];
}

/** Days, counted from the epoch, that the last week touches: eight, unless it begins at midnight. */
export function trendingDays(now: number): number[] {
  const first = Math.floor((now - TRENDING_MS) / DAY_MS);
  const last = Math.floor(now / DAY_MS);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
