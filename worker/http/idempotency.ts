import { and, eq, isNull } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import { idempotencyKeys } from "../db/schema/orders.ts";
import { log } from "../log.ts";
import type { AppContext, Ctx, Database } from "./context.ts";
import { demanding } from "./described.ts";
import { RefusalError } from "./errors.ts";
import { sha256Hex } from "./stable-id.ts";

/** How long a key is remembered. The job `remove-old-idempotency-keys` deletes what is older. */
export const IDEMPOTENCY_KEPT_MS = 24 * 60 * 60_000;

/**
 * A claim this old belongs to a request that died without an answer. It may be taken over, because every command behind
 * this middleware is idempotent on ids derived from the key.
 */
const CLAIM_LEASE_MS = 30_000;

/** A duplicate that arrives while the first is at work waits for its answer: 20 looks, about 3 seconds. */
const LOOKS = 20;
const LOOK_EVERY_MS = 150;

const KEY = /^[\x21-\x7e]{1,128}$/;

/** Where a request stands with its key. */
type Claim =
  | { state: "mine"; at: number }
  | { state: "answered"; status: number; body: string }
  | { state: "at_work" }
  | { state: "other_body" };

interface KeyScope {
  account: string;
  route: string;
  key: string;
}

/** The request's `Idempotency-Key`, or null when it brought none. A key that cannot be kept is refused. */
export function requestKey(c: Ctx): string | null {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) return null;
  if (!KEY.test(key)) {
    throw new RefusalError("invalid", "An Idempotency-Key has 1 to 128 printable characters without spaces.");
  }
  return key;
}

function rowOf({ account, route, key }: KeyScope) {
  return and(eq(idempotencyKeys.account_id, account), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key));
}

/** Takes the key for this request, or says who has it. One statement decides, so of two racers exactly one is "mine". */
async function claim(db: Database, scope: KeyScope, fingerprint: string, now: number): Promise<Claim> {
  const taken = await db
    .insert(idempotencyKeys)
    .values({ account_id: scope.account, route: scope.route, key: scope.key, fingerprint, created_at: now })
    .onConflictDoNothing()
    .returning({ at: idempotencyKeys.created_at });
  if (taken.length > 0) return { state: "mine", at: now };

  const row = await db.query.idempotencyKeys.findFirst({ where: rowOf(scope) });
  // Given back between the two statements: the first request was refused, so this one asks again.
  if (!row) return { state: "at_work" };
  if (row.fingerprint !== fingerprint) return { state: "other_body" };
  if (row.status !== null) return { state: "answered", status: row.status, body: row.body ?? "" };
  if (now - row.created_at < CLAIM_LEASE_MS) return { state: "at_work" };

  const inherited = await db
    .update(idempotencyKeys)
    .set({ created_at: now })
    .where(and(rowOf(scope), isNull(idempotencyKeys.status), eq(idempotencyKeys.created_at, row.created_at)))
    .returning({ at: idempotencyKeys.created_at });
  return inherited.length > 0 ? { state: "mine", at: now } : { state: "at_work" };
}

/**
 * Makes a write safe to repeat (D17): the same `Idempotency-Key` with the same body answers with the saved status and
 * body and `Idempotency-Replayed: true`; with another body it is refused (A44). Keys belong to one account and one
 * route. Stands after the session middleware and after validation.
 *
 * Only what took effect is kept. A refusal changed nothing, so a repeat is judged afresh: a person whose hold had
 * lapsed may hold again and press the same button. A 5xx has an unknown outcome and is tried again; the ids derived
 * from the key (`stableId`) make that land on the same row.
 */
export function idempotent(route: string) {
  const once = createMiddleware<AppContext>(async (c, next) => {
    const key = requestKey(c);
    const actor = c.get("actor");
    if (key === null || actor === null) return next();

    const { db, now } = c.get("services");
    const scope: KeyScope = { account: actor.id, route, key };
    // The path is part of it: the same key on another order is another request, even with an empty body.
    const fingerprint = await sha256Hex(`${c.req.method} ${c.req.path}\n${await c.req.text()}`);

    let held = await claim(db, scope, fingerprint, now());
    for (let look = 1; held.state === "at_work" && look < LOOKS; look++) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      held = await claim(db, scope, fingerprint, now());
    }

    if (held.state === "other_body") {
      throw new RefusalError("idempotency_mismatch", "This request was already used with different details.");
    }
    if (held.state === "at_work") {
      throw new RefusalError("conflict", "This request is still being carried out. Please try again in a moment.", {
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
      // What was asked for has been done and is answered as such; only the memory of it is lost until the claim lapses.
      log("warn", { lost: "idempotency key", error: String(error) });
    }
  });
  return demanding({ kind: "key" }, once);
}
