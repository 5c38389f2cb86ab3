/** How much attention an item gets, from real counts only (D44). */
export type InterestLevel = "high" | "medium" | "low" | "none";

const MEDIUM_FROM = 2;
const HIGH_FROM = 5;
const POPULAR_FROM = 10;

/** What popularity adds up: views of so many days, points for each person who saved it, and for each who offered. */
export const POPULARITY = { days: 7, wish: 5, offer: 10 } as const;

/**
 * Whether an item is popular this week. `score` is its popularity (D47): ten views of the last seven days are enough.
 * All-time views would make every old listing popular.
 */
export function isPopular(score: number): boolean {
  return score >= POPULAR_FROM;
}

/** Returns the level for the current viewers plus running negotiations. A popular item is always high. */
export function interestLevel(viewers: number, negotiations: number, popularScore: number): InterestLevel {
  const active = viewers + negotiations;
  if (active >= HIGH_FROM || isPopular(popularScore)) return "high";
  if (active >= MEDIUM_FROM) return "medium";
  return active >= 1 ? "low" : "none";
}
