/** Accounts, sessions and profiles. `profiles.id` equals `accounts.id`. Times are UTC ms. */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { BankDetails } from "#contract/account/profiles";
import type { PaymentMethod } from "#contract/items";
import { ANSWER_TIMES } from "#domain/messages/answer-time";
import type { DetailsAvailableFrom } from "#domain/payments/payment-details-delay";
import { idOf, keyOf } from "./columns.ts";

export const accounts = sqliteTable("accounts", {
  id: text().primaryKey(),
  /** Lower case, trimmed. */
  email: text().notNull().unique(),
  email_verified: integer({ mode: "boolean" }).notNull().default(false),
  /** `$scrypt$ln=14,r=8,p=5$salt$hash`; null for accounts that sign in through a provider only. */
  password_hash: text(),
  created_at: integer().notNull(),
});

export const identities = sqliteTable(
  "identities",
  {
    provider: text().notNull(),
    subject: text().notNull(),
    account_id: idOf(() => accounts.id),
    created_at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.subject] }), index("identities_by_account").on(t.account_id)],
);

export const sessions = sqliteTable(
  "sessions",
  {
    id: text().primaryKey(),
    /** SHA-256 of the 256-bit cookie value, which is never stored. */
    token_hash: text().notNull().unique(),
    account_id: idOf(() => accounts.id),
    created_at: integer().notNull(),
    seen_at: integer().notNull(),
    expires_at: integer().notNull(),
    /** When the user last authenticated again in this session; null if not since sign-in. */
    confirmed_at: integer(),
    /** When the user last proved a second factor in this session; null if never (D62). */
    second_factor_at: integer(),
    /** Until when this session may add the first second factor of a staff account, after its link was used (A142). */
    first_factor_until: integer(),
    user_agent: text(),
    ip: text(),
    /** Impersonation: the user whose view this staff session shows, read-only, and until when (decision 0031). */
    viewing_as: text(),
    viewing_until: integer(),
  },
  (t) => [index("sessions_by_account").on(t.account_id, t.created_at), index("sessions_by_expiry").on(t.expires_at)],
);

/** SHA-256 of single-use secrets in emails. `DELETE … RETURNING` lets exactly one request use each. */
export const oneTimeTokens = sqliteTable(
  "one_time_tokens",
  {
    hash: text().primaryKey(),
    account_id: idOf(() => accounts.id),
    purpose: text({ enum: ["reset_password", "verify_email", "first_factor"] }).notNull(),
    expires_at: integer().notNull(),
  },
  (t) => [
    index("one_time_tokens_by_account").on(t.account_id, t.purpose),
    index("one_time_tokens_by_expiry").on(t.expires_at),
  ],
);

/** Counters of the exact rate limits (D50): key such as `ip:1.2.3.4:sign-in`, start of the window, count. */
export const throttles = sqliteTable(
  "throttles",
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    since: integer().notNull(),
  },
  (t) => [index("throttles_by_age").on(t.since)],
);

/** Keys that the Worker generates for itself, so that `wrangler deploy` is the only setup step. */
export const appKeys = sqliteTable("app_keys", {
  name: text().primaryKey(),
  value: text().notNull(),
  created_at: integer().notNull(),
});

export const profiles = sqliteTable(
  "profiles",
  {
    id: keyOf(() => accounts.id),
    /** Copy of accounts.email for the staff search (D5); written in the same batch. */
    email: text().notNull(),
    full_name: text().notNull().default(""),
    role: text({ enum: ["user", "admin", "super_admin"] })
      .notNull()
      .default("user"),
    account_type: text({ enum: ["individual", "seller", "business"] })
      .notNull()
      .default("individual"),
    country: text().notNull().default("Australia"),
    state_region: text(),
    city: text(),
    suburb: text(),
    postcode: text(),
    phone: text(),
    collection_address: text(),
    negotiation_aggressiveness: text({ enum: ["soft", "normal", "tough"] })
      .notNull()
      .default("normal"),
    /** Holiday mode: when the seller's items can be bought again (UTC ms); null while it is off (D60). */
    away_until: integer(),
    open_to_trades: integer({ mode: "boolean" }).notNull().default(true),
    enable_ai_upsell: integer({ mode: "boolean" }).notNull().default(false),
    /** Percent. Nothing charges it, so nobody can change it. */
    upsell_commission_rate: real().notNull().default(0),
    accepted_payment_methods: text({ mode: "json" })
      .$type<PaymentMethod[]>()
      .notNull()
      .default(sql`'["bank_transfer","stripe","crypto"]'`),
    bank_details: text({ mode: "json" }).$type<BankDetails>(),
    crypto_wallet_addresses: text({ mode: "json" }).$type<Record<string, string>>().notNull().default(sql`'{}'`),
    /** When new bank details and wallets are shown to buyers (UTC ms, A66). */
    details_wait: text({ mode: "json" }).$type<DetailsAvailableFrom>().notNull().default(sql`'{}'`),
    /** `{ marketplace: {completed, completed_at, skipped, skipped_at}, item_detail: {…} }` */
    walkthroughs: text({ mode: "json" }).$type<Record<string, Record<string, unknown>>>().notNull().default(sql`'{}'`),
    /** Cached sum of balance_transactions, updated by a trigger (D19). Ad credit, not proceeds. */
    seller_balance_cents: integer().notNull().default(0),
    is_suspended: integer({ mode: "boolean" }).notNull().default(false),
    suspension_end_date: integer(),
    is_banned: integer({ mode: "boolean" }).notNull().default(false),
    ban_reason: text(),
    incomplete_transaction_count: integer().notNull().default(0),
    last_incomplete_transaction_date: integer(),
    account_restricted: integer({ mode: "boolean" }).notNull().default(false),
    restriction_reason: text(),
    restriction_applied_at: integer(),
    /** Average rating in hundredths of a star, and the number of ratings; updated by the ratings triggers. */
    average_rating_hundredths: integer(),
    rating_count: integer().notNull().default(0),
    /** The seller's usual time to answer (D56), and when it was computed (UTC ms). */
    answer_time: text({ enum: ANSWER_TIMES }),
    answer_time_at: integer(),
    /** Agreed collections of this person and how many of them they missed; updated by triggers (D56). */
    pickups: integer().notNull().default(0),
    pickups_missed: integer().notNull().default(0),
    /** Number of the seller's items for sale, updated by the triggers of `items`. Stores are sorted by it. */
    listed_count: integer().notNull().default(0),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
    /** When the person's data was erased (D61). The row stays, because orders and ledger rows refer to it. */
    erased_at: integer(),
  },
  (t) => [
    index("profiles_by_role").on(t.role),
    index("profiles_by_email").on(t.email),
    index("profiles_by_date").on(t.created_at),
    index("profiles_erased").on(t.erased_at).where(sql`erased_at IS NOT NULL`),
    index("profiles_away").on(t.away_until).where(sql`away_until IS NOT NULL`),
    index("profiles_in_trouble")
      .on(t.created_at)
      .where(sql`is_banned = 1 OR is_suspended = 1 OR account_restricted = 1`),
    index("profiles_by_answer_time").on(t.answer_time_at).where(sql`answer_time_at IS NOT NULL`),
    index("profiles_stores").on(t.listed_count, t.id).where(sql`listed_count > 0`),
    check("profiles_balance_not_negative", sql`${t.seller_balance_cents} >= 0`),
  ],
);
