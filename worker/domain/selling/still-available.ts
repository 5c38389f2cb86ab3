/** Stale listings (D59): the seller is asked whether an old listing is still for sale; without an answer it is paused. */
import { DAY_MS } from "../deadlines.ts";

/** A listing is asked about after this long without an edit or an answer. */
export const STALE_MS = 30 * DAY_MS;
/** How long the seller has to answer. */
export const STALE_ANSWER_MS = 14 * DAY_MS;
/** A listing returns to the top of the newest at most this often. */
export const RELIST_MS = 7 * DAY_MS;

export interface ListingAge {
  /** The last edit or answer by the seller (UTC ms). */
  updated_at: number;
  /** When the seller was last asked; null for never. */
  asked_at: number | null;
}

/** Whether the seller has been asked and has not answered. */
export function awaitsAnswer({ updated_at, asked_at }: ListingAge): boolean {
  return asked_at !== null && asked_at >= updated_at;
}

/** Returns what is due for a listing that is for sale: to ask its seller, or to pause it. */
export function staleStep(age: ListingAge, now: number): "ask" | "pause" | null {
  if (awaitsAnswer(age)) return now >= (age.asked_at ?? now) + STALE_ANSWER_MS ? "pause" : null;
  return now >= age.updated_at + STALE_MS ? "ask" : null;
}

/** Whether a listing may return to the top of the newest. */
export function mayMoveUp(listedAt: number, now: number): boolean {
  return now >= listedAt + RELIST_MS;
}
