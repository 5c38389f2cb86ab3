/** Counts the daily statistics. It reads whole tables, so it runs hourly and for few days at a time (decision 0033). */

import { type SQL, sql } from "drizzle-orm";
import { HOUR_MS, MINUTE_MS } from "#domain/deadlines";
import { type CountedDay, lastDays, type Statistic } from "#domain/site/daily-statistics";
import { batch } from "../../../db/client.ts";
import { storeState } from "../../../db/service-state.ts";
import type { Services } from "../../../services.ts";

/** Twice the longest range shown, to include the preceding range. */
export const STATISTICS_DAYS = 180;
/** Days counted per run when many are missing. */
const AT_ONCE = 30;

const PAID_HERE = sql`payment_method <> 'outside'`;

/** The query of each statistic, for the rows between two times. */
function counts(from: number, to: number): Record<Statistic, SQL> {
  const within = (column: string) => sql`${sql.identifier(column)} >= ${from} AND ${sql.identifier(column)} < ${to}`;
  return {
    views: sql`SELECT count(*) FROM item_views WHERE ${within("window_start")}`,
    holds: sql`SELECT coalesce(sum(holds), 0) FROM hold_hours WHERE hour >= ${from} / 3600000 AND hour < ${to} / 3600000`,
    orders: sql`SELECT count(*) FROM orders WHERE ${PAID_HERE} AND ${within("created_at")}`,
    paid: sql`SELECT count(*) FROM orders WHERE ${PAID_HERE} AND ${within("paid_at")}`,
    collected: sql`SELECT count(*) FROM orders WHERE ${PAID_HERE} AND ${within("completed_at")}`,
    sales_cents: sql`SELECT coalesce(sum(amount_cents), 0) FROM orders WHERE ${PAID_HERE} AND ${within("paid_at")}`,
    refunded_cents: sql`SELECT coalesce(sum(amount_cents), 0) FROM refunds
      WHERE status <> 'failed' AND ${within("created_at")}`,
    listings: sql`SELECT count(*) FROM items WHERE ${within("created_at")}`,
    sign_ups: sql`SELECT count(*) FROM accounts WHERE ${within("created_at")}`,
    negotiations: sql`SELECT count(*) FROM negotiations WHERE ${within("created_at")}`,
    agreed: sql`SELECT count(*) FROM accepted_offers WHERE ${within("accepted_at")}`,
    trades_proposed: sql`SELECT count(*) FROM trades WHERE ${within("created_at")}`,
    trades_accepted: sql`SELECT count(*) FROM trades WHERE ${within("accepted_at")}`,
    trades_completed: sql`SELECT count(*) FROM trades WHERE status = 'completed' AND ${within("closed_at")}`,
  };
}

/** One statement for all statistics of a day: D1 allows 32 arguments of a function, and 100 parameters. */
function countDay({ day, from, to }: CountedDay): SQL {
  const pairs = Object.entries(counts(from, to)).map(([name, query]) => sql`${sql.raw(`'${name}'`)}, (${query})`);
  return sql`INSERT INTO daily_figures (day, figure, value)
    SELECT ${day}, key, value FROM json_each(json_object(${sql.join(pairs, sql`, `)})) WHERE true
    ON CONFLICT (day, figure) DO UPDATE SET value = excluded.value`;
}

/** Counts today, yesterday and the newest missing days, and returns the number of days. */
export async function countDays({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const days = lastDays(now(), STATISTICS_DAYS);
  const first = days[0]?.day ?? "";
  const rows = await db.all<{ day: string }>(sql`SELECT DISTINCT day FROM daily_figures WHERE day >= ${first}`);
  const known = new Set(rows.map((row) => row.day));
  const young = new Set(days.slice(-2).map(({ day }) => day));
  const due: CountedDay[] = days.filter(({ day }) => young.has(day) || !known.has(day)).slice(-AT_ONCE);
  await batch(db, [...due.map(countDay), storeState("figures", {}, now())]);
  return due.length;
}

const TICK_MS = 5 * MINUTE_MS;

/** Counts daily figures hourly, and in every tick until all days are present. Deletes days that are out of range. */
export async function countDaysHourly(services: Pick<Services, "db" | "now">): Promise<void> {
  const { db, now } = services;
  const first = lastDays(now(), STATISTICS_DAYS)[0]?.day ?? "";
  const [row] = await db.all<{ days: number }>(
    sql`SELECT count(DISTINCT day) AS days FROM daily_figures WHERE day >= ${first}`,
  );
  if (row?.days === STATISTICS_DAYS && now() % HOUR_MS >= TICK_MS) return;
  await countDays(services);
  await batch(db, [
    sql`DELETE FROM daily_figures WHERE day < ${first}`,
    sql`DELETE FROM hold_hours WHERE hour < ${(now() - (STATISTICS_DAYS + 10) * 24 * HOUR_MS) / HOUR_MS}`,
  ]);
}
