/** Three missed runs. */
import { MINUTE_MS } from "../deadlines.ts";

const CRON_STALE_MS = 15 * MINUTE_MS;
/** Cloudflare takes up to fifteen minutes to start the cron of a new deployment. */
const FIRST_CRON_MS = 15 * MINUTE_MS + CRON_STALE_MS;

/** Returns the problem with the cron, or null. Without a last run, it is judged by the age of the database. */
export function cronProblem(
  lastRun: { at: number; failed: readonly string[] } | null,
  databaseCreatedAt: number,
  now: number,
): string | null {
  if (lastRun === null) {
    return now - databaseCreatedAt > FIRST_CRON_MS ? "It has never run. It should run every 5 minutes." : null;
  }
  const age = now - lastRun.at;
  if (age > CRON_STALE_MS) return `It last ran ${Math.floor(age / 60_000)} minutes ago.`;
  if (lastRun.failed.length > 0) return `Failed in its last run: ${lastRun.failed.join(", ")}.`;
  return null;
}

/**
 * Returns the problem with the jobs about card payments, or null. Before their first run there is none: the cron itself
 * is watched by `cronProblem`.
 */
export function paymentsProblem(
  lastRun: { at: number; failed: readonly string[]; paused: boolean } | null,
  now: number,
): string | null {
  if (lastRun === null) return null;
  if (now - lastRun.at > CRON_STALE_MS) {
    return `Card payments were last checked ${Math.floor((now - lastRun.at) / 60_000)} minutes ago.`;
  }
  if (lastRun.paused) return "Stripe isn't answering. Open card payments are settled when it does.";
  if (lastRun.failed.length > 0) return `Failed in the last check of card payments: ${lastRun.failed.join(", ")}.`;
  return null;
}

/** Returns the problem text while a migration is pending. */
export function migrationProblem({ name, retry_at }: { name: string; retry_at: number }): string {
  const time = new Date(retry_at).toISOString();
  return `Migration ${name} hasn't been applied. Reads work, but writes are refused. Next attempt: ${time}. See the log for the error.`;
}
