/** The chain over the audit log (decision 0060). Triggers in migrations/0000_initial.sql keep it append-only, like the log itself. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { auditLog } from "./community.ts";

/** One for each entry of the log, in its order: what came before and this entry, hashed together. */
export const auditSeals = sqliteTable("audit_seals", {
  entry_id: integer()
    .primaryKey()
    .references(() => auditLog.id),
  /** Unique: two sealers at once cannot make the chain fork. */
  prev_hash: text().notNull().unique(),
  hash: text().notNull().unique(),
});
