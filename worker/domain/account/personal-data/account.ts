/** Personal data of accounts, settings, notifications and emails. */
import { FORMER_MEMBER } from "../display-name.ts";
import { type Declaration, REMOVED, STAFF_RECORD } from "./rules.ts";

const SECRET = "A secret, or the hash of one.";
const OWN_EMAIL = "(SELECT email FROM accounts WHERE id = ?1)";
/** Null until the person has confirmed it, because anybody may sign up with another person's address. */
const CONFIRMED_EMAIL = "(SELECT email FROM accounts WHERE id = ?1 AND email_verified = 1)";
/** Condition: the address was this person's at that time, and they had confirmed it. */
const earlier = (
  email: string,
) => `EXISTS (SELECT 1 FROM earlier_emails e WHERE e.account_id = ?1 AND e.email = ${email}
  AND created_at <= e.until)`;
/** Those sent with the account, and those sent from the address without one. */
const OWN_REQUESTS = `user_id = ?1 OR (user_id IS NULL AND (user_email = ${CONFIRMED_EMAIL} OR ${earlier("user_email")}))`;

/** Comes first: these rows are found by the email address, which the last statement removes. */
export const CORRESPONDENCE: Declaration = {
  mail_outbox: {
    neutral: "id dedupe_key daily_for private_kind status attempts next_at last_error created_at",
    personal: "to_address subject text html parts unsubscribe_url",
    withheld: {
      text: "Was sent to the person, and may contain a link that still works.",
      html: "The same as the text.",
      parts: "The same as the text.",
      unsubscribe_url: SECRET,
    },
    rows: [
      { of: `to_address = ${CONFIRMED_EMAIL}`, as: "emails", export: "to_address subject created_at", erase: "delete" },
      { of: earlier("to_address"), erase: "delete" },
      // Those about an account whose address was never confirmed. What the address's owner wrote without it stays theirs.
      {
        of: `to_address = ${OWN_EMAIL} AND created_at >= (SELECT created_at FROM accounts WHERE id = ?1)
          AND dedupe_key NOT LIKE 'support%'`,
        erase: "delete",
      },
      // What we sent to ourselves about the person's requests, with their address and words.
      {
        of: `dedupe_key IN (SELECT 'support:' || id FROM support_requests WHERE ${OWN_REQUESTS})`,
        erase: "delete",
      },
      { of: "daily_for = ?1", erase: "delete" },
      // The email that confirms the erasure. It goes when the erasure is repeated a day later.
      { of: "dedupe_key = 'account-erased:' || ?1", erase: "delete" },
    ],
  },
  support_answers: {
    neutral: "id request_id staff_id at",
    personal: "message",
    rows: [
      {
        of: `request_id IN (SELECT id FROM support_requests WHERE ${OWN_REQUESTS})`,
        export: "request_id message at",
        erase: { message: REMOVED },
      },
    ],
  },
  support_requests: {
    neutral: "id user_id order_id topic status created_at",
    personal: "item_name issue_description user_email sender_name",
    rows: [
      {
        of: OWN_REQUESTS,
        export: "id order_id topic item_name issue_description user_email sender_name created_at",
        erase: { item_name: "NULL", issue_description: REMOVED, user_email: "''", sender_name: "NULL" },
      },
    ],
  },
};

export const NOTIFICATIONS: Declaration = {
  notifications: {
    neutral: "id user_id kind dedupe_key at read_at mailed daily_email next_at attempts",
    personal: "title body link",
    rows: [
      { of: "user_id = ?1", export: "kind title body link at read_at", erase: "delete" },
      // Others' notifications of this person's messages have the name and the text.
      {
        of: `user_id IN (SELECT other_id FROM conversation_members WHERE user_id = ?1) AND kind = 'message'
          AND link IN (SELECT '/Messages/' || conversation_id FROM conversation_members WHERE user_id = ?1)`,
        erase: "delete",
      },
    ],
  },
  notification_preferences: {
    neutral: "user_id choices quiet_from quiet_to zone updated_at",
    rows: [{ of: "user_id = ?1", export: "choices quiet_from quiet_to zone updated_at", erase: "delete" }],
  },
  push_subscriptions: {
    neutral: "id user_id session_id created_at last_ok_at",
    personal: "endpoint p256dh auth device",
    withheld: { endpoint: SECRET, p256dh: SECRET, auth: SECRET },
    rows: [{ of: "user_id = ?1", export: "device created_at last_ok_at", erase: "delete" }],
  },
};

/** Comes last. */
export const ACCOUNT: Declaration = {
  throttles: {
    neutral: "count since",
    personal: "key",
    withheld: { key: "A counter. Deleted after a day in any case." },
    rows: [{ of: `instr(key, ?1) OR instr(key, ${OWN_EMAIL})`, erase: "delete" }],
  },
  app_keys: { neutral: "name value created_at" },
  idempotency_keys: {
    neutral: "account_id route key fingerprint status created_at",
    personal: "body",
    withheld: { body: "A copy of a reply. Deleted after a day in any case." },
    rows: [{ of: "account_id = ?1", erase: "delete" }],
  },
  identities: {
    neutral: "provider account_id created_at",
    personal: "subject",
    rows: [{ of: "account_id = ?1", as: "linked_accounts", export: "provider subject created_at", erase: "delete" }],
  },
  one_time_tokens: {
    neutral: "account_id purpose expires_at",
    personal: "hash",
    withheld: { hash: SECRET },
    rows: [{ of: "account_id = ?1", erase: "delete" }],
  },
  email_changes: {
    neutral: "account_id expires_at",
    personal: "hash email",
    withheld: { hash: SECRET },
    rows: [{ of: "account_id = ?1", export: "email expires_at", erase: "delete" }],
  },
  earlier_emails: {
    neutral: "account_id until",
    personal: "email",
    rows: [{ of: "account_id = ?1", as: "earlier_emails", export: "email until", erase: "delete" }],
  },
  email_change_stops: {
    neutral: "account_id requested_at expires_at",
    personal: "hash email",
    withheld: { hash: SECRET },
    rows: [{ of: "account_id = ?1", as: "earlier_email", export: "email requested_at expires_at", erase: "delete" }],
  },
  text_messages: {
    neutral: "id account_id created_at",
    personal: "to_number text",
    withheld: { to_number: "Stored in a local run only.", text: "A code that may still work. A local run only." },
    rows: [{ of: "account_id = ?1", erase: "delete" }],
  },
  phone_codes: {
    neutral: "account_id tries expires_at",
    personal: "number code_hash salt",
    withheld: { code_hash: SECRET, salt: SECRET },
    rows: [{ of: "account_id = ?1", as: "phone_number_asked", export: "number expires_at", erase: "delete" }],
  },
  confirmed_phones: {
    neutral: "account_id confirmed_at",
    personal: "number",
    rows: [{ of: "account_id = ?1", as: "phone_number", export: "number confirmed_at", erase: "delete" }],
  },
  passkeys: {
    neutral: "id account_id counter transports created_at last_used_at",
    personal: "credential_id public_key name",
    withheld: { credential_id: SECRET, public_key: SECRET },
    rows: [{ of: "account_id = ?1", export: "name created_at last_used_at", erase: "delete" }],
  },
  authenticator_apps: {
    neutral: "account_id last_step created_at confirmed_at",
    personal: "secret",
    withheld: { secret: SECRET },
    rows: [{ of: "account_id = ?1", export: "created_at confirmed_at", erase: "delete" }],
  },
  recovery_codes: {
    neutral: "account_id created_at",
    personal: "hash",
    withheld: { hash: SECRET },
    rows: [{ of: "account_id = ?1", erase: "delete" }],
  },
  auth_challenges: {
    neutral: "purpose account_id expires_at",
    personal: "hash bound_to",
    withheld: { hash: SECRET, bound_to: SECRET },
    rows: [{ of: "account_id = ?1", erase: "delete" }],
  },
  sessions: {
    neutral:
      "id account_id created_at seen_at expires_at confirmed_at second_factor_at first_factor_until viewing_as viewing_until",
    personal: "token_hash user_agent ip",
    withheld: { token_hash: SECRET },
    rows: [{ of: "account_id = ?1", export: "user_agent ip created_at seen_at expires_at", erase: "delete" }],
  },
  data_exports: {
    neutral: "id account_id status requested_by requested_at ready_at expires_at file_key bytes attempts next_at",
    rows: [{ of: "account_id = ?1", export: "requested_at ready_at expires_at", erase: "delete" }],
  },
  account_deletions: {
    neutral: "account_id requested_by requested_at due_at next_at away_until erased_at",
    rows: [{ of: "account_id = ?1", export: "requested_at due_at" }],
  },
  profiles: {
    neutral: `id role account_type country negotiation_aggressiveness away_until open_to_trades enable_ai_upsell
      upsell_commission_rate accepted_payment_methods details_wait walkthroughs seller_balance_cents is_suspended suspension_end_date is_banned
      incomplete_transaction_count last_incomplete_transaction_date account_restricted restriction_applied_at
      average_rating_hundredths rating_count answer_time answer_time_at pickups pickups_missed listed_count created_at
      updated_at erased_at`,
    personal: `email full_name state_region city suburb postcode phone collection_address bank_details
      crypto_wallet_addresses ban_reason restriction_reason`,
    rows: [
      {
        of: "id = ?1",
        as: "profile",
        export: `email full_name account_type country state_region city suburb postcode phone collection_address
          negotiation_aggressiveness away_until open_to_trades enable_ai_upsell
          upsell_commission_rate accepted_payment_methods bank_details crypto_wallet_addresses walkthroughs seller_balance_cents is_suspended suspension_end_date is_banned
          ban_reason incomplete_transaction_count last_incomplete_transaction_date account_restricted
          restriction_reason restriction_applied_at average_rating_hundredths rating_count answer_time pickups pickups_missed created_at
          updated_at`,
        erase: {
          email: "'erased:' || id",
          full_name: `'${FORMER_MEMBER}'`,
          state_region: "NULL",
          city: "NULL",
          suburb: "NULL",
          postcode: "NULL",
          phone: "NULL",
          collection_address: "NULL",
          bank_details: "NULL",
          crypto_wallet_addresses: "'{}'",
          details_wait: "'{}'",
          walkthroughs: "'{}'",
          ban_reason: "NULL",
          restriction_reason: "NULL",
          answer_time: "NULL",
          answer_time_at: "NULL",
        },
      },
    ],
  },
  accounts: {
    neutral: "id email_verified created_at",
    personal: "email password_hash",
    withheld: { password_hash: SECRET },
    rows: [
      {
        of: "id = ?1",
        as: "account",
        export: "id email email_verified created_at",
        erase: { email: "'erased:' || id", password_hash: "NULL", email_verified: "0" },
      },
    ],
  },
};

export const STAFF_RECORDS: Declaration = {
  audit_log: {
    neutral: "id actor_id action subject at",
    kept: { details: STAFF_RECORD },
    withheld: { details: "Notes of staff about a decision, which may concern other people." },
  },
  audit_seals: { neutral: "entry_id prev_hash hash" },
  reports: {
    neutral: `id kind reporter_id subject_type subject_id about_id conversation_id reason shield_reasons then_on_sale
      status outcome created_at decided_at decided_by`,
    kept: { details: STAFF_RECORD, excerpt: STAFF_RECORD, note: STAFF_RECORD },
    withheld: { note: "Notes of staff, which may concern other people.", excerpt: "Usually another person's text." },
    rows: [
      { of: "reporter_id = ?1", as: "reports_made", export: "subject_type reason details status created_at" },
      {
        of: "about_id = ?1 AND kind = 'held_listing'",
        as: "listing_reviews",
        export: "details status outcome created_at decided_at",
      },
    ],
  },
  appeals: {
    neutral: "id user_id kind status created_at decided_at decided_by",
    kept: { message: STAFF_RECORD, answer: STAFF_RECORD },
    rows: [{ of: "user_id = ?1", export: "kind message status created_at decided_at answer" }],
  },
  strikes: {
    neutral: "order_id buyer_id seq event_id at applied_at counted excuse overturned_at",
    rows: [{ of: "buyer_id = ?1", as: "missed_payments", export: "order_id at counted excuse overturned_at" }],
  },
  failed_collections: {
    neutral: "id kind about_id recorded_by created_at contested_at outcome decided_by decided_at",
    kept: { reason: STAFF_RECORD, contest_reason: STAFF_RECORD, decision_note: STAFF_RECORD },
    rows: [
      {
        of: "about_id = ?1",
        as: "missed_collections",
        export: "id kind created_at contested_at contest_reason outcome decided_at decision_note",
      },
      {
        of: "recorded_by = ?1 AND about_id <> ?1",
        as: "missed_collections_reported",
        export: "id kind reason created_at",
      },
    ],
  },
};
