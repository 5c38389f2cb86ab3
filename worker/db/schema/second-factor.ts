/** Passkeys, authenticator apps and recovery codes of accounts, and open challenges (D62). Times are UTC ms. */
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./account.ts";
import { idOf, keyOf } from "./columns.ts";

export const passkeys = sqliteTable(
  "passkeys",
  {
    id: text().primaryKey(),
    account_id: idOf(() => accounts.id),
    /** The authenticator's id of the key, in base64url. */
    credential_id: text().notNull().unique(),
    /** COSE key in base64url. */
    public_key: text().notNull(),
    /** Signatures so far, by the authenticator's count; 0 for one that does not count. A copy falls behind (A139). */
    counter: integer().notNull(),
    /** How browsers reach the authenticator. */
    transports: text({ mode: "json" }).$type<string[]>().notNull(),
    name: text().notNull(),
    created_at: integer().notNull(),
    last_used_at: integer(),
  },
  (t) => [index("passkeys_by_account").on(t.account_id, t.created_at)],
);

/** At most one per account. Until its first code it is only being set up, and proves nothing. */
export const authenticatorApps = sqliteTable(
  "authenticator_apps",
  {
    account_id: keyOf(() => accounts.id),
    /** Base32. Readable, because codes are calculated from it. */
    secret: text().notNull(),
    /** Time step of the last code that was used: an older or equal one is refused (A140). */
    last_step: integer().notNull().default(0),
    created_at: integer().notNull(),
    confirmed_at: integer(),
  },
  (t) => [check("authenticator_apps_used", sql`${t.confirmed_at} IS NULL OR ${t.last_step} > 0`)],
);

/** SHA-256 of unused recovery codes. `DELETE … RETURNING` lets exactly one request use each. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    hash: text().primaryKey(),
    account_id: idOf(() => accounts.id),
    created_at: integer().notNull(),
  },
  (t) => [index("recovery_codes_by_account").on(t.account_id)],
);

/** Open WebAuthn challenges and second steps of sign-ins, by SHA-256. Used once, within five minutes. */
export const authChallenges = sqliteTable(
  "auth_challenges",
  {
    hash: text().primaryKey(),
    purpose: text({ enum: ["passkey_sign_in", "passkey_add", "passkey_confirm", "second_step"] }).notNull(),
    /** The session it was made for, or SHA-256 of the browser's cookie before there is a session. */
    bound_to: text().notNull(),
    /** Null while it is not known who signs in. */
    account_id: text().references(() => accounts.id),
    expires_at: integer().notNull(),
  },
  (t) => [index("auth_challenges_by_browser").on(t.bound_to), index("auth_challenges_by_expiry").on(t.expires_at)],
);
