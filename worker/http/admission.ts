/**
 * Checks account status and rate limits and reads what the route needs, in one round trip. The results and their order
 * are those of `requireGoodStatus` followed by `throttle`: a limit does not count a call that was refused before it.
 */
import { sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import { batch, type Query } from "../db/client.ts";
import { type AccountStatusRow, accountStatusQuery, mayTradeCondition } from "../db/sessions.ts";
import type { AppContext, Ctx } from "./context.ts";
import { actorOf, admitGoodStatus } from "./session.ts";
import { countingOf, type Limit, limitsOf, type Sides, tooManyRequests, waitFor, within } from "./throttle.ts";

export type Limits = readonly [scope: string, sides: Sides, windowMs: number][];

/**
 * Admits a call of a trader, or throws the refusal. Impersonated sessions never get here: their writes are refused
 * before (http/impersonation.ts).
 * @param reads what the route needs next, read in the same round trip.
 * @returns the rows of each read.
 */
export async function admit<Rows extends readonly object[]>(
  c: Ctx,
  scopes: Limits,
  reads: { [K in keyof Rows]: Query },
): Promise<{ [K in keyof Rows]: Rows[K][] }> {
  const { id: account_id, session_id: id } = actorOf(c);
  const { db, now: clock } = c.get("services");
  const now = clock();
  const uses = scopes
    .map(([scope, sides, windowMs]) => ({ limits: limitsOf(c, scope, sides), windowMs }))
    .filter(({ limits }) => limits.length > 0);
  const before: Limit[] = [];
  const counts = uses.map(({ limits, windowMs }) => {
    const counted = sql`${mayTradeCondition({ id, account_id }, now)} AND ${within(before)}`;
    before.push(...limits);
    return countingOf(limits, windowMs, now, counted);
  });
  const [status, ...rest] = await batch<[AccountStatusRow, ...object[]]>(db, [
    accountStatusQuery({ id, account_id }, now),
    ...counts,
    ...(reads as readonly Query[]),
  ]);
  await admitGoodStatus(c, status[0]);
  for (const [index, { limits, windowMs }] of uses.entries()) {
    const wait = waitFor(rest[index] ?? [], limits, windowMs, now);
    if (wait !== null) throw tooManyRequests(wait);
  }
  return rest.slice(uses.length) as { [K in keyof Rows]: Rows[K][] };
}

/** Middleware that admits a call, for routes that need nothing else from the same round trip. */
export function admitTrader(limits: Limits) {
  return createMiddleware<AppContext>(async (c, next) => {
    await admit(c, limits, []);
    await next();
  });
}
