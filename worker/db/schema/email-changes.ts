/** A new email address that is not confirmed yet: one per account, keyed by the SHA-256 of the secret sent to it. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./account.ts";

export const emailChanges = sqliteTable("email_changes", {
  hash: text().primaryKey(),
  account_id: text()
    .notNull()
    .unique()
    .references(() => accounts.id),
  email: text().notNull(),
  expires_at: integer().notNull(),
});
