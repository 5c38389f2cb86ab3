/**
 * Writes the audit log (D34): an entry is in the same batch as its cause, so that neither exists without the other.
 * SQLite cannot hash, so `chainAuditLog` adds the hash chain afterwards: after every request of staff or use of a link,
 * in every cron run, and before the log is read. A business write never waits for it or fails because of it (decision 0031).
 */

import { type SQL, sql } from "drizzle-orm";
import { sha256Hex } from "../stable-id.ts";
import { batch, type Database } from "./client.ts";
import { violatedConstraint } from "./constraints.ts";
import type { auditLog } from "./schema/site-content.ts";

/** Actor of automatic actions. */
export const SERVICE_ACTOR = "service";

export interface NewAuditEntry {
  /** The account that acted, or SERVICE. */
  actor_id: string;
  /** Snake case, past tense or a noun: `ad_created`, `ban`. */
  action: string;
  /** Id of the affected record, such as a user. */
  subject: string;
  /** Changed values, before and after; never secrets, bank details or addresses. */
  details?: Record<string, unknown>;
  at: number;
}

/** Condition for `insertAuditEntry`: the statement before it in the batch changed something. */
export const CHANGED = sql`changes() > 0`;

/** Returns the statement that adds an entry, for `batch`; with a condition, only where it holds. */
export function insertAuditEntry({ actor_id, action, subject, details = {}, at }: NewAuditEntry, when?: SQL): SQL {
  return sql`INSERT INTO audit_log (actor_id, action, subject, details, at)
    SELECT ${actor_id}, ${action}, ${subject}, ${JSON.stringify(details)}, ${at} WHERE ${when ?? sql`1`}`;
}

/** The hash before the first entry. */
export const GENESIS = "0".repeat(64);

/** An entry as stored; `details` is the stored JSON text. */
export type StoredEntry = Omit<typeof auditLog.$inferSelect, "details"> & { details: string };

/** Returns the SHA-256 of the previous hash and every column as JSON, which an export can recalculate. */
export function entryHash(prevHash: string, entry: StoredEntry): Promise<string> {
  const { id, actor_id, action, subject, details, at } = entry;
  return sha256Hex(JSON.stringify([prevHash, id, actor_id, action, subject, details, at]));
}

const SEALED_AT_ONCE = 400;
const ATTEMPTS = 5;

interface Head {
  entry_id: number;
  hash: string;
}

/** Returns the end of the chain; null when it is empty. */
export async function auditHead(db: Database): Promise<Head | null> {
  const [head] = await db.all<Head>(sql`SELECT entry_id, hash FROM audit_seals ORDER BY entry_id DESC LIMIT 1`);
  return head ?? null;
}

/**
 * Adds new entries to the chain. Concurrent calls are harmless: only one can continue from a hash, and the others
 * retry.
 * @returns the number of entries added to the chain.
 */
export async function chainAuditLog(db: Database): Promise<number> {
  let sealed = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const head = await auditHead(db);
    const entries = await db.all<StoredEntry>(sql`SELECT id, actor_id, action, subject, details, at FROM audit_log
      WHERE id > ${head?.entry_id ?? 0} ORDER BY id LIMIT ${SEALED_AT_ONCE}`);
    if (entries.length === 0) return sealed;
    const seals: SQL[] = [];
    let prev = head?.hash ?? GENESIS;
    for (const entry of entries) {
      const hash = await entryHash(prev, entry);
      seals.push(sql`INSERT INTO audit_seals (entry_id, prev_hash, hash) VALUES (${entry.id}, ${prev}, ${hash})`);
      prev = hash;
    }
    try {
      await batch(db, seals);
      sealed += seals.length;
    } catch (error) {
      if (!violatedConstraint(error)?.startsWith("audit_seals.")) throw error;
    }
  }
  return sealed;
}
