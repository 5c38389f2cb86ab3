import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { Context } from "hono";
import type Stripe from "stripe";
import type { Role } from "#contract/account/profiles";
import { type IdPrefix, makeId } from "#domain/ids";
import { stripeClient } from "../adapters/card-stripe.ts";
import * as schema from "../db/schema.ts";
import type { AppEnv } from "../env.ts";
import { log } from "../log.ts";

/** Typed D1 access. Use `batch()` as the transaction; D1 has no `.transaction()`. */
export type Database = DrizzleD1Database<typeof schema>;

/** Dependencies of routes and commands, made once per request. Rules get clock and ids from here. */
export interface Services {
  env: AppEnv;
  db: Database;
  /** The Worker's only clock: epoch milliseconds, UTC. */
  now: () => number;
  newId: (prefix: IdPrefix) => string;
  /** Returns the card provider's client, or null when payments are off. */
  stripe: () => Stripe | null;
  /** Continues work after the response. Failures are logged. */
  defer: (work: Promise<unknown>) => void;
}

/**
 * The user of a request, from the access token alone (no query): sufficient for reads, up to five minutes old. Writes
 * use `requireTrader` or `requireAccount`, which read the account status from the database (D10).
 */
export interface Actor {
  id: string;
  role: Role;
  session_id: string;
  /** Set during impersonation: the staff member and the end time (decision 0031). */
  impersonatedBy?: { by: string; until: number };
}

export interface AppContext {
  Bindings: AppEnv;
  Variables: {
    services: Services;
    actor: Actor | null;
    requestId: string;
    /** Rows read together with account status and limits (http/admission.ts). */
    ahead?: readonly object[] | undefined;
  };
}

export type Ctx = Context<AppContext>;

/** Returns a function that creates one value per key and keeps it as long as the key. */
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

/** One drizzle instance per binding, because building it from the schema costs more than a page's query. */
const databaseOf = once((binding: D1Database): Database => drizzle(binding, { schema }));

/** Returns a statement that is built once per database. */
export function perDatabase<T>(prepare: (db: Database) => T): (db: Database) => T {
  return once(prepare);
}

/** Returns the dependencies of one request. `later` must keep the Worker alive until the work has ended. */
export function createServices(env: AppEnv, later: (work: Promise<unknown>) => void): Services {
  return {
    env,
    db: databaseOf(env.DB),
    now: () => Date.now(),
    newId: (prefix) => makeId(prefix, crypto.getRandomValues(new Uint8Array(20))),
    stripe: () => stripeClient(env),
    defer: (work) =>
      later(
        work.catch((error: unknown) => {
          log("error", { message: "work after a reply failed", error: String(error) });
        }),
      ),
  };
}
