/** When the one email a day is sent that gathers what is not urgent. Pure. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../deadlines.ts";
import { instantOfLocalTime, localTime } from "../time-zone.ts";
import { type QuietHours, quietUntil } from "./notifications.ts";

/** Eight in the morning, at the person's place. */
const SEND_AT = 8 * HOUR_MS;
/** Nothing joins an email that is about to be sent. */
const CLOSED_BEFORE = 5 * MINUTE_MS;

export interface DailyEmail {
  /** Local day, e.g. "2026-11-28". */
  day: string;
  /** UTC ms; after the quiet hours. */
  at: number;
}

/** Returns the daily email that a notification joins which is due now. */
export function dailyEmailAt(now: number, zone: string, quiet: QuietHours | null): DailyEmail {
  const clock = localTime(now + CLOSED_BEFORE, zone);
  const today = Math.floor(clock / DAY_MS) * DAY_MS + SEND_AT;
  const due = clock < today ? today : today + DAY_MS;
  const at = instantOfLocalTime(due, zone);
  return { day: new Date(due).toISOString().slice(0, 10), at: (quiet && quietUntil(quiet, at)) ?? at };
}
