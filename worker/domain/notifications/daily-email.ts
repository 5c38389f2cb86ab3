/** When the one email a day is sent that gathers what is not urgent. Pure. */

import { instantOfLocalTime, localTime } from "../time-zone.ts";
import { type QuietHours, quietUntil } from "./notifications.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Eight in the morning, at the person's place. */
const SEND_AT = 8 * 60 * MINUTE;
/** Nothing joins an email that is about to be sent. */
const CLOSED_BEFORE = 5 * MINUTE;

export interface DailyEmail {
  /** Local day, e.g. "2026-11-28". */
  day: string;
  /** UTC ms; after the quiet hours. */
  at: number;
}

/** Returns the daily email that a notification joins which is due now. */
export function dailyEmailAt(now: number, zone: string, quiet: QuietHours | null): DailyEmail {
  const clock = localTime(now + CLOSED_BEFORE, zone);
  const today = Math.floor(clock / DAY) * DAY + SEND_AT;
  const due = clock < today ? today : today + DAY;
  const at = instantOfLocalTime(due, zone);
  return { day: new Date(due).toISOString().slice(0, 10), at: (quiet && quietUntil(quiet, at)) ?? at };
}
