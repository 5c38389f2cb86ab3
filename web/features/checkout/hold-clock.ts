/** What a screen reader is told of the hold, in whole sentences and only at these moments (not every second). */
import * as words from "./words.ts";

const MOMENTS: readonly { ms: number; text: string }[] = [
  { ms: 5 * 60_000, text: words.heldFiveMinutes },
  { ms: 2 * 60_000, text: words.heldTwoMinutes },
  { ms: 60_000, text: words.heldOneMinute },
  { ms: 20_000, text: words.heldTwentySeconds },
];

/** The sentence due when the time left went from `before` to `now`, or null. The latest moment wins after a long sleep. */
export function holdAnnouncement(before: number, now: number): string | null {
  if (now <= 0) return before > 0 ? words.yourReservationHasEnded : null;
  return MOMENTS.findLast((moment) => before > moment.ms && now <= moment.ms)?.text ?? null;
}
