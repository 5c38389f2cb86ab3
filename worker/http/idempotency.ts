import { and, eq, isNull, sql } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import type { IdPrefix } from "#domain/ids";
import type { Database } from "../db/client.ts";
import { deleteInRounds } from "../db/delete-in-rounds.ts";
import { idempotencyKeys } from "../db/schema/orders.ts";
import { log } from "../log.ts";
import type { Services } from "../services.ts";
import { sha256Hex, stableId } from "../stable-id.ts";
import type { AppContext, Ctx } from "./context.ts";
import { RefusalError } from "./errors.ts";
import { actorOf } from "./session.ts";

/** How long a key is stored. The job `remove-old-idempotency-keys` deletes older ones. */
export const IDEMPOTENCY_RETENTION_MS = 24 * 60 * 60_000;

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
type Claim =
  | { state: "mine"; at: number }
  | { state: "answered"; status: number; body: string }
  | { state: "in_progress" }
  | { state: "other_body" };

interface KeyScope {
  account: string;
  route: string;
  key: string;
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

function rowOf({ account, route, key }: KeyScope) {
  return and(eq(idempotencyKeys.account_id, account), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key));
}

/**
 * Claims the key for this request, or returns its state. A single statement decides, so of concurrent requests exactly
 * one gets "mine".
 */
async function claim(db: Database, scope: KeyScope, fingerprint: string, now: number): Promise<Claim> {
  const taken = await db
    .insert(idempotencyKeys)
    .values({ account_id: scope.account, route: scope.route, key: scope.key, fingerprint, created_at: now })
    .onConflictDoNothing()
    .returning({ at: idempotencyKeys.created_at });
  if (taken.length > 0) return { state: "mine", at: now };

  const row = await db.query.idempotencyKeys.findFirst({ where: rowOf(scope) });
  // Released between the two statements because the first request was refused; this one tries again.
  if (!row) return { state: "in_progress" };
  if (row.fingerprint !== fingerprint) return { state: "other_body" };
  if (row.status !== null) return { state: "answered", status: row.status, body: row.body ?? "" };
  if (now - row.created_at < CLAIM_LEASE_MS) return { state: "in_progress" };

  const inherited = await db
    .update(idempotencyKeys)
    .set({ created_at: now })
    .where(and(rowOf(scope), isNull(idempotencyKeys.status), eq(idempotencyKeys.created_at, row.created_at)))
    .returning({ at: idempotencyKeys.created_at });
  return inherited.length > 0 ? { state: "mine", at: now } : { state: "in_progress" };
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
    const key = requestKey(c);
    const actor = c.get("actor");
    if (key === null || actor === null) return next();

    const { db, now } = c.get("services");
    const scope: KeyScope = { account: actor.id, route, key };
    // Includes the path: the same key for another order is another request, even with an empty body.
    const fingerprint = await sha256Hex(`${c.req.method} ${c.req.path}\n${await c.req.text()}`);

    let held = await claim(db, scope, fingerprint, now());
    for (let poll = 1; held.state === "in_progress" && poll < POLLS_MAX; poll++) {
      await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS));
      held = await claim(db, scope, fingerprint, now());
    }

    if (held.state === "other_body") {
      throw new RefusalError("idempotency_mismatch", "This request was already used with different details.");
    }
    if (held.state === "in_progress") {
      throw new RefusalError("conflict", "We're still working on this request. Please try again in a moment.", {
        retry_after: 2,
      });
    }
    if (held.state === "answered") {
      return c.body(held.body, held.status as 200, {
        "Content-Type": "application/json",
        "Cache-Control": "private, no-store",
        "Idempotency-Replayed": "true",
      });
    }

    await next();

    const mine = and(rowOf(scope), isNull(idempotencyKeys.status), eq(idempotencyKeys.created_at, held.at));
    try {
      if (c.res.ok) {
        const body = await c.res.clone().text();
        await db.update(idempotencyKeys).set({ status: c.res.status, body }).where(mine);
      } else {
        await db.delete(idempotencyKeys).where(mine);
      }
    } catch (error) {
      // The command has succeeded and its result is returned; only the replay is unavailable until the claim lapses.
      log("warn", { lost: "idempotency key", error: String(error) });
    }
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
