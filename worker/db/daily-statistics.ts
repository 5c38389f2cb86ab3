/** Counts the daily statistics. It reads whole tables, so it runs hourly and for few days at a time (decision 0033). */
import { type CountedDay, lastDays, type Statistic } from "#domain/site/daily-statistics";
import type { Services } from "../services.ts";
import { storeStateStatement } from "./service-state.ts";

/** Twice the longest range shown, to include the preceding range. */
export const STATISTICS_DAYS = 180;
/** Days counted per run when many are missing. */
const AT_ONCE = 30;

const within = (column: string) => `${column} >= ?2 AND ${column} < ?3`;
const PAID_HERE = "payment_method <> 'outside'";

const COUNTS: Record<Statistic, string> = {
  views: `SELECT count(*) FROM item_views WHERE ${within("window_start")}`,
  holds: "SELECT coalesce(sum(holds), 0) FROM hold_hours WHERE hour >= ?2 / 3600000 AND hour < ?3 / 3600000",
  orders: `SELECT count(*) FROM orders WHERE ${PAID_HERE} AND ${within("created_at")}`,
  paid: `SELECT count(*) FROM orders WHERE ${PAID_HERE} AND ${within("paid_at")}`,
  collected: `SELECT count(*) FROM orders WHERE ${PAID_HERE} AND ${within("completed_at")}`,
  sales_cents: `SELECT coalesce(sum(amount_cents), 0) FROM orders WHERE ${PAID_HERE} AND ${within("paid_at")}`,
  refunded_cents: `SELECT coalesce(sum(amount_cents), 0) FROM refunds WHERE status <> 'failed' AND ${within("created_at")}`,
  listings: `SELECT count(*) FROM items WHERE ${within("created_at")}`,
  sign_ups: `SELECT count(*) FROM accounts WHERE ${within("created_at")}`,
  negotiations: `SELECT count(*) FROM negotiations WHERE ${within("created_at")}`,
  agreed: `SELECT count(*) FROM accepted_offers WHERE ${within("accepted_at")}`,
  trades_proposed: `SELECT count(*) FROM trades WHERE ${within("created_at")}`,
  trades_accepted: `SELECT count(*) FROM trades WHERE ${within("accepted_at")}`,
  trades_completed: `SELECT count(*) FROM trades WHERE status = 'completed' AND ${within("closed_at")}`,
};

// D1 allows five terms in a compound SELECT, and 32 arguments of a function.
const COUNT_DAY = `INSERT INTO daily_figures (day, figure, value)
  SELECT ?1, key, value FROM json_each(json_object(${Object.entries(COUNTS)
    .map(([figure, sql]) => `'${figure}', (${sql})`)
    .join(", ")})) WHERE true
  ON CONFLICT (day, figure) DO UPDATE SET value = excluded.value`;

/** Counts today, yesterday and the newest missing days, and returns the number of days. */
export async function countDays({ env, now }: Pick<Services, "env" | "now">): Promise<number> {
  const days = lastDays(now(), STATISTICS_DAYS);
  const first = days[0]?.day ?? "";
  const { results } = await env.DB.prepare("SELECT DISTINCT day FROM daily_figures WHERE day >= ?")
    .bind(first)
    .all<{ day: string }>();
  const known = new Set(results.map((row) => row.day));
  const young = new Set(days.slice(-2).map(({ day }) => day));
  const due: CountedDay[] = days.filter(({ day }) => young.has(day) || !known.has(day)).slice(-AT_ONCE);
  await env.DB.batch([
    ...due.map(({ day, from, to }) => env.DB.prepare(COUNT_DAY).bind(day, from, to)),
    storeStateStatement(env.DB, "figures", {}, now()),
  ]);
  return due.length;
}
