/** Days and months as a seller's statistics count them: by the calendar of the country's largest city, like ads (A101). */
import { DAY_MS } from "./deadlines.ts";
import { zoneClock } from "./zone-clock.ts";

const ZONE = "Australia/Sydney";

/** Days of the sparkline. */
export const ACTIVITY_DAYS = 14;
/** Months of the chart. */
export const CHART_MONTHS = 12;

/** What the wall clock is ahead of UTC at this instant. */
export function offsetAt(instant: number): number {
  return zoneClock(instant, ZONE) - instant;
}

/** The last fourteen days: what turns an instant into a number of days, and the number of the first. */
export interface ActivityDays {
  /** Added to an instant before it is divided into days. */
  offset: number;
  first: number;
  /** The instant at which the first day begins. */
  since: number;
}

export function activityDays(now: number): ActivityDays {
  const offset = offsetAt(now);
  const first = Math.floor((now + offset) / DAY_MS) - (ACTIVITY_DAYS - 1);
  return { offset, first, since: first * DAY_MS - offset };
}

/** Views of each of the fourteen days, oldest first, from counted days; a day nobody looked is 0. */
export function activityOf(days: ActivityDays, counted: readonly (readonly [day: number, views: number])[]): number[] {
  const series = new Array<number>(ACTIVITY_DAYS).fill(0);
  for (const [day, views] of counted) {
    const index = day - days.first;
    if (index >= 0 && index < ACTIVITY_DAYS) series[index] = views;
  }
  return series;
}

export interface Month {
  /** "2026-11". */
  month: string;
  from: number;
  /** The first instant of the next month. */
  to: number;
}

/** The last twelve months, oldest first, this one last. */
export function lastMonths(now: number): Month[] {
  const wall = new Date(now + offsetAt(now));
  const startOf = (index: number) => {
    const utc = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + index, 1);
    // The offset a day earlier or later is another only if the clocks change on the first: they change on Sundays at 2.
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
