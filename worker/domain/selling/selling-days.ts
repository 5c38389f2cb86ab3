/** Days and months of seller statistics, by Sydney's calendar, like ads (A101). */
import { DAY_MS } from "../deadlines.ts";
import { localTime } from "../time-zone.ts";

const ZONE = "Australia/Sydney";

export const ACTIVITY_DAYS = 14;
export const CHART_MONTHS = 12;

/** Returns how far Sydney's local time is ahead of UTC, in ms. */
export function offsetAt(instant: number): number {
  return localTime(instant, ZONE) - instant;
}

/** The last fourteen days: how to convert an instant to a day number, and the first day's number. */
export interface ActivityDays {
  /** Added to an instant (UTC ms) before it is divided into days. */
  offset: number;
  first: number;
  /** Start of the first day (UTC ms). */
  since: number;
}

export function activityDays(now: number): ActivityDays {
  const offset = offsetAt(now);
  const first = Math.floor((now + offset) / DAY_MS) - (ACTIVITY_DAYS - 1);
  return { offset, first, since: first * DAY_MS - offset };
}

/** Returns the views of each of the fourteen days, oldest first; 0 for a day without views. */
export function activityOf(days: ActivityDays, counted: readonly (readonly [day: number, views: number])[]): number[] {
  const series = new Array<number>(ACTIVITY_DAYS).fill(0);
  for (const [day, views] of counted) {
    const index = day - days.first;
    if (index >= 0 && index < ACTIVITY_DAYS) series[index] = views;
  }
  return series;
}

export interface Month {
  /** "2026-11" */
  month: string;
  from: number;
  /** First instant of the next month. */
  to: number;
}

/** Returns the last twelve months, oldest first, ending with the current one. */
export function lastMonths(now: number): Month[] {
  const wall = new Date(now + offsetAt(now));
  const startOf = (index: number) => {
    const utc = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + index, 1);
    // Clocks change on Sundays at two in the morning, so the offset just before midnight still applies at midnight.
    return { utc, instant: utc - offsetAt(utc - offsetAt(utc)) };
  };
  return Array.from({ length: CHART_MONTHS }, (_, position) => {
    const index = position - (CHART_MONTHS - 1);
    const start = startOf(index);
    return {
      month: new Date(start.utc).toISOString().slice(0, 7),
      from: start.instant,
      to: startOf(index + 1).instant,
    };
  });
}
