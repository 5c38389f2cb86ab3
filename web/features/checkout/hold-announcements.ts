/** Screen reader announcements of the remaining hold time: whole sentences at a few moments, not every second. */

const MOMENTS: readonly { ms: number; text: string }[] = [
  { ms: 5 * 60_000, text: "We're holding this item for you for 5 more minutes." },
  { ms: 2 * 60_000, text: "We're holding this item for you for 2 more minutes." },
  { ms: 60_000, text: "We're holding this item for you for 1 more minute." },
  { ms: 20_000, text: "20 seconds left on your hold." },
];

/**
 * Returns the announcement due when the remaining time (ms) went from `before` to `now`, or null. After a long sleep
 * only the latest one is due.
 */
export function holdAnnouncement(before: number, now: number): string | null {
  if (now <= 0) return before > 0 ? "Your reservation has ended." : null;
  return MOMENTS.findLast((moment) => before > moment.ms && now <= moment.ms)?.text ?? null;
}
