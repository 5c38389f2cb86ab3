/** When a listing needs a review, and what an earlier review of it still covers (D63). */
import { type GoodsMatch, type GoodsVerdict, reviewKeys } from "./check.ts";

/** A review of a listing, as stored. */
export interface ListingReview {
  id: string;
  state: "open" | "approved" | "refused" | "withdrawn";
  /** What it is about (`GoodsMatch.key`). */
  keys: string[];
  /** The listing goes on sale when it is approved. */
  then_on_sale: boolean;
  note: string | null;
}

/** Keys that staff have approved. They count until the words or their neighbours change. */
export function approvedKeys(reviews: readonly ListingReview[]): string[] {
  return reviews.flatMap(({ state, keys }) => (state === "approved" ? keys : []));
}

/** Returns the latest review if it keeps the listing off sale. `reviews` are newest first. */
export function pendingReview([latest]: readonly ListingReview[]): ListingReview | null {
  return latest?.state === "open" || latest?.state === "refused" ? latest : null;
}

export type ListingDecision =
  /** May not be listed. */
  | { kind: "blocked"; match: GoodsMatch }
  /** May be on sale. `withdrawn`: the open review, which has nothing left to decide. */
  | { kind: "clear"; withdrawn: ListingReview | null }
  /** Stays off sale, under the review that exists. */
  | { kind: "kept" }
  /** Goes to staff. `withdrawn`: the open review of the older text. */
  | { kind: "review"; keys: string[]; withdrawn: ListingReview | null };

/**
 * Decides about a new or edited listing.
 * @param verdict of `checkGoods` with the approved keys.
 * @param reviews newest first.
 * @param edit `changed`: a checked text differs from the stored one. `reason`: why the seller asks for a review.
 */
export function decideListing(
  verdict: GoodsVerdict,
  reviews: readonly ListingReview[],
  edit: { changed: boolean; reason: string | undefined },
): ListingDecision {
  const pending = pendingReview(reviews);
  const withdrawn = pending?.state === "open" ? pending : null;
  const keys = reviewKeys(verdict);
  if (keys.length === 0) return { kind: "clear", withdrawn };
  const known = new Set(pending?.keys);
  const asked = edit.reason !== undefined;
  const match = verdict.matches.find(({ answer, key }) => answer === "block" && !known.has(key));
  if (match && !asked) return { kind: "blocked", match };
  // Staff decide about the text they read, so a changed text of an open review is a new one.
  const settled = pending?.state === "open" ? !edit.changed : keys.every((key) => known.has(key));
  if (pending && settled && !asked) return { kind: "kept" };
  return { kind: "review", keys, withdrawn };
}

/** Whether an edited listing is to be on sale: as asked, else as it is, or as its open review would make it. */
export function wantsSale(
  [latest]: readonly ListingReview[],
  asked: "active" | "inactive" | undefined,
  stored: string,
): boolean {
  const before = latest?.state === "open" && latest.then_on_sale ? "active" : stored;
  return (asked ?? before) === "active";
}

/**
 * Returns the status to ask of an edited listing; undefined for no change.
 * @param sale `wanted`: from `wantsSale`. `storedRefused`: the text before the edit may not be on sale.
 * @returns `saleLater`: it goes on sale once its new text is written.
 */
export function statusAfterEdit(
  kind: Exclude<ListingDecision["kind"], "blocked">,
  asked: "active" | "inactive" | undefined,
  sale: { wanted: boolean; storedRefused: boolean },
): { status: "active" | "inactive" | undefined; saleLater: boolean } {
  if (kind !== "clear") return { status: "inactive", saleLater: false };
  const saleLater = sale.wanted && sale.storedRefused;
  return { status: saleLater ? undefined : asked, saleLater };
}
