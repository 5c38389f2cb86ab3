/**
 * Which visible ratings count in a person's average (D43, D88): those of real deals that still stand, by people who are
 * not new, the lowest of a pair in 30 days.
 */
import { DAY_MS, MINUTE_MS } from "../deadlines.ts";

/** Why a visible rating is in no average. `suspected`: until staff have looked; `unproven`: they agreed. */
export const LEFT_OUT = ["unconfirmed", "refunded", "new_author", "repeated", "suspected", "unproven"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** A rating of a cheaper deal, trades aside, does not count. The triggers of the ratings say so, too. */
export const RATING_COUNTS_FROM_CENTS = 100;
/** Of ratings of the same person by the same author within this time, one counts. */
export const PAIR_MS = 30 * DAY_MS;
/** Ratings count once their author's account is as old as this, so that made-up accounts cannot be used at once. */
export const NEW_AUTHOR_MS = 14 * DAY_MS;
/** A deal that takes less, from the order to its completion, was agreed beforehand or never took place. */
export const QUICK_MS = 30 * MINUTE_MS;
/** So many quick deals of a pair are not two neighbours who live next door. */
const QUICK_DEALS = 2;
/** More stars than this are praise. */
const PRAISE_ABOVE = 3;

export interface WeighedRating {
  id: string;
  stars: number;
  created_at: number;
  /** As it was decided before. */
  left_out: LeftOut | null;
  /** A gift or a deal under a dollar, which counts nowhere. */
  worthless: boolean;
  /** A sale marked by the seller, which its buyer has not confirmed. */
  unconfirmed: boolean;
  /** The whole price went back to the buyer after the deal was completed. */
  refunded: boolean;
}

/** An author and the person they rated. */
export interface RatedPair {
  /** How often the two completed a deal with each other that took less than `QUICK_MS`. A bundle is one deal. */
  quick: number;
  /** How many others each of the two has completed a deal with that would count. */
  others: readonly [number, number];
  /** Staff have found deals of the two to be real. */
  cleared: boolean;
  author_since: number;
}

/** Decides about the visible ratings of one author about one person. @returns why each does not count, or null. */
export function weighRatings(
  ratings: readonly WeighedRating[],
  pair: RatedPair,
  now: number,
): Map<string, LeftOut | null> {
  const weights = new Map<string, LeftOut | null>();
  const counted: WeighedRating[] = [];
  // The lowest first, because a better rating must not stand in the way of a worse one.
  const ordered = ratings.toSorted((a, b) => a.stars - b.stars || a.created_at - b.created_at);
  for (const rating of ordered) {
    const repeated = counted.some(({ created_at }) => Math.abs(created_at - rating.created_at) < PAIR_MS);
    const weight = leftOut(rating, pair, now) ?? (repeated ? "repeated" : null);
    weights.set(rating.id, weight);
    if (weight === null && !rating.worthless) counted.push(rating);
  }
  return weights;
}

function leftOut(rating: WeighedRating, pair: RatedPair, now: number): LeftOut | null {
  if (rating.left_out === "unproven") return "unproven";
  if (rating.unconfirmed) return "unconfirmed";
  // Praise for a deal that cost nothing in the end. A refund must not buy criticism away.
  if (rating.refunded && rating.stars > PRAISE_ABOVE) return "refunded";
  const suspicious = rating.left_out === "suspected" || (pair.quick >= QUICK_DEALS && pair.others.includes(0));
  if (suspicious && !pair.cleared) return "suspected";
  return now - pair.author_since < NEW_AUTHOR_MS ? "new_author" : null;
}
