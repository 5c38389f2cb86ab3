/** Whether buyers are advised to be careful with a bank transfer to this seller. */
import { DAY_MS } from "../deadlines.ts";

const NEW_FOR_MS = 90 * DAY_MS;
const PICKUPS_KNOWN = 3;

/** An account is new until it has completed a few pickups, at most for its first three months. */
export function isNewSeller({ since, pickups }: { since: number; pickups: number }, now: number): boolean {
  return pickups < PICKUPS_KNOWN && now - since < NEW_FOR_MS;
}
