/** What waits to be delivered, each in its own table. */
export type Delivery = "notifications" | "emails";

/** Messages that one call of the queue takes, so the most help that one run asks for. */
const HELP_MAX = 100;

/**
 * Returns how many further rounds a backlog needs besides those that cron does itself.
 * @param waiting rows that are due.
 * @param atOnce rows of one round.
 */
export function roundsToShare(waiting: number, atOnce: number, own: number): number {
  return Math.min(HELP_MAX, Math.max(0, Math.ceil(waiting / atOnce) - own));
}

/** Rows that are worth counting: more would not ask for more help. */
export const worthCounting = (atOnce: number, own: number) => atOnce * (own + HELP_MAX);
