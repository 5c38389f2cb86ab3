/** Hash chain of the audit log (decision 0031); append-only by triggers in migrations/0000_initial.sql. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { auditLog } from "./site-content.ts";

/** One row per entry of the audit log, in order. Each hash covers the entry and the hash before it. */
export const auditHashes = sqliteTable("audit_seals", {
  entry_id: integer()
    .primaryKey()
    .references(() => auditLog.id),
  /** Unique, so that two concurrent writers cannot fork the chain. */
  prev_hash: text().notNull().unique(),
  hash: text().notNull().unique(),
});
