/** Reminders of an agreed collection, and the parties' word that they are coming (D56). Pure. */
import { HOUR_MS, MINUTE_MS } from "../deadlines.ts";
import { type QuietHours, quietSince } from "../notifications/notifications.ts";
import { isToCollect, type OrderStatus } from "./order-status.ts";

/** How long before the start each reminder is sent. */
export const REMINDER_BEFORE_MS = { day: 24 * HOUR_MS, hours: 2 * HOUR_MS } as const;
export type ReminderStep = keyof typeof REMINDER_BEFORE_MS;

/** A reminder that could not be sent in time is left out after this. The second one thus never follows the start. */
export const REMINDER_STALE_MS = 2 * HOUR_MS;

/** A reminder that would fall into quiet hours is sent this long before they begin, so that no run comes too late. */
const BEFORE_QUIET_MS = 15 * MINUTE_MS;

/** From this long before the start a party can say that they are coming: also when quiet hours bring a reminder forward. */
export const COMING_FROM_MS = 48 * HOUR_MS;

/** Returns the time of a reminder without quiet hours. */
export const reminderAt = (step: ReminderStep, starts: number): number => starts - REMINDER_BEFORE_MS[step];

/** Returns whether to send a reminder now: from its time on, or before the quiet hours that it would fall into. */
export function isReminderDue(step: ReminderStep, starts: number, quiet: QuietHours | null, now: number): boolean {
  const at = reminderAt(step, starts);
  const since = quiet && quietSince(quiet, at);
  return now >= (since === null ? at : since - BEFORE_QUIET_MS) && now < at + REMINDER_STALE_MS;
}

/** Returns whether a party of this order can say now that they are coming. */
export function canSayComing(
  order: { status: OrderStatus; collection_date: number; collection_ends_at: number },
  now: number,
): boolean {
  return isToCollect(order.status) && now >= order.collection_date - COMING_FROM_MS && now < order.collection_ends_at;
}

/** Returns the texts of a reminder for one party. */
export function reminderCopy(
  step: ReminderStep,
  about: {
    role: "buyer" | "seller";
    title: string;
    other: string;
    /** "Sat 28 Nov, 10 am". */
    when: string;
    coming: { you: boolean; them: boolean };
  },
): { title: string; body: string } {
  const { role, other, when, coming } = about;
  const what =
    role === "buyer" ? `You're picking up “${about.title}” from ${other}` : `${other} is picking up “${about.title}”`;
  const press = coming.you ? "" : ` Press “I'm coming” to let ${other} know.`;
  if (step === "day") return { title: `Pickup reminder: ${about.title}`, body: `${what} on ${when}.${press}` };
  const word = coming.them ? `${other} is coming.` : `${other} hasn't confirmed yet.`;
  return { title: `Pickup soon: ${about.title}`, body: `${word} ${what} on ${when}.${press}` };
}
