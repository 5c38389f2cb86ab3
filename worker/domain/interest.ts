/** How much real attention an item has (D44: only from real counts). */
export type InterestLevel = "high" | "medium" | "low" | "none";

const MEDIUM_FROM = 2;
const HIGH_FROM = 5;
const HIGH_FROM_VIEWS = 10;

/** Level from the people looking now plus the negotiations running; ten views make an item high by themselves. */
export function interestLevel(viewers: number, negotiations: number, views: number): InterestLevel {
  const active = viewers + negotiations;
  if (active >= HIGH_FROM || views >= HIGH_FROM_VIEWS) return "high";
  if (active >= MEDIUM_FROM) return "medium";
  return active >= 1 ? "low" : "none";
}
