import { sql } from "drizzle-orm";
import { lastDays } from "#domain/site/daily-statistics";
import { batch } from "../db/client.ts";
import { countDays, STATISTICS_DAYS } from "../db/daily-statistics.ts";
import type { Services } from "../services.ts";

const HOUR_MS = 60 * 60_000;
const TICK_MS = 5 * 60_000;

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
