/** Personal data of orders, payments, messages, and tables without personal data. */
import { columnsIn, type Declaration, nulls, REMOVED, SEVEN_YEARS, STAFF_RECORD } from "./rules.ts";

const OWN_PURCHASES = "(SELECT id FROM purchases WHERE buyer_id = ?1)";
const OWN_PAYMENTS = "(SELECT intent_id FROM payments WHERE user_id = ?1)";
/** Threads of the person in which the other one has left too, so that nobody reads them any more. */
const THREADS_OF_NOBODY = `(SELECT m.conversation_id FROM conversation_members m JOIN profiles o ON o.id = m.other_id
  WHERE m.user_id = ?1 AND o.erased_at IS NOT NULL)`;

const ORDER_EXPORT = `id item_id item_title status payment_method amount_cents bank_reference collection_date
  collection_ends_at collection_zone collection_summary dispute proposals changes created_at paid_at completed_at`;

export const ORDERS: Declaration = {
  orders: {
    neutral:
      "status bank_reference collection_zone collection_summary incomplete_reason card_state proposals changes reversals",
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
          ...nulls("bank_details item_image_url collection_address"),
          crypto: "CASE WHEN crypto IS NOT NULL THEN json_set(crypto, '$.address', '', '$.destination_tag', NULL) END",
          handover: "NULL",
        },
      },
    ],
  },
  order_events: { neutral: "kind" },
  collection_confirmations: { rows: [{ of: "user_id = ?1", export: "order_id collection_date confirmed_at" }] },
  payment_reveals: {
    neutral: "method reference",
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
  transactions: { neutral: "payment_method reference_number crypto_currency crypto_tx_hash crypto_amount" },
  purchases: {
    rows: [
      { of: "buyer_id = ?1", as: "joint_purchases", export: "id kind payment_method amount_cents status created_at" },
    ],
  },
  purchase_orders: {
    neutral: "offer_group",
    rows: [
      {
        of: `purchase_id IN ${OWN_PURCHASES}`,
        as: "joint_purchase_orders",
        export: "purchase_id order_id amount_cents",
      },
    ],
  },
  limit_claims: { neutral: "subject" },
  crypto_quotes: {
    neutral: "coin amount_units",
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
    neutral: "chain hash",
    rows: [{ of: "buyer_id = ?1", as: "crypto_payments", export: "chain hash order_id claimed_at" }],
  },
  crypto_prices: { neutral: "provider readings" },
  money_returns: {
    neutral: "status",
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
    neutral: "currency failure_code",
    rows: [
      {
        of: "user_id = ?1",
        as: "card_payments",
        export: "intent_id kind order_id amount_cents currency status created_at",
      },
    ],
  },
  refunds: {
    neutral: "cause last_error",
    rows: [
      {
        of: `intent_id IN ${OWN_PAYMENTS}`,
        as: "card_refunds",
        export: "order_id amount_cents status created_at settled_at",
      },
    ],
  },
  seller_refunds: {
    rows: [{ of: "seller_id = ?1", as: "refunds_asked_for", export: "order_id amount_cents status requested_at" }],
  },
  transfers: {
    neutral: "destination last_error",
    rows: [{ of: "seller_id = ?1", as: "payouts", export: "order_id amount_cents status created_at sent_at" }],
  },
  payout_set_offs: {
    rows: [{ of: "seller_id = ?1", export: "owed_order_id kept_order_id amount_cents created_at undone_at" }],
  },
  books_differences: { neutral: "kind source description note" },
  payout_holds: {
    kept: { note: STAFF_RECORD },
    rows: [{ of: "seller_id = ?1", export: "order_id cause note created_at ends_at released_at" }],
  },
  payout_accounts: {
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
  payment_reversals: { neutral: "last_error" },
  ledger: { neutral: "account ref" },
  balance_transactions: {
    neutral: "description ref",
    rows: [{ of: "user_id = ?1", as: "ad_credit", export: "amount_cents description type created_at" }],
  },
  provider_events: { neutral: "provider kind" },
};

export const MESSAGES: Declaration = {
  conversation_members: {
    rows: [{ of: "user_id = ?1", as: "conversations", export: "conversation_id other_id last_at" }],
  },
  messages: {
    neutral: "event shield_reasons",
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
          ...nulls("photo image_id"),
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
  quick_replies: { personal: "texts", rows: [{ of: "owner_id = ?1", export: "texts updated_at", erase: "delete" }] },
  blocks: {
    rows: [
      { of: "blocker_id = ?1", export: "blocked_id at", erase: "delete" },
      { of: "blocked_id = ?1", erase: "delete" },
    ],
  },
};

/** Tables whose columns are all neutral by their type, and whose rows belong to nobody. */
const ONLY_NEUTRAL = `bundle_items cash_claims chargeback_shares conversations hold_hours moving_sale_items payment_confirmations
  payment_parts price_changes special_offer_items trade_items`;

/** Content of staff and state of the service. Staff give up their role before they can leave. */
export const SITE: Declaration = {
  ...Object.fromEntries(columnsIn(ONLY_NEUTRAL).map((table) => [table, {}])),
  service_state: { neutral: "name value" },
  backup_changes: { neutral: "table_name" },
  daily_figures: { neutral: "day figure" },
  homepage_content: { neutral: "section content" },
  announcements: { neutral: "title source html" },
  global_theme_settings: { neutral: "theme_config" },
  site_settings: { neutral: "settings" },
  ai_settings: { neutral: "settings" },
};
