/**
 * What /Privacy says about stored data: each row with the columns of the personal-data register and the jobs that it
 * speaks for. tests/unit/policies.test.ts fails for a column or a job of retention without a row.
 */

import { DELETION_GRACE_MS, EXPORT_TTL_MS } from "../../account/deletion.ts";
import { PHONE_CODE_MS } from "../../account/phone-number.ts";
import {
  AD_EVENT_RETENTION_MS,
  BACKUP_RETENTION_MS,
  DRAFT_RETENTION_MS,
  EMAIL_TEXT_RETENTION_MS,
  HOST_RECOVERY_MS,
  IDEMPOTENCY_RETENTION_MS,
  LOG_RETENTION_MS,
  NOTIFICATION_RETENTION_MS,
  OFFSITE_BACKUP_MS,
  ORPHAN_RETENTION_MS,
  RESET_TTL_MS,
  SESSION_TTL_MS,
  STOP_TTL_MS,
  VERIFY_TTL_MS,
  VIEW_RETENTION_MS,
} from "../../account/retention.ts";
import { lengthText } from "../../length-of-time.ts";
import { ANSWER_TIME } from "../../messages/answer-time.ts";

export interface KeptData {
  title: string;
  /** What it is, and why we have it where that isn't plain. */
  what: string;
  /** How long. */
  kept: string;
  /** "table column …", one table per entry. */
  columns?: readonly string[];
  /** Jobs that end it. */
  jobs?: readonly string[];
}

const ACCOUNT = "As long as you have your account.";

export const KEPT_DATA: readonly KeptData[] = [
  {
    title: "Your account",
    what: "Name, email address and earlier ones, and your password as a one-way hash. With Google sign-in also Google's identifier for you; we keep nothing else from Google.",
    kept: `${ACCOUNT} After you delete it, ${lengthText(DELETION_GRACE_MS)} to change your mind.`,
    columns: [
      "accounts email password_hash",
      "identities subject",
      "earlier_emails email",
      "email_changes hash email",
      "email_change_stops hash email",
      "profiles email full_name",
    ],
    jobs: ["erase-due-accounts", "repeat-erasures"],
  },
  {
    title: "Your profile, if you fill it in",
    what: "Suburb, city, state, postcode, phone, collection address, bank details and crypto wallets.",
    kept: ACCOUNT,
    columns: [
      "profiles state_region city suburb postcode phone collection_address bank_details crypto_wallet_addresses",
      "confirmed_phones number",
    ],
  },
  {
    title: "Your business and store",
    what: "Name, ABN, description, website, phone and banner.",
    kept: ACCOUNT,
    columns: ["businesses name abn description website phone", "stores name name_key description banner"],
  },
  {
    title: "Signing in",
    what: "For each sign-in the browser's name and IP address, so you can see and end it. Passkeys, authenticator apps, and links and codes we send you.",
    kept: `Until you sign out, or ${lengthText(SESSION_TTL_MS)} after you last used it. Links: ${lengthText(RESET_TTL_MS)} to ${lengthText(VERIFY_TTL_MS)}, and ${lengthText(STOP_TTL_MS)} to undo a new email address. Codes by text: ${lengthText(PHONE_CODE_MS)}. Unsubscribe links don't expire. A "Still available?" link works until the next one.`,
    columns: [
      "sessions token_hash user_agent ip",
      "one_time_tokens hash",
      "passkeys credential_id public_key name",
      "authenticator_apps secret",
      "recovery_codes hash",
      "auth_challenges hash bound_to",
      "phone_codes number code_hash salt",
      "text_messages to_number text",
    ],
    jobs: ["remove-ended-sessions", "remove-old-phone-codes"],
  },
  {
    title: "Listings",
    what: "Text, photos, place, collection address, offers to buyers and ads for them, and notes for Knowzee.",
    kept: `${ACCOUNT} A listing you delete is hidden, and erased with your account. Unfinished listings: ${lengthText(DRAFT_RETENTION_MS)}. Unused photos: ${lengthText(ORPHAN_RETENTION_MS)}.`,
    columns: [
      "items title description tags search_forms keywords photos suburb city location postcode lat lon collection_address place",
      "images key key_800 key_400",
      "item_knowledge negotiation_notes public_notes",
      "listing_drafts content photo_ids",
      "bundles title description collection_address",
      "moving_sales title description",
      "special_offers title description",
      "advertisements title description image_url link_url",
    ],
    jobs: ["remove-old-drafts", "remove-orphan-photos"],
  },
  {
    title: "Requests, saved searches and wish lists",
    what: "Their words and the suburb they're about, so we can tell you about matches.",
    kept: "Until you delete them, or your account.",
    columns: [
      "requests title description suburb city postcode lat lon",
      "request_words word",
      "saved_searches name terms lat lon",
      "wish_lists name",
    ],
  },
  {
    title: "Messages, offers and negotiations",
    what: "What you write to other people and to Knowzee, with photos, notes, questions and answers. How fast sellers usually reply.",
    kept: `As long as you or the person you wrote to has an account. Once you've deleted yours, they see messages without your name or photos. Reply times: ${lengthText(ANSWER_TIME.window_ms)}.`,
    columns: [
      "messages photo same_as text",
      "quick_replies texts",
      "price_offers note",
      "trades message meeting meeting_change",
      "giveaway_entries note",
      "negotiation_messages text ask_seller template",
      "seller_questions question answer",
    ],
    jobs: ["remove-old-answer-times"],
  },
  {
    title: "Orders, payments and trades",
    what: "Item, people, price, dates and how it was paid. Card details go straight to Stripe and never reach us. For a bank transfer we keep the reference and the account shown to the buyer, for crypto the wallet and the transaction hash.",
    kept: "At least 7 years, for tax and disputes. When you delete your account, your name, bank details, wallets and address go; what was written in a dispute stays.",
    columns: [
      "orders bank_details item_image_url collection_address crypto handover item_title dispute",
      "payment_reveals bank_details",
      "crypto_quotes address destination_tag",
      "money_returns account",
      "payout_accounts provider_account_id",
      "circles staff_note",
    ],
  },
  {
    title: "Ratings",
    what: "Stars, comments and replies.",
    kept: "At least 7 years. After you delete your account, without your name.",
    columns: ["ratings reply comment"],
  },
  {
    title: "Reports, appeals and decisions",
    what: "What was reported, the reasons and notes of our staff, missed payments and pickups, and a log of what staff did.",
    kept: "At least 7 years, so that decisions can be checked. After you delete your account, without your name, unless someone wrote it there.",
    columns: [
      "profiles ban_reason restriction_reason",
      "reports details excerpt note",
      "appeals message answer",
      "failed_collections reason contest_reason decision_note",
      "payout_holds note",
      "audit_log details",
    ],
  },
  {
    title: "What you write to us",
    what: "Your message, the name and email address you give us with it, and our answer. You don't need an account.",
    kept: "Until you delete your account. Without one, until you ask us to delete it.",
    columns: ["support_requests item_name issue_description user_email sender_name", "support_answers message"],
  },
  {
    title: "Notifications and emails",
    what: "What we told you, and the address your browser gets push notifications at.",
    kept: `Notifications: ${lengthText(NOTIFICATION_RETENTION_MS)}. Texts of emails: ${lengthText(EMAIL_TEXT_RETENTION_MS)}. Push: until you turn it off or sign out.`,
    columns: [
      "notifications title body link",
      "push_subscriptions endpoint p256dh auth device",
      "mail_outbox to_address subject text html parts unsubscribe_url",
    ],
    jobs: ["remove-old-notifications", "remove-old-email-texts"],
  },
  {
    title: "Views and limits",
    what: "Which items and ads you looked at, by account or by a code made from your IP address and browser, so that we count you once. How often an account or address does something, and copies of replies, so that nothing happens twice.",
    kept: `Views of items: ${lengthText(VIEW_RETENTION_MS)}. Of ads: ${lengthText(AD_EVENT_RETENTION_MS)}. Then only the totals. Counters and copies: ${lengthText(IDEMPOTENCY_RETENTION_MS)}.`,
    columns: ["item_views viewer", "ad_events viewer", "throttles key", "idempotency_keys body"],
    jobs: ["refresh-popularity", "remove-old-ad-events", "remove-old-idempotency-keys"],
  },
  {
    title: "Copies, backups and logs",
    what: "The copy of your data you asked for, copies of the database in case of a failure, and technical logs without names and addresses.",
    kept: `Your copy: ${lengthText(EXPORT_TTL_MS)}. Backups: ${lengthText(BACKUP_RETENTION_MS)}, in our host's recovery ${lengthText(HOST_RECOVERY_MS)}, and up to ${lengthText(OFFSITE_BACKUP_MS)} where we keep copies elsewhere. If we restore one, we erase again what was erased. Logs: ${lengthText(LOG_RETENTION_MS)}.`,
    jobs: ["remove-expired-exports", "back-up-database"],
  },
];
