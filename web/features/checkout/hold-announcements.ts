/** Screen reader announcements of the remaining hold time: whole sentences at a few moments, not every second. */
import * as words from "./words.ts";

const MOMENTS: readonly { ms: number; text: string }[] = [
  { ms: 5 * 60_000, text: words.heldFiveMinutes },
  { ms: 2 * 60_000, text: words.heldTwoMinutes },
  { ms: 60_000, text: words.heldOneMinute },
  { ms: 20_000, text: words.heldTwentySeconds },
];

/**
 * Returns the announcement due when the remaining time (ms) went from `before` to `now`, or null. After a long sleep
 * only the latest one is due.
 */
export function holdAnnouncement(before: number, now: number): string | null {
  if (now <= 0) return before > 0 ? words.yourReservationHasEnded : null;
  return MOMENTS.findLast((moment) => before > moment.ms && now <= moment.ms)?.text ?? null;
}
