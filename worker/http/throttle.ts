/**
 * Exact rate limits (D50), counted in D1 by one statement, so that concurrent requests are counted correctly. A limit
 * only delays; locking an account would let others lock out its owner. The limits are in rate-limits.ts.
 */
import { inArray, type SQL, sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import { MESSAGES } from "#contract/copy";
import { batch } from "../db/client.ts";
import { throttles } from "../db/schema/account.ts";
import type { AppEnv } from "../env.ts";
import type { Services } from "../services.ts";
import { clientNetwork } from "./client-ip.ts";
import type { AppContext, Ctx } from "./context.ts";
import { RefusalError } from "./errors.ts";
import { type LimitName, type LimitSide, RATE_LIMITS, type RouteLimit, type SidesOf } from "./rate-limits.ts";

/**
 * On a developer's machine all browsers, tests and tools share one address, so address limits are ten times higher
 * there. Account limits are the same everywhere.
 */
const LOCAL_ADDRESS_ALLOWANCE = 10;

/** How a counter's key begins; the rest is who is counted, the limit's name, and what the use is about. */
const KEY_PREFIX: Record<LimitSide, string> = {
  account: "acct",
  ip: "ip",
  device: "device",
  phone: "phone",
  all: "all",
};

/** Who uses a limit, for every side of it but `all`. Null: not known, so that side is not counted. */
export type User<Name extends LimitName> = Record<Exclude<SidesOf<Name>, "all">, string | null>;

/** A key and how often it may be used in a window. */
export interface Limit {
  key: string;
  limit: number;
}

/** The counters that one use of a limit counts in. */
export interface Counters {
  limits: Limit[];
  windowMs: number;
}

interface Use {
  key: string;
  count: number;
  since: number;
}

/** @param about counts the uses of each of these separately, such as an item. */
export function countersOf<Name extends LimitName>(
  env: Pick<AppEnv, "APP_ENV">,
  name: Name,
  user: User<Name>,
  about?: string,
): Counters {
  const { window_ms: windowMs, ...sides } = RATE_LIMITS[name];
  const allowance = env.APP_ENV === "local" ? LOCAL_ADDRESS_ALLOWANCE : 1;
  const known: Partial<Record<LimitSide, string | null>> = { ...user, all: "" };
  const limits = (Object.entries(sides) as [LimitSide, number][]).flatMap(([side, limit]): Limit[] => {
    const who = known[side] ?? null;
    if (who === null) return [];
    const key = [KEY_PREFIX[side], who, name, about ?? ""].filter((part) => part !== "").join(":");
    return [{ key, limit: side === "ip" ? limit * allowance : limit }];
  });
  return { limits, windowMs };
}

/** Returns the counters of a request, as far as account and address are known. */
export function requestCounters(c: Ctx, name: RouteLimit): Counters {
  const user = { account: c.get("actor")?.id ?? null, ip: clientNetwork(c) };
  return countersOf(c.get("services").env, name, user);
}

/**
 * Counts one use.
 * @returns seconds to wait when the limit is exceeded, else null.
 */
export function countUse<Name extends LimitName>(
  services: Pick<Services, "db" | "env" | "now">,
  name: Name,
  user: User<Name>,
  about?: string,
): Promise<number | null> {
  return countUses(services, [countersOf(services.env, name, user, about)]);
}

/**
 * Counts one use of each of these limits, in one round trip.
 * @returns the longest wait in seconds, or null.
 */
export async function countUses(
  { db, now }: Pick<Services, "db" | "now">,
  uses: readonly Counters[],
): Promise<number | null> {
  const counted = uses.filter(({ limits }) => limits.length > 0);
  if (counted.length === 0) return null;
  const at = now();
  const rows = await batch<Use[]>(
    db,
    counted.map((counters) => countingOf(counters, at)),
  );
  const waits = counted.map((counters, index) => waitFor(rows[index] ?? [], counters, at) ?? 0);
  return Math.max(...waits) || null;
}

/** Returns the statement that forgets the counted uses, because the caller has proved who they are. */
export function forgetUses<Name extends LimitName>(
  { db, env }: Pick<Services, "db" | "env">,
  name: Name,
  user: User<Name>,
) {
  const keys = countersOf(env, name, user).limits.map(({ key }) => key);
  return db.delete(throttles).where(inArray(throttles.key, keys));
}

/** Returns the statement that counts one use of each key. `counted`: condition under which this call counts. */
export function countingOf({ limits, windowMs }: Counters, now: number, counted: SQL = sql`1`): SQL {
  const windowOver = sql`throttles.since <= ${now - windowMs}`;
  return sql`INSERT INTO throttles (key, count, since)
    SELECT value, 1, ${now} FROM json_each(${JSON.stringify(limits.map(({ key }) => key))}) WHERE ${counted}
    ON CONFLICT (key) DO UPDATE SET count = CASE WHEN ${windowOver} THEN 1 ELSE throttles.count + 1 END,
      since = CASE WHEN ${windowOver} THEN ${now} ELSE throttles.since END
    RETURNING key, count, since`;
}

/** Returns the longest wait in seconds, or null. `rows` is the result of `countingOf`. */
export function waitFor(rows: readonly object[], { limits, windowMs }: Counters, now: number): number | null {
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

/**
 * Limits a route. An account limit requires `requireActor` (or a stricter guard) before it; without an account or a
 * known address, that side is not counted.
 */
export function throttle(name: RouteLimit) {
  return createMiddleware<AppContext>(async (c, next) => {
    const wait = await countUses(c.get("services"), [requestCounters(c, name)]);
    if (wait !== null) throw tooManyRequests(wait);
    await next();
  });
}

/** Limits callers without a session by their address; signed-in callers are not counted. */
export function throttleAnonymous(name: RouteLimit) {
  const limited = throttle(name);
  return createMiddleware<AppContext>((c, next) => (c.get("actor") === null ? limited(c, next) : next()));
}
