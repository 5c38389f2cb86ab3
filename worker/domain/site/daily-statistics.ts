/** Daily statistics for staff; days follow Sydney's calendar (A101). */
import { DAY_MS } from "../deadlines.ts";
import { offsetAt } from "../selling/selling-days.ts";

export const STATISTICS = [
  "views",
  "holds",
  "orders",
  "paid",
  "collected",
  "sales_cents",
  "refunded_cents",
  "listings",
  "sign_ups",
  "negotiations",
  "agreed",
  "trades_proposed",
  "trades_accepted",
  "trades_completed",
] as const;
export type Statistic = (typeof STATISTICS)[number];
export type Statistics = Record<Statistic, number>;

export interface CountedDay {
  /** "2026-11-21" */
  day: string;
  from: number;
  /** First instant of the next day. */
  to: number;
}

/** Returns the last `count` days, oldest first, today last. */
export function lastDays(now: number, count: number): CountedDay[] {
  const today = Math.floor((now + offsetAt(now)) / DAY_MS) * DAY_MS;
  // Clocks change at two in the morning, so the offset just before midnight still applies at midnight.
  const startOf = (utc: number) => utc - offsetAt(utc - offsetAt(utc));
  return Array.from({ length: count }, (_, index) => {
    const utc = today - (count - 1 - index) * DAY_MS;
    return { day: new Date(utc).toISOString().slice(0, 10), from: startOf(utc), to: startOf(utc + DAY_MS) };
  });
}

export const zeroStatistics = (): Statistics =>
  Object.fromEntries(STATISTICS.map((figure) => [figure, 0])) as Statistics;

export function sumOf(days: readonly Statistics[]): Statistics {
  const sum = zeroStatistics();
  for (const day of days) for (const figure of STATISTICS) sum[figure] += day[figure];
  return sum;
}
