/**
 * Exact limits on writes (D50), counted in D1 by one statement, so that however many requests arrive together none is
 * counted twice or missed. A limit delays; it never locks an account for good, which would be a weapon against its owner.
 */
import { sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import { MESSAGES } from "#contract/messages";
import { throttles } from "../db/schema/accounts.ts";
import type { AppEnv } from "../env.ts";
import { clientNetwork } from "./client-ip.ts";
import type { AppContext, Database } from "./context.ts";
import { demanding } from "./described.ts";
import { RefusalError } from "./errors.ts";

/**
 * On a developer's machine every browser, test and tool shares one address, so address limits are ten times as wide
 * there. They still exist, and account limits are the same everywhere.
 */
const LOCAL_ADDRESS_ALLOWANCE = 10;

export function addressLimit(env: AppEnv, limit: number): number {
  return env.APP_ENV === "local" ? limit * LOCAL_ADDRESS_ALLOWANCE : limit;
}

/** Counts one use of `key`. @returns seconds to wait when the window is full, else null. */
export async function countUse(
  db: Database,
  key: string,
  limit: number,
  windowMs: number,
  now: number,
): Promise<number | null> {
  const windowOver = sql`${throttles.since} <= ${now - windowMs}`;
  const [row] = await db
    .insert(throttles)
    .values({ key, count: 1, since: now })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        count: sql`CASE WHEN ${windowOver} THEN 1 ELSE ${throttles.count} + 1 END`,
        since: sql`CASE WHEN ${windowOver} THEN ${now} ELSE ${throttles.since} END`,
      },
    })
    .returning({ count: throttles.count, since: throttles.since });
  if (!row || row.count <= limit) return null;
  return Math.max(1, Math.ceil((row.since + windowMs - now) / 1000));
}

export function tooManyRequests(retryAfter: number): RefusalError {
  return new RefusalError("too_many_requests", MESSAGES.tooManyRequests, { retry_after: retryAfter });
}

/**
 * Limits a route per account, per address, or both. An account limit needs `requireActor` (or a stricter guard) before
 * it; a call without an account or without a known address is not counted on that side.
 */
export function throttle(scope: string, limit: number, windowMs: number, by: "account" | "ip" | "both" = "both") {
  const limited = createMiddleware<AppContext>(async (c, next) => {
    const { db, env, now } = c.get("services");
    const ip = by === "account" ? null : clientNetwork(c);
    const account = by === "ip" ? null : (c.get("actor")?.id ?? null);
    const waits = await Promise.all([
      ip === null ? null : countUse(db, `ip:${ip}:${scope}`, addressLimit(env, limit), windowMs, now()),
      account === null ? null : countUse(db, `acct:${account}:${scope}`, limit, windowMs, now()),
    ]);
    const wait = Math.max(...waits.map((seconds) => seconds ?? 0));
    if (wait > 0) throw tooManyRequests(wait);
    await next();
  });
  return demanding({ kind: "limit" }, limited);
}
