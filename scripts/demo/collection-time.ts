import { DAY_MS, HOUR_MS } from "#domain/deadlines";
import { localTime } from "#domain/time-zone";

const HALF_HOUR_MS = HOUR_MS / 2;
const FIRST = 9 * HOUR_MS;
/** Number of half hours from 9:00 to 18:00, both included. */
const SLOTS = 19;

/** Returns a collection time on the local day of `instant`. `n` spreads listings over the day. */
export function collectionTime(instant: number, zone: string, n: number): number {
  const local = localTime(instant, zone);
  const wanted = Math.floor(local / DAY_MS) * DAY_MS + FIRST + ((n * 7) % SLOTS) * HALF_HOUR_MS;
  const found = instant + wanted - local;
  // Corrects a change to or from daylight saving time between the two.
  return found + wanted - localTime(found, zone);
}
