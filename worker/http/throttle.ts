/**
 * Exact rate limits (D50), counted in D1 by one statement, so that concurrent requests are counted correctly. A limit
 * only delays; locking an account would let others lock out its owner.
 */
import { type SQL, sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import { MESSAGES } from "#contract/copy";
import type { Database } from "../db/client.ts";
import type { AppEnv } from "../env.ts";
import { clientNetwork } from "./client-ip.ts";
import type { AppContext, Ctx } from "./context.ts";
import { RefusalError } from "./errors.ts";

/**
 * On a developer's machine all browsers, tests and tools share one address, so address limits are ten times higher
 * there. Account limits are the same everywhere.
 */
const LOCAL_ADDRESS_ALLOWANCE = 10;

/** Returns the limit per address in this environment. */
export function addressLimit(env: AppEnv, limit: number): number {
  return env.APP_ENV === "local" ? limit * LOCAL_ADDRESS_ALLOWANCE : limit;
}

/** A key and how often it may be used in a window. */
export interface Limit {
  key: string;
  limit: number;
}

interface Use {
  key: string;
  count: number;
  since: number;
}

/**
 * Counts one use of `key`.
 * @returns seconds to wait when the limit is exceeded, else null.
 */
export function countUse(
  db: Database,
  key: string,
  limit: number,
  windowMs: number,
  now: number,
): Promise<number | null> {
  return countUses(db, [{ key, limit }], windowMs, now);
}

/**
 * Counts one use of each key in one statement.
 * @returns the longest wait in seconds, or null.
 */
export async function countUses(
  db: Database,
  limits: readonly Limit[],
  windowMs: number,
  now: number,
): Promise<number | null> {
  if (limits.length === 0) return null;
  return waitFor(await db.all<Use>(countingOf(limits, windowMs, now)), limits, windowMs, now);
}

/** Returns the statement that counts one use of each key. `counted`: condition under which this call counts. */
export function countingOf(limits: readonly Limit[], windowMs: number, now: number, counted: SQL = sql`1`): SQL {
  const windowOver = sql`throttles.since <= ${now - windowMs}`;
  return sql`INSERT INTO throttles (key, count, since)
    SELECT value, 1, ${now} FROM json_each(${JSON.stringify(limits.map(({ key }) => key))}) WHERE ${counted}
    ON CONFLICT (key) DO UPDATE SET count = CASE WHEN ${windowOver} THEN 1 ELSE throttles.count + 1 END,
      since = CASE WHEN ${windowOver} THEN ${now} ELSE throttles.since END
    RETURNING key, count, since`;
}

/** Returns the longest wait in seconds, or null. `rows` is the result of `countingOf`. */
export function waitFor(
  rows: readonly object[],
  limits: readonly Limit[],
  windowMs: number,
  now: number,
): number | null {
  const full = (rows as readonly Use[]).filter(
    ({ key, count }) => count > (limits.find((limit) => limit.key === key)?.limit ?? 0),
  );
  if (full.length === 0) return null;
  return Math.max(...full.map(({ since }) => Math.max(1, Math.ceil((since + windowMs - now) / 1000))));
}

/** Condition: uses counted by an earlier statement are within their limits. */
export function within(limits: readonly Limit[]): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(limits)}) l
    JOIN throttles t ON t.key = l.value ->> 'key' WHERE t.count > l.value ->> 'limit')`;
}

export function tooManyRequests(retryAfter: number): RefusalError {
  return new RefusalError("too_many_requests", MESSAGES.tooManyRequests, { retry_after: retryAfter });
}

/** Limits per account and per address; an omitted side is not limited. */
export interface Sides {
  account?: number;
  ip?: number;
}

function sidesOf(limit: number, by: "account" | "ip" | "both"): Sides {
  return { ...(by !== "ip" && { account: limit }), ...(by !== "account" && { ip: limit }) };
}

/** Returns the limits that a call of this scope counts against, as far as account and address are known. */
export function limitsOf(c: Ctx, scope: string, sides: Sides): Limit[] {
  const network = sides.ip === undefined ? null : clientNetwork(c);
  const account = sides.account === undefined ? null : (c.get("actor")?.id ?? null);
  const limits: Limit[] = [];
  if (network !== null) {
    limits.push({ key: `ip:${network}:${scope}`, limit: addressLimit(c.get("services").env, sides.ip ?? 0) });
  }
  if (account !== null) limits.push({ key: `acct:${account}:${scope}`, limit: sides.account ?? 0 });
  return limits;
}

/**
 * Limits a route per account, per address, or both, each with its own number if needed. An account limit requires
 * `requireActor` (or a stricter guard) before it; without an account or a known address, that side is not counted.
 */
export function throttle(
  scope: string,
  limit: number | Sides,
  windowMs: number,
  by: "account" | "ip" | "both" = "both",
) {
  const sides = typeof limit === "number" ? sidesOf(limit, by) : limit;
  return createMiddleware<AppContext>(async (c, next) => {
    const { db, now } = c.get("services");
    const limits = limitsOf(c, scope, sides);
    const wait = await countUses(db, limits, windowMs, now());
    if (wait !== null) throw tooManyRequests(wait);
    await next();
  });
}

/** Limits callers without a session by their address; signed-in callers are not counted. */
export function throttleAnonymous(scope: string, limit: number, windowMs: number) {
  const limited = throttle(scope, limit, windowMs, "ip");
  return createMiddleware<AppContext>((c, next) => (c.get("actor") === null ? limited(c, next) : next()));
}
