/** What a screen reader is told of the hold, in whole sentences and only at these moments (not every second). */
const MOMENTS: readonly { ms: number; words: string }[] = [
  { ms: 5 * 60_000, words: "This item is held for you for 5 more minutes." },
  { ms: 2 * 60_000, words: "This item is held for you for 2 more minutes." },
  { ms: 60_000, words: "This item is held for you for 1 more minute." },
  { ms: 20_000, words: "20 seconds left to hold this item." },
];

/** The sentence due when the time left went from `before` to `now`, or null. The latest moment wins after a long sleep. */
export function holdAnnouncement(before: number, now: number): string | null {
  if (now <= 0) return before > 0 ? "Your reservation has ended." : null;
  return MOMENTS.findLast((moment) => before > moment.ms && now <= moment.ms)?.words ?? null;
}
