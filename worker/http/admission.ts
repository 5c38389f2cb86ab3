/**
 * Checks account status and rate limits and reads the route's data, in one round trip. The results and their order are
 * those of `requireGoodStatus` followed by `throttle`: a limit does not count a call that was refused before it.
 */
import { type SQL, sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import { batchAll } from "../db/batch.ts";
import { type AccountStatusRow, accountStatusQuery, mayTradeCondition } from "../db/sessions.ts";
import type { AppContext, Ctx } from "./context.ts";
import { actorOf, admitGoodStatus } from "./session.ts";
import { countingOf, type Limit, limitsOf, type Sides, tooManyRequests, waitFor, within } from "./throttle.ts";

interface Admission {
  limits: readonly [scope: string, sides: Sides, windowMs: number][];
  /** Query for data the body asks about; the route finds its rows in `ahead`. Null for an invalid body. */
  ahead?: (c: Ctx, now: number) => Promise<SQL | null>;
}

/** Middleware for writes. Impersonated sessions never reach it: their writes are refused before (http/impersonation.ts). */
export function admitTrader({ limits: scopes, ahead }: Admission) {
  return createMiddleware<AppContext>(async (c, next) => {
    const { id: account_id, session_id: id } = actorOf(c);
    const { env, now: clock } = c.get("services");
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
    const read = (await ahead?.(c, now)) ?? null;
    const [status, ...rest] = await batchAll<object[]>(env.DB, [
      accountStatusQuery({ id, account_id }, now),
      ...counts,
      ...(read ? [read] : []),
    ]);
    await admitGoodStatus(c, status?.[0] as AccountStatusRow | undefined);
    for (const [index, { limits, windowMs }] of uses.entries()) {
      const wait = waitFor(rest[index] ?? [], limits, windowMs, now);
      if (wait !== null) throw tooManyRequests(wait);
    }
    if (read) c.set("ahead", rest[uses.length]);
    await next();
  });
}
