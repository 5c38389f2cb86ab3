import { MINUTE_MS } from "../deadlines.ts";

const FIRST_MS = 10_000;
const LONGEST_MS = 10 * MINUTE_MS;

/** Returns the wait after the n-th failed attempt (from 1): ten seconds, doubling, at most ten minutes. */
export function migrationRetryDelay(attempts: number): number {
  return Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS);
}
