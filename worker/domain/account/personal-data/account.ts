/** Personal data of accounts, settings, notifications and emails. */
import { FORMER_MEMBER } from "../display-name.ts";
import { type Declaration, nulls, REMOVED, STAFF_RECORD } from "./rules.ts";

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
    neutral: "dedupe_key daily_for private_kind last_error",
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
    neutral: "topic",
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
    neutral: "kind dedupe_key daily_email",
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
    neutral: "choices zone",
    rows: [{ of: "user_id = ?1", export: "choices quiet_from quiet_to zone updated_at", erase: "delete" }],
  },
  push_subscriptions: {
    personal: "endpoint p256dh auth device",
    withheld: { endpoint: SECRET, p256dh: SECRET, auth: SECRET },
    rows: [{ of: "user_id = ?1", export: "device created_at last_ok_at", erase: "delete" }],
  },
};

/** Comes last. */
export const ACCOUNT: Declaration = {
  throttles: {
    personal: "key",
    withheld: { key: "A counter. Deleted after a day in any case." },
    rows: [{ of: `instr(key, ?1) OR instr(key, ${OWN_EMAIL})`, erase: "delete" }],
  },
  app_keys: { neutral: "name value" },
  idempotency_keys: {
    neutral: "route key fingerprint",
    personal: "body",
    withheld: { body: "A copy of a reply. Deleted after a day in any case." },
    rows: [{ of: "account_id = ?1", erase: "delete" }],
  },
  identities: {
    neutral: "provider",
    personal: "subject",
    rows: [{ of: "account_id = ?1", as: "linked_accounts", export: "provider subject created_at", erase: "delete" }],
  },
  one_time_tokens: { personal: "hash", withheld: { hash: SECRET }, rows: [{ of: "account_id = ?1", erase: "delete" }] },
  email_changes: {
    personal: "hash email",
    withheld: { hash: SECRET },
    rows: [{ of: "account_id = ?1", export: "email expires_at", erase: "delete" }],
  },
  earlier_emails: {
    personal: "email",
    rows: [{ of: "account_id = ?1", as: "earlier_emails", export: "email until", erase: "delete" }],
  },
  email_change_stops: {
    personal: "hash email",
    withheld: { hash: SECRET },
    rows: [{ of: "account_id = ?1", as: "earlier_email", export: "email requested_at expires_at", erase: "delete" }],
  },
  text_messages: {
    personal: "to_number text",
    withheld: { to_number: "Stored in a local run only.", text: "A code that may still work. A local run only." },
    rows: [{ of: "account_id = ?1", erase: "delete" }],
  },
  phone_codes: {
    personal: "number code_hash salt",
    withheld: { code_hash: SECRET, salt: SECRET },
    rows: [{ of: "account_id = ?1", as: "phone_number_asked", export: "number expires_at", erase: "delete" }],
  },
  confirmed_phones: {
    personal: "number",
    rows: [{ of: "account_id = ?1", as: "phone_number", export: "number confirmed_at", erase: "delete" }],
  },
  passkeys: {
    neutral: "transports",
    personal: "credential_id public_key name",
    withheld: { credential_id: SECRET, public_key: SECRET },
    rows: [{ of: "account_id = ?1", export: "name created_at last_used_at", erase: "delete" }],
  },
  authenticator_apps: {
    personal: "secret",
    withheld: { secret: SECRET },
    rows: [{ of: "account_id = ?1", export: "created_at confirmed_at", erase: "delete" }],
  },
  recovery_codes: { personal: "hash", withheld: { hash: SECRET }, rows: [{ of: "account_id = ?1", erase: "delete" }] },
  auth_challenges: {
    personal: "hash bound_to",
    withheld: { hash: SECRET, bound_to: SECRET },
    rows: [{ of: "account_id = ?1", erase: "delete" }],
  },
  sessions: {
    neutral: "viewing_as",
    personal: "token_hash user_agent ip",
    withheld: { token_hash: SECRET },
    rows: [{ of: "account_id = ?1", export: "user_agent ip created_at seen_at expires_at", erase: "delete" }],
  },
  data_exports: {
    neutral: "file_key",
    rows: [{ of: "account_id = ?1", export: "requested_at ready_at expires_at", erase: "delete" }],
  },
  account_deletions: { rows: [{ of: "account_id = ?1", export: "requested_at due_at" }] },
  profiles: {
    neutral: "country upsell_commission_rate accepted_payment_methods details_wait walkthroughs",
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
          ...nulls("state_region city suburb postcode phone collection_address bank_details"),
          crypto_wallet_addresses: "'{}'",
          details_wait: "'{}'",
          walkthroughs: "'{}'",
          ...nulls("ban_reason restriction_reason answer_time answer_time_at"),
        },
      },
    ],
  },
  accounts: {
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
    neutral: "action subject",
    kept: { details: STAFF_RECORD },
    withheld: { details: "Notes of staff about a decision, which may concern other people." },
  },
  audit_seals: { neutral: "prev_hash hash" },
  reports: {
    neutral: "reason shield_reasons",
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
    kept: { message: STAFF_RECORD, answer: STAFF_RECORD },
    rows: [{ of: "user_id = ?1", export: "kind message status created_at decided_at answer" }],
  },
  strikes: {
    rows: [{ of: "buyer_id = ?1", as: "missed_payments", export: "order_id at counted excuse overturned_at" }],
  },
  failed_collections: {
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
