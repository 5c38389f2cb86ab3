/**
 * New bank details and wallets are kept back for a day before any buyer is shown them (A66): whoever has taken an account
 * over redirects nobody's money before its owner has read the letter. A newcomer has nothing to redirect and waits for nothing.
 */
import type { Coin } from "./crypto-coins.ts";
import { DAY_MS } from "./deadlines.ts";

const DETAILS_WAIT_MS = DAY_MS;

/** What money can be paid to: the bank account, or the wallet of a coin. */
export type PaidTo = "bank_transfer" | Coin;

/** From when buyers are shown it; what is not named is shown already. */
export type DetailsWait = Partial<Record<PaidTo, number>>;

/** One of the places, before and after the owner saved. */
export interface DetailsChange {
  to: PaidTo;
  /** Whether there was something before. */
  had: boolean;
}

/**
 * The waits after a save. What replaces or removes something known waits; so does what is new to an account that has
 * sold, because its buyers pay somewhere else already. The first details of somebody who has sold nothing do not.
 */
export function waitAfter(
  before: DetailsWait,
  changes: readonly DetailsChange[],
  hasSold: boolean,
  now: number,
): DetailsWait {
  const after = waiting(before, now);
  for (const { to, had } of changes) if (had || hasSold) after[to] = now + DETAILS_WAIT_MS;
  return after;
}

/** The waits that are not over. */
export function waiting(wait: DetailsWait, now: number): DetailsWait {
  return Object.fromEntries(Object.entries(wait).filter(([, from]) => from > now));
}
