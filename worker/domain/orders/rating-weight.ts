/** Which visible ratings count in a person's average (D43, D88): those of real deals, one of a pair in 30 days. */
import { DAY_MS, MINUTE_MS } from "../deadlines.ts";

/** Why a visible rating is in no average. `suspected`: until staff have looked; `unproven`: they agreed. */
export const LEFT_OUT = ["unconfirmed", "repeated", "suspected", "unproven"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** A rating of a cheaper deal, trades aside, does not count. The triggers of the ratings say so, too. */
export const RATING_COUNTS_FROM_CENTS = 100;
/** A second rating of the same person by the same author within this time does not count. */
export const PAIR_MS = 30 * DAY_MS;
/** A deal that takes less, from the order to its completion, was agreed beforehand or never took place. */
export const QUICK_MS = 30 * MINUTE_MS;
/** So many quick deals of a pair are not two neighbours who live next door. */
const QUICK_DEALS = 2;

export interface RatedPair {
  /** A sale marked by the seller, which its buyer has not confirmed. */
  unconfirmed: boolean;
  /** The author's earlier rating of this person within `PAIR_MS` counts. */
  repeated: boolean;
  /** Completed deals of the two with each other that took less than `QUICK_MS`. */
  quick: number;
  /** How many others each of the two has completed a deal with. */
  others: readonly [number, number];
}

/** Returns why a rating does not count, or null. */
export function leftOut({ unconfirmed, repeated, quick, others }: RatedPair): LeftOut | null {
  if (unconfirmed) return "unconfirmed";
  if (quick >= QUICK_DEALS && others.includes(0)) return "suspected";
  return repeated ? "repeated" : null;
}
