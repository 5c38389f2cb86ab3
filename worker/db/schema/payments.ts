/**
 * Card payments: Stripe's reports, amounts owed, and the double-entry ledger that both must match (D19). Each cause has
 * a unique key, so that a repeated event violates a constraint instead of taking effect twice.
 */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { profiles } from "./account.ts";
import { idOf, keyOf } from "./columns.ts";
import { orders } from "./orders.ts";

/** A payment intent at Stripe. `open` may still take a payment; the other two are final. */
export const payments = sqliteTable(
  "payments",
  {
    intent_id: text().primaryKey(),
    kind: text({ enum: ["order", "purchase", "topup"] }).notNull(),
    order_id: text(),
    purchase_id: text(),
    user_id: idOf(() => profiles.id),
    amount_cents: integer().notNull(),
    currency: text().notNull().default("aud"),
    status: text({ enum: ["open", "succeeded", "canceled"] })
      .notNull()
      .default("open"),
    charge_id: text(),
    /** The last declined attempt on an open intent; cleared only by success. */
    failure_code: text(),
    failed_at: integer(),
    /** Every part has its outcome, or the balance was increased: the payment is fully processed. */
    settled_at: integer(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
    /** When reconciliation next asks Stripe about an unsettled intent. */
    next_check_at: integer().notNull(),
    /** When Stripe is next asked for its fee; null once the fee is in the ledger. */
    fee_check_at: integer(),
  },
  (t) => [
    index("payments_unsettled").on(t.next_check_at).where(sql`settled_at IS NULL`),
    index("payments_fee_unknown").on(t.fee_check_at).where(sql`fee_check_at IS NOT NULL`),
    index("payments_by_order").on(t.order_id),
    index("payments_by_purchase").on(t.purchase_id),
    index("payments_by_user").on(t.user_id, t.created_at),
    uniqueIndex("payments_one_open_per_order").on(t.order_id).where(sql`status = 'open' AND order_id IS NOT NULL`),
    uniqueIndex("payments_one_open_per_purchase")
      .on(t.purchase_id)
      .where(sql`status = 'open' AND purchase_id IS NOT NULL`),
    check("payments_amount", sql`${t.amount_cents} > 0`),
  ],
);

/** The orders an intent pays for. `outcome` is the room's answer, written once. */
export const paymentParts = sqliteTable(
  "payment_parts",
  {
    intent_id: idOf(() => payments.intent_id),
    order_id: text().notNull(),
    item_id: text().notNull(),
    seller_id: text().notNull(),
    /** What the order costs: less than was charged for it once the two have agreed on a lower price. */
    amount_cents: integer().notNull(),
    /** The agreed reductions, refunded to the card (D82). */
    lowered_cents: integer().notNull().default(0),
    /** Platform fee of this part, at the rate in force when the order was placed. */
    fee_cents: integer().notNull().default(0),
    outcome: text({ enum: ["paid", "refund"] }),
    decided_at: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.intent_id, t.order_id] }),
    index("payment_parts_by_order").on(t.order_id),
    // An order is paid once, even if other payments arrive for it.
    uniqueIndex("payment_parts_paid_once").on(t.order_id).where(sql`outcome = 'paid'`),
    check("payment_parts_amount", sql`${t.amount_cents} > 0`),
    check("payment_parts_fee", sql`${t.fee_cents} >= 0 AND ${t.fee_cents} < ${t.amount_cents}`),
  ],
);

/** Refunds owed to buyers. One row per cause, however often it is found (D20). */
export const refunds = sqliteTable(
  "refunds",
  {
    id: text().primaryKey(),
    intent_id: idOf(() => payments.intent_id),
    order_id: text(),
    amount_cents: integer().notNull(),
    /** Reason, e.g. `late:ord_…`. */
    cause: text().notNull().unique(),
    status: text({ enum: ["due", "sent", "succeeded", "failed"] })
      .notNull()
      .default("due"),
    provider_refund_id: text(),
    /**
     * Part of the idempotency key. Rises when Stripe refuses, because a refusal is repeated under its key for a day.
     */
    generation: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    next_at: integer().notNull(),
    last_error: text(),
    created_at: integer().notNull(),
    settled_at: integer(),
  },
  (t) => [
    index("refunds_open").on(t.next_at).where(sql`status IN ('due','sent')`),
    index("refunds_failed").on(t.created_at).where(sql`status = 'failed'`),
    index("refunds_by_intent").on(t.intent_id),
    index("refunds_by_order").on(t.order_id),
    check("refunds_amount", sql`${t.amount_cents} > 0`),
  ],
);

/**
 * Refunds that sellers asked for (D68). `claiming`: what was sent to the seller is claimed back first, or the order's
 * room is being asked. `asked`: it is for staff to decide. One row per order.
 */
export const sellerRefunds = sqliteTable(
  "seller_refunds",
  {
    order_id: keyOf(() => orders.id),
    seller_id: idOf(() => profiles.id),
    buyer_id: idOf(() => profiles.id),
    /** The purchase, or the order itself: orders bought together count as one refund. */
    bundle_id: text().notNull(),
    amount_cents: integer().notNull(),
    relist: integer({ mode: "boolean" }).notNull(),
    /** Whether it counts towards the seller's daily limit. */
    is_limited: integer({ mode: "boolean" }).notNull(),
    status: text({ enum: ["asked", "claiming", "refunded"] }).notNull(),
    /** Why staff must decide; null before the seller's own way has failed. */
    problem: text({ enum: ["limit", "claim"] }),
    requested_at: integer().notNull(),
  },
  (t) => [
    index("seller_refunds_by_seller").on(t.seller_id, t.requested_at),
    index("seller_refunds_by_buyer").on(t.buyer_id, t.seller_id),
    index("seller_refunds_open").on(t.requested_at).where(sql`status <> 'refunded'`),
    check("seller_refunds_amount", sql`${t.amount_cents} > 0`),
  ],
);

/**
 * The seller's proceeds of one card order, once they are due. `payable`: waits for an account that can receive money.
 * `reversing`: being claimed back from the seller. `reversed`: no longer the seller's.
 */
export const transfers = sqliteTable(
  "transfers",
  {
    order_id: text().primaryKey(),
    seller_id: idOf(() => profiles.id),
    intent_id: idOf(() => payments.intent_id),
    amount_cents: integer().notNull(),
    status: text({ enum: ["payable", "sent", "reversing", "reversed"] })
      .notNull()
      .default("payable"),
    destination: text(),
    /** The latest transfer; there may be several at Stripe. */
    provider_transfer_id: text(),
    /** Amount currently in the seller's Stripe account, as far as known. */
    at_seller_cents: integer().notNull().default(0),
    /** While it is claimed back: the part that stays the seller's, because a bank took only some of the price (D69). */
    keeps_cents: integer().notNull().default(0),
    /** Amount that staff have written off. */
    written_off_cents: integer().notNull().default(0),
    /**
     * Part of the idempotency key. Rises when Stripe refuses (it repeats a refusal under the same key for a day), and
     * when proceeds that were claimed back are sent again.
     */
    generation: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    next_at: integer().notNull(),
    last_error: text(),
    created_at: integer().notNull(),
    sent_at: integer(),
    /** When the money was first claimed back; after 14 days the seller takes no cards (D72). */
    claimed_at: integer(),
  },
  (t) => [
    index("transfers_payable").on(t.next_at).where(sql`status = 'payable'`),
    index("transfers_reversing").on(t.next_at).where(sql`status = 'reversing'`),
    index("transfers_by_seller").on(t.seller_id, t.created_at),
    check("transfers_amount", sql`${t.amount_cents} > 0`),
  ],
);

/**
 * What was kept from one payout for what the seller owes of another (D72). The ledger has the movements. Undone when
 * either is no longer so: the debt, because the proceeds are the seller's after all, or the payout it was kept from.
 */
export const payoutSetOffs = sqliteTable(
  "payout_set_offs",
  {
    id: text().primaryKey(),
    seller_id: idOf(() => profiles.id),
    /** The order whose proceeds the seller owes. */
    owed_order_id: text().notNull(),
    /** The order from whose proceeds it was kept. */
    kept_order_id: text().notNull(),
    amount_cents: integer().notNull(),
    created_at: integer().notNull(),
    undone_at: integer(),
  },
  (t) => [
    index("payout_set_offs_by_owed").on(t.owed_order_id).where(sql`undone_at IS NULL`),
    index("payout_set_offs_by_kept").on(t.kept_order_id).where(sql`undone_at IS NULL`),
    index("payout_set_offs_by_seller").on(t.seller_id),
    check("payout_set_offs_amount", sql`${t.amount_cents} > 0`),
  ],
);

/**
 * Payouts that wait (D71). Without an order, a hold concerns everything due to the seller. It ends by itself; the one of
 * a ban also when the ban is lifted.
 */
export const payoutHolds = sqliteTable(
  "payout_holds",
  {
    id: text().primaryKey(),
    seller_id: idOf(() => profiles.id),
    order_id: text(),
    cause: text({ enum: ["staff", "ban", "report", "first_sales"] }).notNull(),
    /** What staff told the seller; null where the cause says it. */
    note: text(),
    /** The report of a buyer; when staff dismiss it, the hold ends. */
    report_id: text(),
    created_at: integer().notNull(),
    ends_at: integer().notNull(),
    released_at: integer(),
  },
  (t) => [
    index("payout_holds_by_seller").on(t.seller_id, t.ends_at),
    index("payout_holds_by_report").on(t.report_id).where(sql`report_id IS NOT NULL`),
    // A buyer who reports again and again holds an order once.
    uniqueIndex("payout_holds_reported_once").on(t.order_id).where(sql`cause = 'report'`),
    check("payout_holds_end", sql`${t.ends_at} > ${t.created_at}`),
  ],
);

/** A seller's account at Stripe, which receives the proceeds. */
export const payoutAccounts = sqliteTable(
  "payout_accounts",
  {
    seller_id: keyOf(() => profiles.id),
    provider_account_id: text().notNull().unique(),
    /** `active`: can receive money. `unfinished`: Stripe needs more details from the seller. `closed`: permanently. */
    status: text({ enum: ["unfinished", "active", "closed"] })
      .notNull()
      .default("unfinished"),
    /** When Stripe was last asked about it. */
    checked_at: integer().notNull().default(0),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (t) => [index("payout_accounts_to_check").on(t.checked_at).where(sql`status <> 'closed'`)],
);

/**
 * Events on a payment that Goodstreet did not start: a chargeback, a refund made in Stripe's dashboard, or a fraud
 * warning. The key is Stripe's id.
 */
export const paymentReversals = sqliteTable(
  "payment_reversals",
  {
    id: text().primaryKey(),
    kind: text({ enum: ["chargeback", "refund", "fraud_warning"] })
      .notNull()
      .default("chargeback"),
    intent_id: idOf(() => payments.intent_id),
    amount_cents: integer().notNull(),
    /** For a chargeback: the amount the bank currently holds. An inquiry takes none. */
    withdrawn_cents: integer().notNull().default(0),
    /** Stripe's fee for a chargeback; not returned when it is won. */
    fee_cents: integer().notNull().default(0),
    /** `open`: the bank, or staff for a refund, decide. `won`: the seller keeps the payment. `lost`: they do not. */
    status: text({ enum: ["open", "won", "lost"] })
      .notNull()
      .default("open"),
    /** Deadline for sending evidence to the bank. */
    due_at: integer(),
    /** For a top-up: ad credit taken back so far. The rest is owed, and blocks promotions. */
    taken_cents: integer().notNull().default(0),
    /**
     * For a chargeback: when it was fixed what it takes from each order. Null while staff have to say so, and for rows
     * from before.
     */
    shared_at: integer(),
    /** The status that has been applied to orders and payouts; null before the first, and when an inquiry became more. */
    applied_status: text({ enum: ["open", "won", "lost"] }),
    attempts: integer().notNull().default(0),
    /** When the status is next applied; lies in the future while a run is applying it. */
    next_at: integer().notNull().default(0),
    last_error: text(),
    created_at: integer().notNull(),
    closed_at: integer(),
  },
  (t) => [
    index("payment_reversals_by_intent").on(t.intent_id, t.status),
    index("payment_reversals_unapplied").on(t.next_at).where(sql`applied_status IS NOT status`),
    index("payment_reversals_open").on(t.created_at).where(sql`status = 'open'`),
    check("payment_reversals_amounts", sql`${t.amount_cents} > 0 AND ${t.taken_cents} BETWEEN 0 AND ${t.amount_cents}`),
  ],
);

/**
 * Movements of the balance at Stripe that the ledger does not have, or has with another amount, and a balance that
 * differs although every movement is booked (D75). Staff book them, or they are booked later by themselves.
 */
export const booksDifferences = sqliteTable(
  "books_differences",
  {
    /** Stripe's id of the movement, or `balance:<day>`. */
    id: text().primaryKey(),
    kind: text().notNull(),
    /** What Stripe has and the ledger lacks. */
    amount_cents: integer().notNull(),
    source: text(),
    description: text(),
    happened_at: integer().notNull(),
    found_at: integer().notNull(),
    settled_at: integer(),
    settled_by: text().references(() => profiles.id),
    note: text(),
  },
  (t) => [
    index("books_differences_open").on(t.found_at).where(sql`settled_at IS NULL`),
    check("books_differences_amount", sql`${t.amount_cents} <> 0`),
  ],
);

/** What a chargeback takes from each order of its payment (D69); an order without a row goes on. */
export const chargebackShares = sqliteTable(
  "chargeback_shares",
  {
    reversal_id: idOf(() => paymentReversals.id),
    order_id: idOf(() => orders.id),
    amount_cents: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.reversal_id, t.order_id] }),
    check("chargeback_shares_amount", sql`${t.amount_cents} > 0`),
  ],
);

/**
 * Double-entry ledger, append-only: the lines of one `txn_id` add up to zero. Positive amounts are debits:
 * `stripe_clearing` rises with incoming money, and what we owe (`order_held`, `seller_payable:…`, `ad_credit:…`,
 * `refunds`) is negative.
 */
export const ledger = sqliteTable(
  "ledger",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    txn_id: text().notNull(),
    account: text().notNull(),
    amount_cents: integer().notNull(),
    intent_id: text(),
    order_id: text(),
    /** Makes each line count once: `<txn_id>:<account>`. */
    ref: text().notNull().unique(),
    at: integer().notNull(),
  },
  (t) => [
    index("ledger_by_account").on(t.account, t.id),
    index("ledger_by_txn").on(t.txn_id),
    index("ledger_by_intent").on(t.intent_id),
    index("ledger_of_fees").on(t.at).where(sql`account IN ('fees', 'platform_fees')`),
    check("ledger_not_zero", sql`${t.amount_cents} <> 0`),
  ],
);
