/** Confirmed phone numbers (D70). A number is private: others see only that one was confirmed. */
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./account.ts";
import { idOf, keyOf } from "./columns.ts";

/** The code a person has asked for; a new one replaces it. */
export const phoneCodes = sqliteTable(
  "phone_codes",
  {
    account_id: keyOf(() => accounts.id),
    /** Such as "+61412345678". */
    number: text().notNull(),
    /** SHA-256 of salt and code. */
    code_hash: text().notNull(),
    salt: text().notNull(),
    tries: integer().notNull().default(0),
    expires_at: integer().notNull(),
  },
  (t) => [index("phone_codes_by_expiry").on(t.expires_at), check("phone_codes_tries", sql`${t.tries} BETWEEN 0 AND 5`)],
);

/** A number belongs to the account that confirmed it last, because numbers change hands. */
export const confirmedPhones = sqliteTable("confirmed_phones", {
  account_id: keyOf(() => accounts.id),
  number: text().notNull().unique(),
  confirmed_at: integer().notNull(),
});

/** Texts on a developer's machine, which has no provider. Staff read them at /EmailTest. Empty in a deployment. */
export const textMessages = sqliteTable(
  "text_messages",
  {
    id: text().primaryKey(),
    account_id: idOf(() => accounts.id),
    to_number: text().notNull(),
    text: text().notNull(),
    created_at: integer().notNull(),
  },
  (t) => [index("text_messages_by_date").on(t.created_at, t.id)],
);
