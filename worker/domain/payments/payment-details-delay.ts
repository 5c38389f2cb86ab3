/**
 * New bank details and wallets are withheld from buyers for a day (A66), so that an attacker with access to the account
 * cannot redirect payments before its owner has read the warning email. First details of a new seller are shown at
 * once.
 */

import { DAY_MS } from "../deadlines.ts";
import type { Coin } from "./crypto-coins.ts";

const DETAILS_WAIT_MS = DAY_MS;

/** A payment destination: the bank account, or the wallet of a coin. */
export type PaymentDestination = "bank_transfer" | Coin;

/** When each destination is shown to buyers (UTC ms); destinations that are not listed are shown already. */
export type DetailsAvailableFrom = Partial<Record<PaymentDestination, number>>;

export interface DetailsChange {
  to: PaymentDestination;
  /** Whether it had a value before. */
  had: boolean;
}

/**
 * Returns the waiting times after a save. A replaced or removed value waits; so does a new one for an account that has
 * sold, because its buyers already pay elsewhere. First details of an account without sales do not wait.
 */
export function waitAfterSave(
  before: DetailsAvailableFrom,
  changes: readonly DetailsChange[],
  hasSold: boolean,
  now: number,
): DetailsAvailableFrom {
  const after = pendingWaits(before, now);
  for (const { to, had } of changes) if (had || hasSold) after[to] = now + DETAILS_WAIT_MS;
  return after;
}

/** Returns the waiting times that have not passed. */
export function pendingWaits(wait: DetailsAvailableFrom, now: number): DetailsAvailableFrom {
  return Object.fromEntries(Object.entries(wait).filter(([, from]) => from > now));
}
