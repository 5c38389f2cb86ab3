/** Storage of the emulator in its own SQLite: objects, answers by idempotency key, and events to deliver. */

import type Stripe from "stripe";
import { DAY_MS } from "#domain/deadlines";
import type { Charge, Dispute, Kind, Stored, StoredEvent, StoredObject } from "./objects.ts";
import type { Answer } from "./wire.ts";

const API_VERSION = "2026-10-28.endive";

export interface PendingWebhook {
  id: string;
  endpoint: Endpoint;
  body: string;
  attempts: number;
}

/** Stripe signs the platform's own events and those of connected accounts with different secrets. */
export type Endpoint = "platform" | "connect";

/** The subset of a Durable Object's SQLite used here, so that a test can use another database. */
export interface Sql {
  exec<T extends Record<string, SqlStorageValue>>(
    query: string,
    ...values: (string | number | null)[]
  ): { toArray(): T[] };
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns an id in Stripe's form: a prefix and random letters. */
export function makeObjectId(prefix: string, length = 24): string {
  let text = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(length))) text += ALPHABET[byte % ALPHABET.length];
  return `${prefix}_${text}`;
}

export interface ListQuery {
  since?: number;
  before?: number;
  types?: string[];
  /** Id of the last row of the previous page. */
  after?: string;
  filters?: Partial<Record<Filter, string>>;
  limit: number;
}

const FILTERS = {
  charge: "body ->> 'charge' = ?",
  destination: "body ->> 'destination' = ?",
  payment_intent: "body ->> 'payment_intent' = ?",
  source: "body ->> 'source' = ?",
  transfer: "body ->> 'transfer' = ?",
  transfer_group: "body ->> 'transfer_group' = ?",
  type: "body ->> 'type' = ?",
} as const;
export type Filter = keyof typeof FILTERS;

type EventObject<T extends Stripe.Event["type"]> = Extract<Stripe.Event, { type: T }>["data"]["object"];

/** The emulator's data. All methods are synchronous. */
export class EmulatorStore {
  readonly #sql: Sql;
  readonly now: () => number;
  /** The current call: an event names the call that caused it. */
  request: Stripe.Event.Request | null = null;
  /** Test hook: how many of the next payments stay in `processing`. */
  slowPayments = 0;

  constructor(sql: Sql, now: () => number) {
    this.#sql = sql;
    this.now = now;
    for (const statement of [
      `CREATE TABLE IF NOT EXISTS objects (id TEXT PRIMARY KEY, kind TEXT NOT NULL, parent TEXT, body TEXT NOT NULL,
        created INTEGER NOT NULL, seq INTEGER NOT NULL)`,
      "CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq)",
      "CREATE INDEX IF NOT EXISTS objects_by_day ON objects (kind, created, seq)",
      "CREATE INDEX IF NOT EXISTS objects_by_seq ON objects (seq)",
      "CREATE INDEX IF NOT EXISTS objects_of_parent ON objects (parent, kind, seq)",
      "CREATE INDEX IF NOT EXISTS objects_of_intent ON objects (kind, body ->> 'payment_intent', seq)",
      "CREATE INDEX IF NOT EXISTS objects_of_group ON objects (kind, body ->> 'transfer_group', seq)",
      `CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, status INTEGER NOT NULL,
        body TEXT NOT NULL, at INTEGER NOT NULL)`,
      "CREATE INDEX IF NOT EXISTS answers_by_age ON answers (at)",
      "CREATE TABLE IF NOT EXISTS movements (id TEXT PRIMARY KEY, net INTEGER NOT NULL, available_on INTEGER NOT NULL)",
      "CREATE INDEX IF NOT EXISTS movements_by_day ON movements (available_on, net)",
      "CREATE TABLE IF NOT EXISTS awaited (id TEXT PRIMARY KEY)",
      `CREATE TABLE IF NOT EXISTS deliveries (id TEXT PRIMARY KEY, endpoint TEXT NOT NULL, body TEXT NOT NULL,
        attempts INTEGER NOT NULL, next_at INTEGER NOT NULL)`,
    ]) {
      sql.exec(statement);
    }
  }

  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  get<K extends Kind>(kind: K, id: string): Stored<K> | null {
    const [row] = this.#sql
      .exec<{ body: string }>("SELECT body FROM objects WHERE id = ? AND kind = ?", id, kind)
      .toArray();
    return row ? (JSON.parse(row.body) as Stored<K>) : null;
  }

  /** Returns an object of any kind, for `expand`. */
  find(id: string): StoredObject | null {
    const [row] = this.#sql.exec<{ body: string }>("SELECT body FROM objects WHERE id = ?", id).toArray();
    return row ? (JSON.parse(row.body) as StoredObject) : null;
  }

  put(object: StoredObject, parent: string | null = null): void {
    this.#sql.exec(
      `INSERT INTO objects (id, kind, parent, body, created, seq)
        VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(seq), 0) + 1 FROM objects))
        ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
      object.id,
      object.object,
      parent,
      JSON.stringify(object),
      this.seconds(),
    );
  }

  /** Returns the children of an object, newest first. */
  children<K extends Kind>(kind: K, parent: string): Stored<K>[] {
    return this.#sql
      .exec<{ body: string }>("SELECT body FROM objects WHERE parent = ? AND kind = ? ORDER BY seq DESC", parent, kind)
      .toArray()
      .map((row) => JSON.parse(row.body) as Stored<K>);
  }

  /** Returns a page of one kind, newest first. Events of connected accounts are not in the platform's list. */
  list<K extends Kind>(kind: K, { since, before, types = [], after, filters = {}, limit }: ListQuery): Stored<K>[] {
    const conditions = ["kind = ?", "(kind <> 'event' OR parent IS NULL)"];
    const values: (string | number)[] = [kind];
    const narrow = (condition: string, value: string | number | undefined) => {
      if (value === undefined) return;
      conditions.push(condition);
      values.push(value);
    };
    for (const [name, value] of Object.entries(filters)) narrow(FILTERS[name as Filter], value);
    if (since !== undefined) {
      // Newer objects have a higher number, so the list need not look at the older ones.
      conditions.push("seq >= (SELECT seq FROM objects WHERE kind = ? AND created >= ? ORDER BY created, seq LIMIT 1)");
      values.push(kind, since);
    }
    narrow("created < ?", before);
    narrow("body ->> 'type' IN (SELECT value FROM json_each(?))", types.length > 0 ? JSON.stringify(types) : undefined);
    narrow("seq < (SELECT seq FROM objects WHERE id = ?)", after);
    return this.#sql
      .exec<{ body: string }>(
        `SELECT body FROM objects WHERE ${conditions.join(" AND ")} ORDER BY seq DESC LIMIT ?`,
        ...values,
        limit,
      )
      .toArray()
      .map((row) => JSON.parse(row.body) as Stored<K>);
  }

  /** Returns the successful charge of an intent, which may also have charges of declined cards. */
  paidCharge(intentId: string): Charge | null {
    return this.children("charge", intentId).find(({ status }) => status === "succeeded") ?? null;
  }

  disputeOf(intentId: string): Dispute | null {
    return this.children("dispute", intentId)[0] ?? null;
  }

  /** Marks a refund whose outcome is still to come. */
  awaitRefund(id: string): void {
    this.#sql.exec("INSERT INTO awaited (id) VALUES (?)", id);
  }

  awaitedRefunds(): string[] {
    return this.#sql
      .exec<{ id: string }>("SELECT id FROM awaited ORDER BY rowid")
      .toArray()
      .map(({ id }) => id);
  }

  refundSettled(id: string): void {
    this.#sql.exec("DELETE FROM awaited WHERE id = ?", id);
  }

  /** Books a movement of the platform's balance, available from `available_on`. */
  book(movement: Stripe.BalanceTransaction): void {
    this.put(movement);
    this.#sql.exec(
      "INSERT INTO movements (id, net, available_on) VALUES (?, ?, ?)",
      movement.id,
      movement.net,
      movement.available_on,
    );
  }

  balance(): { available: number; pending: number; movements: number } {
    const [row] = this.#sql
      .exec<{ available: number; pending: number; movements: number }>(
        `SELECT coalesce(sum(iif(available_on <= ?1, net, 0)), 0) AS available,
          coalesce(sum(iif(available_on > ?1, net, 0)), 0) AS pending, count(*) AS movements FROM movements`,
        this.seconds(),
      )
      .toArray();
    return row ?? { available: 0, pending: 0, movements: 0 };
  }

  answered(key: string): (Answer & { fingerprint: string }) | null {
    this.#sql.exec("DELETE FROM answers WHERE at < ?", this.now() - DAY_MS);
    const [row] = this.#sql
      .exec<{ fingerprint: string; status: number; body: string }>(
        "SELECT fingerprint, status, body FROM answers WHERE key = ?",
        key,
      )
      .toArray();
    return row ? { fingerprint: row.fingerprint, status: row.status, body: JSON.parse(row.body), began: true } : null;
  }

  remember(key: string, fingerprint: string, answer: Answer): void {
    this.#sql.exec(
      "INSERT OR REPLACE INTO answers (key, fingerprint, status, body, at) VALUES (?, ?, ?, ?, ?)",
      key,
      fingerprint,
      answer.status,
      JSON.stringify(answer.body),
      this.now(),
    );
  }

  /** Records an event, which the alarm delivers. Events of a connected account go to their own endpoint. */
  emit<T extends Stripe.Event["type"]>(type: T, object: EventObject<T>, account?: string): void {
    const event: StoredEvent = {
      id: makeObjectId("evt"),
      object: "event",
      ...(account !== undefined && { account }),
      type,
      api_version: API_VERSION,
      created: this.seconds(),
      livemode: false,
      pending_webhooks: 1,
      request: this.request ?? { id: null, idempotency_key: null },
      data: { object: structuredClone(object) },
    };
    this.put(event, account);
    this.deliver(event.id, account === undefined ? "platform" : "connect", event);
  }

  deliver(id: string, endpoint: Endpoint, body: object): void {
    this.#sql.exec(
      "INSERT INTO deliveries (id, endpoint, body, attempts, next_at) VALUES (?, ?, ?, 0, ?)",
      id,
      endpoint,
      JSON.stringify(body),
      this.now(),
    );
  }

  dueHooks(limit: number, shuffle: boolean): PendingWebhook[] {
    return this.#sql
      .exec<{ id: string; endpoint: Endpoint; body: string; attempts: number }>(
        `SELECT id, endpoint, body, attempts FROM deliveries WHERE next_at <= ?
          ORDER BY ${shuffle ? "random()" : "next_at, rowid"} LIMIT ?`,
        this.now(),
        limit,
      )
      .toArray();
  }

  delivered(id: string): void {
    this.#sql.exec("DELETE FROM deliveries WHERE id = ?", id);
  }

  retryAt(id: string, attempts: number, at: number): void {
    this.#sql.exec("UPDATE deliveries SET attempts = ?, next_at = ? WHERE id = ?", attempts, at, id);
  }

  nextHookAt(): number | null {
    const [row] = this.#sql.exec<{ at: number | null }>("SELECT min(next_at) AS at FROM deliveries").toArray();
    return row?.at ?? null;
  }
}
