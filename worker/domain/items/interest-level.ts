/** How much attention an item gets, from real counts only (D44). */
export type InterestLevel = "high" | "medium" | "low" | "none";

const MEDIUM_FROM = 2;
const HIGH_FROM = 5;
const HIGH_FROM_VIEWS = 10;

/** Returns the level for the current viewers plus running negotiations. Ten views alone make it high. */
export function interestLevel(viewers: number, negotiations: number, views: number): InterestLevel {
  const active = viewers + negotiations;
  if (active >= HIGH_FROM || views >= HIGH_FROM_VIEWS) return "high";
  if (active >= MEDIUM_FROM) return "medium";
  return active >= 1 ? "low" : "none";
}
