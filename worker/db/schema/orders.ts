/**
 * Orders, transactions and related records. An order's row is a projection of the item's room, fenced by `rev`; the
 * constraints here are a second, independent safeguard.
 */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { BankDetails } from "#contract/account/profiles";
import type { CardState, DisputeView, OrderStatus } from "#contract/orders";
import type { CollectionProposal, DealChange, OrderCrypto, PaymentReversal } from "#domain/orders/order";
import { LIVE, sqlList, TO_COLLECT, UNPAID } from "#domain/orders/order-status";
import { LEFT_OUT } from "#domain/orders/rating-weight";
import { profiles } from "./account.ts";
import { idOf } from "./columns.ts";
import { items } from "./items.ts";

export const orders = sqliteTable(
  "orders",
  {
    id: text().primaryKey(),
    item_id: idOf(() => items.id),
    buyer_id: idOf(() => profiles.id),
    seller_id: idOf(() => profiles.id),
    /** The hold it was created from; every order has one. */
    hold_id: text().notNull(),
    status: text().$type<OrderStatus>().notNull(),
    payment_method: text({ enum: ["bank_transfer", "stripe", "crypto", "cash", "free", "outside"] }).notNull(),
    amount_cents: integer().notNull(),
    bank_reference: text(),
    /** The seller's details when the order was created, so that a later edit never redirects a payment (D8). */
    bank_details: text({ mode: "json" }).$type<BankDetails>(),
    item_title: text().notNull(),
    item_image_url: text(),
    payment_deadline: integer(),
    confirmation_deadline: integer(),
    collection_date: integer().notNull(),
    collection_ends_at: integer().notNull(),
    collection_zone: text().notNull(),
    collection_summary: text().notNull(),
    /** Private until the buyer may see it (D9). */
    collection_address: text(),
    marked_incomplete: integer({ mode: "boolean" }).notNull().default(false),
    incomplete_reason: text(),
    crypto: text({ mode: "json" }).$type<OrderCrypto>(),
    /** Shared by orders that are paid together. */
    purchase_id: text(),
    card_intent_id: text(),
    card_state: text().$type<Exclude<CardState, "none">>(),
    card_failed_at: integer(),
    /** The expiry of this order gives no strike. */
    strike_exempt: integer({ mode: "boolean" }).notNull().default(false),
    handover: text({ mode: "json" }).$type<{
      code: string;
      secret: string;
      wrong: number;
      locked_until: number | null;
    }>(),
    dispute: text({ mode: "json" }).$type<DisputeView>(),
    /** Other collection times that the parties have proposed (D54). */
    proposals: text({ mode: "json" }).$type<CollectionProposal[]>().notNull().default(sql`'[]'`),
    /** Lower prices and callings-off that the parties have asked for (D82); null for none. */
    changes: text({ mode: "json" }).$type<DealChange[]>(),
    /** Chargebacks and refunds made in Stripe's dashboard; null for none. */
    reversals: text({ mode: "json" }).$type<PaymentReversal[]>(),
    rev: integer().notNull(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
    paid_at: integer(),
    completed_at: integer(),
  },
  (t) => [
    uniqueIndex("orders_one_live_per_item")
      .on(t.item_id)
      .where(sql`status IN (${sql.raw(sqlList(LIVE))})`),
    index("orders_by_buyer").on(t.buyer_id, t.created_at, t.id),
    index("orders_by_seller").on(t.seller_id, t.created_at, t.id),
    index("orders_overdue")
      .on(t.payment_deadline)
      .where(sql`marked_incomplete = 0 AND status IN (${sql.raw(sqlList(UNPAID))})`),
    // Card intents that must be cancelled at Stripe.
    index("orders_closing").on(t.payment_deadline).where(sql`card_state = 'closing' AND status = 'awaiting_payment'`),
    // Refunds that are due.
    index("orders_refund_due").on(t.id).where(sql`card_state = 'refund_due'`),
    index("orders_by_purchase").on(t.purchase_id).where(sql`purchase_id IS NOT NULL`),
    index("orders_by_intent").on(t.card_intent_id).where(sql`card_intent_id IS NOT NULL`),
    index("orders_by_status_date").on(t.status, t.created_at),
    // Not collected yet, for reminders and staff.
    index("orders_uncollected")
      .on(t.collection_date, t.id)
      .where(sql`status IN (${sql.raw(sqlList(TO_COLLECT))})`),
    // Orders paid at pick-up that end without their code.
    index("orders_at_pickup").on(t.collection_ends_at, t.item_id).where(sql`status = 'awaiting_collection'`),
    // For the job that looks for missed orders without a strike.
    index("orders_missed").on(t.buyer_id, t.id).where(sql`marked_incomplete = 1`),
    check("orders_amount_not_negative", sql`${t.amount_cents} >= 0`),
    check("orders_collection_ends", sql`${t.collection_ends_at} > ${t.collection_date}`),
    check("orders_not_own_item", sql`${t.buyer_id} <> ${t.seller_id}`),
  ],
);

/** Append-only history of an order; one row per `rev`. */
export const orderEvents = sqliteTable(
  "order_events",
  {
    order_id: idOf(() => orders.id),
    rev: integer().notNull(),
    kind: text().notNull(),
    actor_id: text(),
    at: integer().notNull(),
    /** The actor decided as staff. */
    staff: integer({ mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.order_id, t.rev] }),
    index("order_events_by_staff").on(t.order_id, t.rev).where(sql`staff = 1`),
  ],
);

/** A party's word that they are coming to the collection at this time (D56). A moved collection needs a new one. */
export const collectionConfirmations = sqliteTable(
  "collection_confirmations",
  {
    order_id: idOf(() => orders.id),
    user_id: idOf(() => profiles.id),
    collection_date: integer().notNull(),
    confirmed_at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.order_id, t.user_id, t.collection_date] })],
);

/** Issued bank references (D24), and the record of which buyer was shown which bank details (D8). */
export const paymentReveals = sqliteTable(
  "payment_reveals",
  {
    hold_id: text().notNull(),
    method: text().notNull(),
    item_id: text().notNull(),
    buyer_id: text().notNull(),
    seller_id: text().notNull(),
    reference: text().notNull().unique(),
    /** The details as shown. The order carries exactly these, because the buyer may have paid to them (D8, A66). */
    bank_details: text({ mode: "json" }).$type<BankDetails>(),
    created_at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.hold_id, t.method] }),
    index("payment_reveals_by_buyer").on(t.buyer_id, t.created_at),
    index("payment_reveals_by_item").on(t.item_id),
  ],
);

export const transactions = sqliteTable(
  "transactions",
  {
    id: text().primaryKey(),
    order_id: text()
      .notNull()
      .unique()
      .references(() => orders.id),
    item_id: idOf(() => items.id),
    seller_id: idOf(() => profiles.id),
    buyer_id: idOf(() => profiles.id),
    payment_method: text().notNull(),
    payment_status: text({ enum: ["pending", "completed"] }).notNull(),
    status: text({ enum: ["pending", "completed", "cancelled"] }).notNull(),
    amount_cents: integer().notNull(),
    collection_date: integer(),
    reference_number: text(),
    crypto_currency: text(),
    crypto_tx_hash: text(),
    crypto_amount: text(),
    created_at: integer().notNull(),
  },
  (t) => [
    index("transactions_by_item").on(t.item_id, t.status),
    // A hash pays one order only (D23).
    uniqueIndex("transactions_crypto_hash")
      .on(t.crypto_currency, t.crypto_tx_hash)
      .where(sql`crypto_tx_hash IS NOT NULL`),
  ],
);

export const paymentConfirmations = sqliteTable(
  "payment_confirmations",
  {
    id: text().primaryKey(),
    order_id: idOf(() => orders.id),
    item_id: idOf(() => items.id),
    buyer_id: idOf(() => profiles.id),
    seller_id: idOf(() => profiles.id),
    amount_cents: integer().notNull(),
    status: text({ enum: ["pending", "confirmed", "not_received", "lapsed"] })
      .notNull()
      .default("pending"),
    confirmation_deadline: integer().notNull(),
    payment_confirmed_at: integer(),
    created_at: integer().notNull(),
  },
  (t) => [
    index("payment_confirmations_pending").on(t.seller_id, t.confirmation_deadline).where(sql`status = 'pending'`),
    index("payment_confirmations_by_order").on(t.order_id),
  ],
);

/** Stored replies of payment and stock requests: the same key returns the same reply for a day (D17). */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    account_id: text().notNull(),
    route: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the body: the same key with another body is refused (A44). */
    fingerprint: text().notNull(),
    status: integer(),
    body: text(),
    created_at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.route, t.key] }), index("idempotency_keys_by_age").on(t.created_at)],
);

/** Ledger of ad credit, append-only (D19). `ref` is unique per cause, so that each counts once. */
export const balanceTransactions = sqliteTable(
  "balance_transactions",
  {
    id: text().primaryKey(),
    user_id: idOf(() => profiles.id),
    amount_cents: integer().notNull(),
    description: text().notNull(),
    type: text({ enum: ["topup", "promotion", "refund", "adjustment", "chargeback", "topup_refund"] }).notNull(),
    ref: text().notNull().unique(),
    related_order_id: text(),
    related_promotion_id: text(),
    created_at: integer().notNull(),
  },
  (t) => [index("balance_transactions_by_user").on(t.user_id, t.created_at)],
);

/** Stripe events already applied; the effect is in the same batch (D19). */
export const providerEvents = sqliteTable(
  "provider_events",
  { provider: text().notNull(), event_id: text().notNull(), kind: text().notNull(), received_at: integer().notNull() },
  (t) => [primaryKey({ columns: [t.provider, t.event_id] })],
);

export const ratings = sqliteTable(
  "ratings",
  {
    id: text().primaryKey(),
    transaction_id: idOf(() => transactions.id),
    rated_user_id: idOf(() => profiles.id),
    rated_by_user_id: idOf(() => profiles.id),
    rating: integer().notNull(),
    comment: text().notNull().default(""),
    role: text({ enum: ["buyer_rating_seller", "seller_rating_buyer"] }).notNull(),
    created_at: integer().notNull(),
    /** When it becomes visible even if the other side does not rate (D43). */
    visible_from: integer().notNull(),
    /** When it became visible; null while it is hidden. Hidden ratings do not count. */
    published_at: integer(),
    /** The rated person's public answer. Empty once staff have removed it, so that no second one can follow. */
    reply: text(),
    replied_at: integer(),
    /** Why it is in no average although it is visible (D88); null: it counts. */
    left_out: text({ enum: LEFT_OUT }),
    /** When a job decided that; null for a rating it has not seen. */
    examined_at: integer(),
  },
  (t) => [
    index("ratings_unexamined").on(t.published_at).where(sql`examined_at IS NULL AND published_at IS NOT NULL`),
    index("ratings_by_author").on(t.rated_by_user_id, t.rated_user_id, t.created_at),
    uniqueIndex("ratings_once").on(t.transaction_id, t.rated_by_user_id),
    index("ratings_by_rated").on(t.rated_user_id, t.created_at),
    index("ratings_hidden").on(t.visible_from).where(sql`published_at IS NULL`),
    check("ratings_reply_whole", sql`(${t.reply} IS NULL) = (${t.replied_at} IS NULL)`),
    check("ratings_reply_to_visible", sql`${t.reply} IS NULL OR ${t.published_at} IS NOT NULL`),
    check("ratings_score", sql`${t.rating} BETWEEN 1 AND 5`),
    check("ratings_not_self", sql`${t.rated_user_id} <> ${t.rated_by_user_id}`),
  ],
);

export const supportRequests = sqliteTable(
  "support_requests",
  {
    id: text().primaryKey(),
    user_id: text().references(() => profiles.id),
    order_id: text().references(() => orders.id),
    item_name: text(),
    issue_description: text().notNull(),
    user_email: text().notNull(),
    /** Topic from the contact page; null for the support form. */
    topic: text(),
    sender_name: text(),
    status: text({ enum: ["open", "answered", "closed"] })
      .notNull()
      .default("open"),
    created_at: integer().notNull(),
  },
  (t) => [index("support_requests_by_status").on(t.status, t.created_at, t.id)],
);
