/** New email addresses that are not confirmed yet, and the links that undo a change of the address (A27). */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./account.ts";
import { idOf } from "./columns.ts";

/** One per account, keyed by the SHA-256 of the secret sent to the new address. */
export const emailChanges = sqliteTable("email_changes", {
  hash: text().primaryKey(),
  account_id: text()
    .notNull()
    .unique()
    .references(() => accounts.id),
  email: text().notNull(),
  expires_at: integer().notNull(),
});

/** Addresses that an account had before, until when: an erasure removes also what was sent to those. */
export const earlierEmails = sqliteTable(
  "earlier_emails",
  {
    account_id: idOf(() => accounts.id),
    email: text().notNull(),
    until: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.email] })],
);

/**
 * Links sent to the address that an account had when another one was asked for, by SHA-256. A link also reserves its
 * address, because it could not give back one that another account has taken.
 */
export const emailChangeStops = sqliteTable(
  "email_change_stops",
  {
    hash: text().primaryKey(),
    account_id: idOf(() => accounts.id),
    /** The old address. */
    email: text().notNull(),
    requested_at: integer().notNull(),
    expires_at: integer().notNull(),
  },
  (t) => [
    index("email_change_stops_by_account").on(t.account_id, t.requested_at),
    index("email_change_stops_by_email").on(t.email),
    index("email_change_stops_by_expiry").on(t.expires_at),
  ],
);
