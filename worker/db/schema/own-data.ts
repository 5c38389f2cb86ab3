/** Copies of a person's data, and deletions of accounts (D61). */
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { profiles } from "./account.ts";
import { idOf, keyOf } from "./columns.ts";

/** A copy of a person's data, made by a job. The file is deleted when it expires; the row a while later. */
export const dataExports = sqliteTable(
  "data_exports",
  {
    id: text().primaryKey(),
    account_id: idOf(() => profiles.id),
    /** The person, or the staff member who answered their email. */
    requested_by: text().notNull(),
    status: text({ enum: ["queued", "ready", "failed", "expired"] })
      .notNull()
      .default("queued"),
    requested_at: integer().notNull(),
    ready_at: integer(),
    expires_at: integer(),
    /** In the private bucket; null once it is deleted. */
    file_key: text(),
    bytes: integer(),
    attempts: integer().notNull().default(0),
    /** When a run may take it; set ahead while one is at work. */
    next_at: integer().notNull(),
  },
  (t) => [
    uniqueIndex("data_exports_one_at_a_time").on(t.account_id).where(sql`status = 'queued'`),
    index("data_exports_by_account").on(t.account_id, t.requested_at),
    index("data_exports_due").on(t.next_at).where(sql`status = 'queued'`),
    index("data_exports_expiring").on(t.expires_at).where(sql`file_key IS NOT NULL`),
    check(
      "data_exports_ready",
      sql`${t.status} <> 'ready' OR (${t.file_key} IS NOT NULL AND ${t.expires_at} IS NOT NULL)`,
    ),
  ],
);

/** One per account that will be deleted or was. The rows with `erased_at` are the list of erased accounts. */
export const accountDeletions = sqliteTable(
  "account_deletions",
  {
    account_id: keyOf(() => profiles.id),
    /** The person, or the staff member who answered their email. */
    requested_by: text().notNull(),
    requested_at: integer().notNull(),
    /** Until then the person can change their mind. */
    due_at: integer().notNull(),
    /** When the job takes it next: to erase, and a day later to erase again what arrived late. Null when it is done. */
    next_at: integer(),
    /** Until when the owner themselves is away: holiday mode has this again if they keep the account. */
    away_until: integer(),
    erased_at: integer(),
  },
  (t) => [
    index("account_deletions_due").on(t.next_at).where(sql`next_at IS NOT NULL`),
    check("account_deletions_grace", sql`${t.erased_at} IS NULL OR ${t.erased_at} >= ${t.due_at}`),
    check("account_deletions_goes_on", sql`${t.erased_at} IS NOT NULL OR ${t.next_at} IS NOT NULL`),
  ],
);
