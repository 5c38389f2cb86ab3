/**
 * The one way into the audit log (D34): an entry in the batch of what it tells of, so that there is never one without the
 * other. SQLite cannot hash, so the chain is laid over the entries right afterwards (`sealAuditLog`: after every call of
 * staff, in every tick of the cron, and before anybody reads the log). A business write never waits for it and never fails
 * because of it (decision 0060).
 */

import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../http/context.ts";
import { sha256Hex } from "../http/stable-id.ts";
import { brokenConstraint } from "./constraints.ts";
import { auditLog } from "./schema/community.ts";

/** Who acts when nobody in particular does. */
export const SERVICE = "service";

export interface NewAuditEntry {
  /** The account that did it, or SERVICE. */
  actor_id: string;
  /** Snake case, in the past or as a noun: `ad_created`, `ban`. */
  action: string;
  /** The id of what it was done to, such as a person's. */
  subject: string;
  /** What changed, before and after; never secrets, bank details or addresses. */
  details?: Record<string, unknown>;
  at: number;
}

/** For drizzle's `db.batch`. At least one entry. */
export function auditInsert(db: Database, entries: NewAuditEntry | readonly NewAuditEntry[]) {
  return db.insert(auditLog).values([entries].flat());
}

/** For `d1.batch`. */
export function auditStatements(d1: D1Database, ...entries: readonly NewAuditEntry[]): D1PreparedStatement[] {
  return entries.map(({ actor_id, action, subject, details = {}, at }) =>
    d1
      .prepare("INSERT INTO audit_log (actor_id, action, subject, details, at) VALUES (?, ?, ?, ?, ?)")
      .bind(actor_id, action, subject, JSON.stringify(details), at),
  );
}

/** For `d1.batch`, right behind a guarded statement: nothing was changed, nothing is told. */
export function auditIfChanged(d1: D1Database, entry: NewAuditEntry): D1PreparedStatement {
  const { actor_id, action, subject, details = {}, at } = entry;
  return d1
    .prepare("INSERT INTO audit_log (actor_id, action, subject, details, at) SELECT ?, ?, ?, ?, ? WHERE changes() > 0")
    .bind(actor_id, action, subject, JSON.stringify(details), at);
}

/** The same for `batchAll`. */
export function auditSqlIfChanged({ actor_id, action, subject, details = {}, at }: NewAuditEntry): SQL {
  return sql`INSERT INTO audit_log (actor_id, action, subject, details, at)
    SELECT ${actor_id}, ${action}, ${subject}, ${JSON.stringify(details)}, ${at} WHERE changes() > 0`;
}

/**
 * As SQL and values, for the item rooms, which repeat what they are not sure was written: the entry stays out when
 * `unless` finds a row.
 */
export function auditRow(
  { actor_id, action, subject, details = {}, at }: NewAuditEntry,
  unless: { sql: string; params: (string | number)[] },
): { sql: string; params: (string | number)[] } {
  return {
    sql: `INSERT INTO audit_log (actor_id, action, subject, details, at) SELECT ?, ?, ?, ?, ?
      WHERE NOT EXISTS (${unless.sql})`,
    params: [actor_id, action, subject, JSON.stringify(details), at, ...unless.params],
  };
}

/** What the first entry is chained to. */
export const GENESIS = "0".repeat(64);

/** An entry exactly as it is stored: `details` is its text, not what it parses to. */
export interface StoredEntry {
  id: number;
  actor_id: string;
  action: string;
  subject: string;
  details: string;
  at: number;
}

/** SHA-256 over the hash before it and every column, as JSON: anybody can compute it again from an export. */
export function sealOf(prevHash: string, entry: StoredEntry): Promise<string> {
  const { id, actor_id, action, subject, details, at } = entry;
  return sha256Hex(JSON.stringify([prevHash, id, actor_id, action, subject, details, at]));
}

const SEALED_AT_ONCE = 400;
const ATTEMPTS = 5;

interface Head {
  entry_id: number;
  hash: string;
}

/** The end of the chain; null for an empty one. */
export async function auditHead(d1: D1Database): Promise<Head | null> {
  return d1.prepare("SELECT entry_id, hash FROM audit_seals ORDER BY entry_id DESC LIMIT 1").first<Head>();
}

/**
 * Chains what has been written since. Several at once are harmless: only one of them can continue from the same hash, and
 * the others look again. @returns how many entries were sealed.
 */
export async function sealAuditLog(d1: D1Database): Promise<number> {
  let sealed = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const head = await auditHead(d1);
    const { results } = await d1
      .prepare("SELECT id, actor_id, action, subject, details, at FROM audit_log WHERE id > ? ORDER BY id LIMIT ?")
      .bind(head?.entry_id ?? 0, SEALED_AT_ONCE)
      .all<StoredEntry>();
    if (results.length === 0) return sealed;
    const seal = d1.prepare("INSERT INTO audit_seals (entry_id, prev_hash, hash) VALUES (?, ?, ?)");
    const statements: D1PreparedStatement[] = [];
    let prev = head?.hash ?? GENESIS;
    for (const entry of results) {
      const hash = await sealOf(prev, entry);
      statements.push(seal.bind(entry.id, prev, hash));
      prev = hash;
    }
    try {
      await d1.batch(statements);
      sealed += statements.length;
    } catch (error) {
      if (!brokenConstraint(error)?.startsWith("audit_seals.")) throw error;
    }
  }
  return sealed;
}
