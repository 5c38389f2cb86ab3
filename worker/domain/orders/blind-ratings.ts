/**
 * When the ratings of a deal become visible (D43): both together once both sides have rated, else 14 days after the
 * collection. Until then neither side can answer the other's stars with their own.
 */
import { DAY_MS } from "../deadlines.ts";

export const RATINGS_HIDDEN_MS = 14 * DAY_MS;

/** Returns when the ratings of a deal become visible if only one side has rated. */
export function ratingsVisibleFrom(collectedAt: number): number {
  return collectedAt + RATINGS_HIDDEN_MS;
}

/** Returns when a new rating becomes visible: now, or null while it stays hidden. */
export function publishedAt(otherHasRated: boolean, visibleFrom: number, now: number): number | null {
  return otherHasRated || now >= visibleFrom ? now : null;
}

export type RatingStep = "rate" | "too_early" | "already_rated" | "closed";

/**
 * Returns whether a side may rate now. Once the other side's rating is visible, a rating would only be an answer to it,
 * so the deal is closed.
 */
export function ratingStep(deal: { completed: boolean; hasRated: boolean; otherIsVisible: boolean }): RatingStep {
  if (!deal.completed) return "too_early";
  if (deal.hasRated) return "already_rated";
  return deal.otherIsVisible ? "closed" : "rate";
}

/** Returns whether the rated person may reply: once, to a visible rating. */
export function mayReply(rating: { published_at: number | null; replied_at: number | null }): boolean {
  return rating.published_at !== null && rating.replied_at === null;
}
