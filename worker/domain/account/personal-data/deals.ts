/** Personal data of orders, payments, messages, and tables without personal data. */
import { type Declaration, REMOVED, SEVEN_YEARS, STAFF_RECORD } from "./rules.ts";

const OWN_PURCHASES = "(SELECT id FROM purchases WHERE buyer_id = ?1)";
const OWN_PAYMENTS = "(SELECT intent_id FROM payments WHERE user_id = ?1)";
/** Threads of the person in which the other one has left too, so that nobody reads them any more. */
const THREADS_OF_NOBODY = `(SELECT m.conversation_id FROM conversation_members m JOIN profiles o ON o.id = m.other_id
  WHERE m.user_id = ?1 AND o.erased_at IS NOT NULL)`;

const ORDER_EXPORT = `id item_id item_title status payment_method amount_cents bank_reference collection_date
  collection_ends_at collection_zone collection_summary dispute proposals changes created_at paid_at completed_at`;

export const ORDERS: Declaration = {
  orders: {
    neutral: `id item_id buyer_id seller_id hold_id status payment_method amount_cents bank_reference payment_deadline
      confirmation_deadline collection_date collection_ends_at collection_zone collection_summary marked_incomplete
      incomplete_reason purchase_id card_intent_id card_state card_failed_at strike_exempt proposals changes reversals rev
      created_at updated_at paid_at completed_at`,
    personal: "bank_details item_image_url collection_address crypto handover",
    kept: { item_title: SEVEN_YEARS, dispute: SEVEN_YEARS },
    withheld: {
      handover: "The code of one pickup.",
      item_image_url: "The photo is in the export of its owner.",
    },
    rows: [
      { of: "buyer_id = ?1", as: "purchases", export: ORDER_EXPORT, erase: { handover: "NULL" } },
      {
        of: "seller_id = ?1",
        as: "sales",
        export: `${ORDER_EXPORT} bank_details crypto collection_address`,
        erase: {
          bank_details: "NULL",
          item_image_url: "NULL",
          collection_address: "NULL",
          crypto: "CASE WHEN crypto IS NOT NULL THEN json_set(crypto, '$.address', '', '$.destination_tag', NULL) END",
          handover: "NULL",
        },
      },
    ],
  },
  order_events: { neutral: "order_id rev kind actor_id at staff" },
  collection_confirmations: {
    neutral: "order_id user_id collection_date confirmed_at",
    rows: [{ of: "user_id = ?1", export: "order_id collection_date confirmed_at" }],
  },
  payment_reveals: {
    neutral: "hold_id method item_id buyer_id seller_id reference created_at",
    personal: "bank_details",
    rows: [
      {
        of: "seller_id = ?1",
        as: "payment_details_shown",
        export: "item_id method reference bank_details created_at",
        erase: { bank_details: "NULL" },
      },
    ],
  },
  transactions: {
    neutral: `id order_id item_id seller_id buyer_id payment_method payment_status status amount_cents collection_date
      reference_number crypto_currency crypto_tx_hash crypto_amount created_at`,
  },
  payment_confirmations: {
    neutral: `id order_id item_id buyer_id seller_id amount_cents status confirmation_deadline payment_confirmed_at
      created_at`,
  },
  purchases: {
    neutral: `id buyer_id kind bundle_id payment_method amount_cents status decision decided_at decided_order_id created_at
      updated_at`,
    rows: [
      { of: "buyer_id = ?1", as: "joint_purchases", export: "id kind payment_method amount_cents status created_at" },
    ],
  },
  purchase_orders: {
    neutral: "purchase_id order_id item_id amount_cents offer_group",
    rows: [
      {
        of: `purchase_id IN ${OWN_PURCHASES}`,
        as: "joint_purchase_orders",
        export: "purchase_id order_id amount_cents",
      },
    ],
  },
  cash_claims: { neutral: "id buyer_id created_at" },
  limit_claims: { neutral: "id subject kind user_id created_at" },
  crypto_quotes: {
    neutral: `hold_id coin item_id buyer_id seller_id amount_cents amount_units rate_micros price_source quoted_at
      expires_at`,
    personal: "address destination_tag",
    rows: [
      {
        of: "seller_id = ?1",
        as: "wallets_shown",
        export: "coin address destination_tag amount_cents quoted_at",
        erase: { address: "''", destination_tag: "NULL" },
      },
    ],
  },
  crypto_hashes: {
    neutral: "chain hash order_id buyer_id claimed_at",
    rows: [{ of: "buyer_id = ?1", as: "crypto_payments", export: "chain hash order_id claimed_at" }],
  },
  crypto_prices: { neutral: "provider readings read_at tried_at" },
  money_returns: {
    neutral: "order_id buyer_id seller_id amount_cents status due_at next_at rev created_at sent_at settled_at",
    personal: "account",
    rows: [
      {
        of: "buyer_id = ?1",
        as: "refunds_from_sellers",
        export: "order_id amount_cents status account created_at sent_at settled_at",
      },
      // Only after a restored backup: a person with an open refund cannot leave. Nobody can pay it any more.
      {
        of: "buyer_id = ?1 AND account IS NOT NULL",
        erase: {
          account: "NULL",
          status: "CASE status WHEN 'settled' THEN status ELSE 'unclaimed' END",
          next_at: "NULL",
          rev: "rev + 1",
        },
      },
    ],
  },
};

export const PAYMENTS: Declaration = {
  payments: {
    neutral: `intent_id kind order_id purchase_id user_id amount_cents currency status charge_id failure_code failed_at
      settled_at created_at updated_at next_check_at fee_check_at`,
    rows: [
      {
        of: "user_id = ?1",
        as: "card_payments",
        export: "intent_id kind order_id amount_cents currency status created_at",
      },
    ],
  },
  payment_parts: {
    neutral: "intent_id order_id item_id seller_id amount_cents lowered_cents fee_cents outcome decided_at",
  },
  refunds: {
    neutral: `id intent_id order_id amount_cents cause status provider_refund_id generation attempts next_at last_error
      created_at settled_at`,
    rows: [
      {
        of: `intent_id IN ${OWN_PAYMENTS}`,
        as: "card_refunds",
        export: "order_id amount_cents status created_at settled_at",
      },
    ],
  },
  seller_refunds: {
    neutral: `order_id seller_id buyer_id bundle_id amount_cents relist is_limited status problem requested_at`,
    rows: [{ of: "seller_id = ?1", as: "refunds_asked_for", export: "order_id amount_cents status requested_at" }],
  },
  transfers: {
    neutral: `order_id seller_id intent_id amount_cents status destination provider_transfer_id at_seller_cents
      keeps_cents written_off_cents generation attempts next_at last_error created_at sent_at claimed_at`,
    rows: [{ of: "seller_id = ?1", as: "payouts", export: "order_id amount_cents status created_at sent_at" }],
  },
  payout_set_offs: {
    neutral: "id seller_id owed_order_id kept_order_id amount_cents created_at undone_at",
    rows: [{ of: "seller_id = ?1", export: "owed_order_id kept_order_id amount_cents created_at undone_at" }],
  },
  chargeback_shares: { neutral: "reversal_id order_id amount_cents" },
  books_differences: {
    neutral: "id kind amount_cents source description happened_at found_at settled_at settled_by note",
  },
  payout_holds: {
    neutral: "id seller_id order_id cause report_id created_at ends_at released_at",
    kept: { note: STAFF_RECORD },
    rows: [{ of: "seller_id = ?1", export: "order_id cause note created_at ends_at released_at" }],
  },
  payout_accounts: {
    neutral: "seller_id status checked_at created_at updated_at",
    kept: { provider_account_id: `Stripe's reference of past payouts. ${SEVEN_YEARS}` },
    rows: [
      {
        of: "seller_id = ?1",
        as: "payout_account",
        export: "provider_account_id status created_at",
        erase: { status: "'closed'" },
      },
    ],
  },
  payment_reversals: {
    neutral: `id kind intent_id amount_cents withdrawn_cents fee_cents status due_at taken_cents shared_at applied_status
      attempts next_at last_error created_at closed_at`,
  },
  ledger: { neutral: "id txn_id account amount_cents intent_id order_id ref at" },
  balance_transactions: {
    neutral: "id user_id amount_cents description type ref related_order_id related_promotion_id created_at",
    rows: [{ of: "user_id = ?1", as: "ad_credit", export: "amount_cents description type created_at" }],
  },
  provider_events: { neutral: "provider event_id kind received_at" },
};

export const MESSAGES: Declaration = {
  conversations: { neutral: "id item_id low_id high_id opened_by created_at" },
  conversation_members: {
    neutral: "conversation_id user_id other_id last_seq last_at last_read_seq unread",
    rows: [{ of: "user_id = ?1", as: "conversations", export: "conversation_id other_id last_at" }],
  },
  messages: {
    neutral: "id conversation_id seq sender_id client_id kind image_id event state shield_reasons cold at",
    personal: "photo same_as",
    kept: { text: "The other person's conversation stays as it was, without the name of who has left." },
    withheld: { same_as: "Calculated from the text." },
    rows: [
      {
        of: `conversation_id IN (SELECT conversation_id FROM conversation_members WHERE user_id = ?1)
          AND (state = 'sent' OR sender_id = ?1)`,
        export: "conversation_id seq sender_id kind text photo event at",
      },
      {
        of: "sender_id = ?1",
        erase: {
          photo: "NULL",
          image_id: "NULL",
          kind: "'text'",
          same_as: "NULL",
          // Never delivered, so it is in nobody else's conversation.
          text: `CASE WHEN state <> 'sent' OR text = '' THEN ${REMOVED} ELSE text END`,
        },
      },
      {
        of: `conversation_id IN ${THREADS_OF_NOBODY} AND sender_id IS NOT NULL`,
        erase: { text: REMOVED, same_as: "NULL" },
      },
    ],
  },
  quick_replies: {
    neutral: "owner_id updated_at",
    personal: "texts",
    rows: [{ of: "owner_id = ?1", export: "texts updated_at", erase: "delete" }],
  },
  blocks: {
    neutral: "blocker_id blocked_id at",
    rows: [
      { of: "blocker_id = ?1", export: "blocked_id at", erase: "delete" },
      { of: "blocked_id = ?1", erase: "delete" },
    ],
  },
};

/** Content of staff and state of the service. Staff give up their role before they can leave. */
export const SITE: Declaration = {
  service_state: { neutral: "name value at" },
  backup_changes: { neutral: "id table_name row_id" },
  daily_figures: { neutral: "day figure value" },
  hold_hours: { neutral: "hour holds" },
  homepage_content: { neutral: "id section position content active updated_by updated_at" },
  announcements: { neutral: "id title source html author_id published_at ends_at created_at updated_at" },
  global_theme_settings: { neutral: "id theme_config updated_by updated_at" },
  site_settings: { neutral: "version settings saved_by saved_at" },
  ai_settings: { neutral: "version settings saved_by saved_at" },
};
