/** What the emulator remembers, in its own SQLite: objects, answers by idempotency key, and events to deliver. */
import type { Answer } from "./wire.ts";

const DAY_MS = 24 * 60 * 60_000;

export interface StoredObject {
  id: string;
  object: string;
  created: number;
}

export interface PendingHook {
  id: string;
  body: string;
  attempts: number;
}

export interface StripeEvent extends StoredObject {
  object: "event";
  type: string;
  api_version: string;
  livemode: false;
  pending_webhooks: number;
  request: null;
  data: { object: unknown };
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Stripe's way of naming: a prefix and random letters. */
export function makeObjectId(prefix: string, length = 24): string {
  let text = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(length))) text += ALPHABET[byte % ALPHABET.length];
  return `${prefix}_${text}`;
}

export class EmulatorStore {
  readonly #sql: SqlStorage;
  readonly now: () => number;

  constructor(sql: SqlStorage, now: () => number) {
    this.#sql = sql;
    this.now = now;
    sql.exec(`CREATE TABLE IF NOT EXISTS objects (id TEXT PRIMARY KEY, kind TEXT NOT NULL, parent TEXT, body TEXT NOT NULL,
      created INTEGER NOT NULL, seq INTEGER NOT NULL)`);
    sql.exec("CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq)");
    sql.exec("CREATE INDEX IF NOT EXISTS objects_by_parent ON objects (parent)");
    sql.exec(`CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, status INTEGER NOT NULL,
      body TEXT NOT NULL, at INTEGER NOT NULL)`);
    sql.exec(`CREATE TABLE IF NOT EXISTS hooks (id TEXT PRIMARY KEY, body TEXT NOT NULL, attempts INTEGER NOT NULL,
      next_at INTEGER NOT NULL)`);
  }

  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  get<T extends StoredObject>(kind: T["object"], id: string): T | null {
    const [row] = this.#sql
      .exec<{ body: string }>("SELECT body FROM objects WHERE id = ? AND kind = ?", id, kind)
      .toArray();
    return row ? (JSON.parse(row.body) as T) : null;
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
      object.created,
    );
  }

  /** Children of one object, newest first. */
  children<T extends StoredObject>(kind: T["object"], parent: string): T[] {
    return this.#sql
      .exec<{ body: string }>("SELECT body FROM objects WHERE parent = ? AND kind = ? ORDER BY seq DESC", parent, kind)
      .toArray()
      .map((row) => JSON.parse(row.body) as T);
  }

  /** A page of one kind, newest first, as Stripe's list calls give it; of events also those of some types only. */
  list<T extends StoredObject>(
    kind: T["object"],
    { since, before, types, after }: { since: number; before: number; types: string[]; after: string | null },
    limit: number,
  ): T[] {
    return this.#sql
      .exec<{ body: string }>(
        `SELECT body FROM objects WHERE kind = ?1 AND created >= ?2 AND created < ?3
          AND (?4 = '[]' OR body ->> 'type' IN (SELECT value FROM json_each(?4)))
          AND seq < coalesce((SELECT seq FROM objects WHERE id = ?5), 9007199254740991) ORDER BY seq DESC LIMIT ?6`,
        kind,
        since,
        before,
        JSON.stringify(types),
        after,
        limit,
      )
      .toArray()
      .map((row) => JSON.parse(row.body) as T);
  }

  answered(key: string): (Answer & { fingerprint: string }) | null {
    this.#sql.exec("DELETE FROM answers WHERE at < ?", this.now() - DAY_MS);
    const [row] = this.#sql
      .exec<{ fingerprint: string; status: number; body: string }>(
        "SELECT fingerprint, status, body FROM answers WHERE key = ?",
        key,
      )
      .toArray();
    return row ? { fingerprint: row.fingerprint, status: row.status, body: JSON.parse(row.body) } : null;
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

  /** Records that something happened; it is delivered by the alarm. */
  emit(type: string, data: unknown): void {
    const event: StripeEvent = {
      id: makeObjectId("evt"),
      object: "event",
      type,
      api_version: "2026-10-28.endive",
      created: this.seconds(),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      data: { object: structuredClone(data) },
    };
    this.put(event);
    this.#sql.exec(
      "INSERT INTO hooks (id, body, attempts, next_at) VALUES (?, ?, 0, ?)",
      event.id,
      JSON.stringify(event),
      this.now(),
    );
  }

  dueHooks(limit: number): PendingHook[] {
    return this.#sql
      .exec<{ id: string; body: string; attempts: number }>(
        "SELECT id, body, attempts FROM hooks WHERE next_at <= ? ORDER BY next_at, rowid LIMIT ?",
        this.now(),
        limit,
      )
      .toArray();
  }

  delivered(id: string): void {
    this.#sql.exec("DELETE FROM hooks WHERE id = ?", id);
  }

  retryAt(id: string, attempts: number, at: number): void {
    this.#sql.exec("UPDATE hooks SET attempts = ?, next_at = ? WHERE id = ?", attempts, at, id);
  }

  nextHookAt(): number | null {
    const [row] = this.#sql.exec<{ at: number | null }>("SELECT min(next_at) AS at FROM hooks").toArray();
    return row?.at ?? null;
  }
}
