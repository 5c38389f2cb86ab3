import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { Context } from "hono";
import type Stripe from "stripe";
import type { Role } from "#contract/profiles";
import { type IdPrefix, makeId } from "#domain/ids";
import { stripeClient } from "../adapters/card-stripe.ts";
import * as schema from "../db/schema.ts";
import type { AppEnv } from "../env.ts";
import { log } from "../log.ts";

/** Typed D1 access. `batch()` is the transaction; `.transaction()` does not exist on D1. */
export type Database = DrizzleD1Database<typeof schema>;

/** Everything a route or command needs from outside, made once per request. The clock and ids enter rules from here. */
export interface Services {
  env: AppEnv;
  db: Database;
  /** UTC ms. The only clock of the Worker. */
  now: () => number;
  newId: (prefix: IdPrefix) => string;
  /** The card provider, or null when payments are off. */
  stripe: () => Stripe | null;
  /** Finishes after the reply is sent. What fails there is logged and goes no further: the reply was right. */
  later: (work: Promise<unknown>) => void;
}

/**
 * Who is asking, from the access token alone (no query): good for reads, at most five minutes old. Writes go through
 * `requireTrader` or `requireAccount`, which load standing afresh (D10).
 */
export interface Actor {
  id: string;
  role: Role;
  session_id: string;
  /** Set while staff look at the site through this person's eyes: who looks, and until when (decision 0060). */
  viewing?: { by: string; until: number };
}

export interface AppContext {
  Bindings: AppEnv;
  Variables: {
    services: Services;
    actor: Actor | null;
    requestId: string;
    /** Rows that were read together with standing and limits (http/admission.ts). */
    ahead?: readonly object[] | undefined;
  };
}

export type Ctx = Context<AppContext>;

/** Made on first use and kept as long as what it is made for. */
function once<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) {
      value = make(key);
      made.set(key, value);
    }
    return value;
  };
}

/** One for each binding: what drizzle makes of the schema is the same for every request, and costs more than a page's query. */
const databaseOf = once((binding: D1Database): Database => drizzle(binding, { schema }));

/** A prepared statement of each database. */
export function perDatabase<T>(prepare: (db: Database) => T): (db: Database) => T {
  return once(prepare);
}

export function createServices(env: AppEnv, later: (work: Promise<unknown>) => void): Services {
  return {
    env,
    db: databaseOf(env.DB),
    now: () => Date.now(),
    newId: (prefix) => makeId(prefix, crypto.getRandomValues(new Uint8Array(20))),
    stripe: () => stripeClient(env),
    later: (work) =>
      later(
        work.catch((error: unknown) => {
          log("error", { message: "work after a reply failed", error: String(error) });
        }),
      ),
  };
}
