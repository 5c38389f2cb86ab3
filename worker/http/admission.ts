/**
 * Checks account status and rate limits and reads what the route needs, in one round trip. The results and their order
 * are those of `requireGoodStatus` (or another of them) followed by `throttle`: a limit does not count a call that was
 * refused before it.
 */
import { type SQL, sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import type { RequiredStatus } from "#domain/status/account-status";
import { batch, type Query } from "../db/client.ts";
import { type AccountStatusRow, accountStatusQuery, admittedCondition } from "../db/sessions.ts";
import type { AppContext, Ctx } from "./context.ts";
import { answerOnce, claimOf, claimStatements, type KeyRow, stateOf } from "./idempotency.ts";
import type { RouteLimit } from "./rate-limits.ts";
import { actorOf, admitStatus } from "./session.ts";
import { countingOf, type Limit, requestCounters, tooManyRequests, waitFor, within } from "./throttle.ts";

export type Limits = readonly RouteLimit[];

/**
 * Admits a call of a user in this status, or throws the refusal. Impersonated sessions never get here: their writes are refused
 * before (http/impersonation.ts).
 * @param more statements the route needs next, in the same round trip. They get the condition that the call is admitted:
 * a write must depend on it.
 * @returns the rows of each.
 */
export async function admit<Rows extends readonly object[]>(
  c: Ctx,
  names: Limits,
  more: (admitted: SQL) => { [K in keyof Rows]: Query },
  required: RequiredStatus = "good",
): Promise<{ [K in keyof Rows]: Rows[K][] }> {
  const { id: account_id, session_id: id } = actorOf(c);
  const { db, now: clock } = c.get("services");
  const now = clock();
  const uses = names.map((name) => requestCounters(c, name)).filter(({ limits }) => limits.length > 0);
  const before: Limit[] = [];
  const inStatus = admittedCondition({ id, account_id }, required, now);
  const counts = uses.map((counters) => {
    const counted = sql`${inStatus} AND ${within(before)}`;
    before.push(...counters.limits);
    return countingOf(counters, now, counted);
  });
  const [status, ...rest] = await batch<[AccountStatusRow, ...object[]]>(db, [
    accountStatusQuery({ id, account_id }, now),
    ...counts,
    ...(more(sql`${inStatus} AND ${within(before)}`) as readonly Query[]),
  ]);
  await admitStatus(c, status[0], required);
  for (const [index, counters] of uses.entries()) {
    const wait = waitFor(rest[index] ?? [], counters, now);
    if (wait !== null) throw tooManyRequests(wait);
  }
  return rest.slice(uses.length) as { [K in keyof Rows]: Rows[K][] };
}

/** Middleware that admits a call, for routes that need nothing else from the same round trip. */
export function admitTrader(limits: Limits) {
  return createMiddleware<AppContext>(async (c, next) => {
    await admit(c, limits, () => []);
    await next();
  });
}

/**
 * Admits a call and claims its `Idempotency-Key`, in one round trip, and does what `idempotent` does around
 * `handle`.
 * @param reads what the route needs next, read in the same round trip.
 */
export async function admitOnce<Rows extends readonly object[], Reply extends Response>(
  c: Ctx,
  {
    route,
    limits,
    reads,
    required,
  }: { route: string; limits: Limits; reads: { [K in keyof Rows]: Query }; required?: RequiredStatus },
  handle: (rows: { [K in keyof Rows]: Rows[K][] }) => Promise<Reply>,
): Promise<Reply> {
  const claim = await claimOf(c, route);
  if (claim === null) return handle(await admit<Rows>(c, limits, () => reads, required));
  const { now } = c.get("services");
  const at = now();
  const [taken, known, ...rows] = await admit<[object, KeyRow, ...object[]]>(
    c,
    limits,
    (admitted) => [...claimStatements(claim, at, admitted), ...(reads as readonly Query[])],
    required,
  );
  const state = stateOf(claim, taken, known[0], at);
  return answerOnce(c, claim, state, () => handle(rows as { [K in keyof Rows]: Rows[K][] }));
}
