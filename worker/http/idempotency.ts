import { type SQL, sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import { IDEMPOTENCY_RETENTION_MS } from "#domain/account/retention";
import type { IdPrefix } from "#domain/ids";
import { batch, type Database } from "../db/client.ts";
import { deleteInRounds } from "../db/delete-in-rounds.ts";
import { errorText, log } from "../log.ts";
import type { Services } from "../services.ts";
import { sha256Hex, stableId } from "../stable-id.ts";
import type { AppContext, Ctx } from "./context.ts";
import { RefusalError } from "./errors.ts";
import { actorOf } from "./session.ts";

/**
 * Age after which a claim counts as abandoned by a crashed request and may be taken over. Safe, because every command
 * behind this middleware is idempotent on ids derived from the key.
 */
const CLAIM_LEASE_MS = 30_000;

/** A concurrent duplicate waits for the first request's answer: 20 polls, about 3 seconds. */
const POLLS_MAX = 20;
const POLL_EVERY_MS = 150;

const KEY = /^[\x21-\x7e]{1,128}$/;

/** State of a request's key. */
type ClaimState =
  | { state: "mine"; at: number }
  | { state: "answered"; status: number; body: string }
  | { state: "in_progress" }
  | { state: "abandoned"; since: number }
  | { state: "other_body" };

/** A key as one request uses it. */
interface Claim {
  account: string;
  route: string;
  key: string;
  /** Hash of method, path and body. */
  fingerprint: string;
}

/** A stored key. */
export interface KeyRow {
  fingerprint: string;
  status: number | null;
  body: string | null;
  created_at: number;
}

/** Returns the request's `Idempotency-Key`, or null without one. Refuses an invalid key. */
export function requestKey(c: Ctx): string | null {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) return null;
  if (!KEY.test(key)) {
    throw new RefusalError("invalid", "An Idempotency-Key has 1 to 128 printable characters without spaces.");
  }
  return key;
}

/**
 * Returns the id of the record that a write creates. With an `Idempotency-Key` it depends only on the caller, the key
 * and `about` (the record it belongs to), so that a repeated request creates nothing new.
 */
export async function newIdFor(c: Ctx, prefix: IdPrefix, ...about: string[]): Promise<string> {
  const key = requestKey(c);
  return key === null ? c.get("services").newId(prefix) : stableId(prefix, actorOf(c).id, ...about, key);
}

/** Returns the claim of this request, or null without a key or an account. */
export async function claimOf(c: Ctx, route: string): Promise<Claim | null> {
  const key = requestKey(c);
  const actor = c.get("actor");
  if (key === null || actor === null) return null;
  // Includes the path: the same key for another order is another request, even with an empty body.
  const fingerprint = await sha256Hex(`${c.req.method} ${c.req.path}\n${await c.req.text()}`);
  return { account: actor.id, route, key, fingerprint };
}

const rowOf = ({ account, route, key }: Claim) => sql`account_id = ${account} AND route = ${route} AND key = ${key}`;

/**
 * Returns the statements that claim a key and read its state. The first one decides, so of concurrent requests exactly
 * one gets "mine". `condition`: the claim is made only then.
 */
export function claimStatements(claim: Claim, now: number, condition: SQL = sql`1`): [SQL, SQL] {
  return [
    sql`INSERT INTO idempotency_keys (account_id, route, key, fingerprint, created_at)
      SELECT ${claim.account}, ${claim.route}, ${claim.key}, ${claim.fingerprint}, ${now} WHERE ${condition}
      ON CONFLICT DO NOTHING RETURNING created_at`,
    sql`SELECT fingerprint, status, body, created_at FROM idempotency_keys WHERE ${rowOf(claim)}`,
  ];
}

/** Returns the state of a key from the rows of `claimStatements`. */
export function stateOf(
  { fingerprint }: Claim,
  taken: readonly object[],
  row: KeyRow | undefined,
  now: number,
): ClaimState {
  if (taken.length > 0) return { state: "mine", at: now };
  // Released just now because the first request was refused; this one tries again.
  if (!row) return { state: "in_progress" };
  if (row.fingerprint !== fingerprint) return { state: "other_body" };
  if (row.status !== null) return { state: "answered", status: row.status, body: row.body ?? "" };
  return now - row.created_at < CLAIM_LEASE_MS
    ? { state: "in_progress" }
    : { state: "abandoned", since: row.created_at };
}

/** Claims the key, or returns its state. */
async function take(db: Database, claim: Claim, now: number): Promise<ClaimState> {
  const [taken, known] = await batch<[object, KeyRow]>(db, claimStatements(claim, now));
  return stateOf(claim, taken, known[0], now);
}

/** Takes over the claim of a request that crashed. */
async function inherit(db: Database, claim: Claim, since: number, now: number): Promise<ClaimState> {
  const inherited = await db.all(sql`UPDATE idempotency_keys SET created_at = ${now}
    WHERE ${rowOf(claim)} AND status IS NULL AND created_at = ${since} RETURNING created_at`);
  return inherited.length > 0 ? { state: "mine", at: now } : { state: "in_progress" };
}

/**
 * Answers a request whose key is in this state: runs it, waits for the request that is running, or repeats the stored
 * answer.
 */
export async function answerOnce<Reply extends Response>(
  c: Ctx,
  claim: Claim,
  state: ClaimState,
  run: () => Promise<Reply>,
): Promise<Reply> {
  const { db, now, defer } = c.get("services");
  let held = state;
  for (let poll = 1; ; poll++) {
    if (held.state === "abandoned") held = await inherit(db, claim, held.since, now());
    if (held.state !== "in_progress" || poll === POLLS_MAX) break;
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
    held = await take(db, claim, now());
  }
  if (held.state === "other_body") {
    throw new RefusalError("idempotency_mismatch", "This request was already used with different details.");
  }
  if (held.state === "answered") {
    const again: Response = c.body(held.body, held.status as 200, {
      "Content-Type": "application/json",
      "Cache-Control": "private, no-store",
      "Idempotency-Replayed": "true",
    });
    return again as Reply;
  }
  if (held.state !== "mine") {
    throw new RefusalError("conflict", "We're still working on this request. Please try again in a moment.", {
      retry_after: 2,
    });
  }
  const mine = sql`${rowOf(claim)} AND status IS NULL AND created_at = ${held.at}`;
  const release = () => storing(db, sql`DELETE FROM idempotency_keys WHERE ${mine}`);
  let reply: Reply;
  try {
    reply = await run();
  } catch (error) {
    await release();
    throw error;
  }
  if (reply.ok) {
    const body = await reply.clone().text();
    // After the response: a repeat that comes sooner waits for it.
    defer(storing(db, sql`UPDATE idempotency_keys SET status = ${reply.status}, body = ${body} WHERE ${mine}`));
  } else {
    await release();
  }
  return reply;
}

/** The command has ended and its result is returned; only the replay is unavailable until the claim lapses. */
async function storing(db: Database, statement: SQL): Promise<void> {
  try {
    await db.run(statement);
  } catch (error) {
    log("warn", { lost: "idempotency key", error: errorText(error) });
  }
}

/**
 * Makes a write safe to repeat (D17): the same `Idempotency-Key` with the same body returns the stored status and body
 * with `Idempotency-Replayed: true`; with another body it is refused (A44). Keys belong to one account and one route.
 * Use it after the session middleware and validation.
 *
 * Only successful results are stored. A refusal changed nothing, so a repeat is evaluated again: a buyer whose hold had
 * lapsed may hold again and repeat the request. A 5xx has an unknown outcome and is executed again; ids derived from
 * the key (`stableId`) make that affect the same row.
 */
export function idempotent(route: string) {
  return createMiddleware<AppContext>(async (c, next) => {
    const claim = await claimOf(c, route);
    if (claim === null) return next();
    const { db, now } = c.get("services");
    const state = await take(db, claim, now());
    return answerOnce(c, claim, state, async () => {
      await next();
      return c.res;
    });
  });
}

/**
 * Deletes stored replies older than a day.
 * @returns how many.
 */
export async function removeOldIdempotencyKeys({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const old = sql`created_at < ${now() - IDEMPOTENCY_RETENTION_MS}`;
  const removed = await deleteInRounds(db, "idempotency_keys", old);
  // Plans of bulk price changes have ids derived from the keys and are needed for the same time.
  await deleteInRounds(db, "price_adjustments", old);
  return removed;
}
