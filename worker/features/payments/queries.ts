import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { IntentId, type PaymentKind } from "#contract/payments";
import { PRICE_REFUND } from "#domain/orders/deal-changes";
import { sqlList, UNDONE } from "#domain/orders/order-status";
import { DEBT_MS, PAYOUT_HOLD_MAX_MS } from "#domain/payments/payout-hold";
import { done, type Result } from "#domain/result";
import { batch, type Database } from "../../db/client.ts";
import { profiles } from "../../db/schema/account.ts";
import { balanceTransactions, orders } from "../../db/schema/orders.ts";
import { paymentParts, paymentReversals, payments, type refunds, transfers } from "../../db/schema/payments.ts";
import { type CursorPage, cursorList } from "../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";

export type Payment = typeof payments.$inferSelect;
export type PaymentPart = typeof paymentParts.$inferSelect;
export type Refund = typeof refunds.$inferSelect;
export type Transfer = typeof transfers.$inferSelect;
export type Reversal = typeof paymentReversals.$inferSelect;

/**
 * Guard: money of this intent must not be paid out. A lost chargeback whose loss is shared out has been taken from its
 * orders, and holds nothing any more (D69).
 */
export const isReversed = (intentId: SQL): SQL => sql`EXISTS (SELECT 1 FROM payment_reversals r
  WHERE r.intent_id = ${intentId} AND (r.status = 'open' OR (r.kind = 'chargeback' AND r.status = 'lost'
    AND (r.shared_at IS NULL OR r.applied_status IS NOT 'lost'))))`;

/** Condition: staff have to say what this chargeback, a row `r`, takes from each order (D69). */
export const isToShare = sql`(r.kind = 'chargeback' AND r.status IN ('open', 'lost') AND r.shared_at IS NULL
  AND r.applied_status IS NOT NULL AND r.withdrawn_cents > 0)`;

/**
 * Guard: the bank has this money and may return it itself, or a refund in the provider's dashboard has not been counted
 * yet, so nothing of it is refunded meanwhile. During an inquiry the bank has nothing yet, and a refund is possible.
 */
export const isDisputed = (intentId: SQL): SQL => sql`EXISTS (SELECT 1 FROM payment_reversals r
  WHERE r.intent_id = ${intentId} AND ((r.kind = 'chargeback' AND r.status = 'open' AND r.withdrawn_cents > 0)
    OR (r.status <> 'open' AND r.applied_status IS NOT r.status)))`;

/**
 * Guard: this row of `refunds` may be run. One that was tried before may always be, because the provider may have made
 * it although no answer arrived; while the money is disputed it is only looked for.
 */
export const mayRunRefund = sql`(refunds.attempts > 0 OR NOT ${isDisputed(sql`refunds.intent_id`)})`;

/** Guard: a row `r` of `refunds` gives back the difference to an agreed price, and its order goes on (D82). */
export const isPriceRefund = (r: SQL): SQL => sql`(substr(${r}.cause, 1, ${PRICE_REFUND.length}) = ${PRICE_REFUND})`;

/** Guard: this payment of an order was refunded, or will be. Another payment of the same order does not count (D20). */
export const isRefunded = (orderId: SQL, intentId: SQL): SQL => sql`EXISTS (SELECT 1 FROM refunds
  WHERE refunds.order_id = ${orderId} AND refunds.intent_id = ${intentId} AND NOT ${isPriceRefund(sql`refunds`)})`;

/** Guard: its seller is refunding this order, so nothing of it is paid out, and only that refund claims it back (D68). */
export const isRefundedBySeller = (orderId: SQL): SQL => sql`EXISTS (SELECT 1 FROM seller_refunds
  WHERE seller_refunds.order_id = ${orderId} AND seller_refunds.status = 'claiming')`;

/** Guard: a row `h` of `payout_holds` is in force. */
export const isInForce = (at: number): SQL => sql`(h.released_at IS NULL AND h.ends_at > ${at}
  AND (h.cause <> 'ban' OR EXISTS (SELECT 1 FROM profiles p WHERE p.id = h.seller_id AND p.is_banned = 1)))`;

/** Condition: a row `h` of `payout_holds` concerns the row `t` of `transfers`. What has been due for 90 days is free. */
export const concerns = (t: SQL, at: number): SQL => sql`(h.seller_id = ${t}.seller_id
  AND (h.order_id IS NULL OR h.order_id = ${t}.order_id) AND ${t}.created_at > ${at - PAYOUT_HOLD_MAX_MS})`;

/** Guard: this payout, a row `t` of `transfers`, is held (D71). */
export const isHeld = (t: SQL, at: number): SQL =>
  sql`EXISTS (SELECT 1 FROM payout_holds h WHERE ${concerns(t, at)} AND ${isInForce(at)})`;

/**
 * The cents of a payout being claimed back that the seller need not give back: kept from other payouts (D72), or theirs
 * although a bank took part of the price (D69).
 */
export const notOwedCents = (orderId: SQL): SQL => sql`((SELECT coalesce(sum(s.amount_cents), 0) FROM payout_set_offs s
  WHERE s.owed_order_id = ${orderId} AND s.undone_at IS NULL)
  + coalesce((SELECT k.keeps_cents FROM transfers k WHERE k.order_id = ${orderId}), 0))`;

/** The cents of a payout that were kept for debts of its seller (D72). */
export const keptCents = (orderId: SQL): SQL => sql`(SELECT coalesce(sum(s.amount_cents), 0) FROM payout_set_offs s
  WHERE s.kept_order_id = ${orderId} AND s.undone_at IS NULL)`;

/** Guard: a row `t` of `transfers` is a debt of its seller. One that its seller is refunding is claimed by that (D68). */
export const isOwed = (t: SQL): SQL =>
  sql`(${t}.status = 'reversing' AND NOT ${isRefundedBySeller(sql`${t}.order_id`)})`;

/**
 * The accepted methods of a seller that work, as JSON: bank transfer with an account, crypto with a wallet (D22), cards
 * unless a debt is older than 14 days (D72). Cards need no payout account: the money waits for it.
 * @param p the seller's profile in the outer query.
 */
export const acceptedMethods = (
  p: SQL,
  now: number,
): SQL => sql`(SELECT json_group_array(value) FROM json_each(${p}.accepted_payment_methods)
  WHERE CASE value WHEN 'bank_transfer' THEN ${p}.bank_details IS NOT NULL
    WHEN 'crypto' THEN ${p}.crypto_wallet_addresses <> '{}'
    WHEN 'stripe' THEN NOT EXISTS (SELECT 1 FROM transfers t
      WHERE t.seller_id = ${p}.id AND ${isOwed(sql`t`)} AND t.claimed_at <= ${now - DEBT_MS})
    ELSE 1 END)`;

/** Guard: an order was paid with this money and has not been undone. */
export const hasOrderNotUndone = (intentId: SQL): SQL => sql`EXISTS (SELECT 1 FROM payment_parts t
  JOIN orders o ON o.id = t.order_id
  WHERE t.intent_id = ${intentId} AND t.outcome = 'paid' AND o.status NOT IN (${sql.raw(sqlList(UNDONE))}))`;

export async function findPayment(db: Database, intentId: string): Promise<Payment | null> {
  return (await db.query.payments.findFirst({ where: eq(payments.intent_id, intentId) })) ?? null;
}

/** A payment as the provider's reports about it need it. */
export interface PaymentState {
  payment: Payment;
  parts: PaymentPart[];
  /** The amount charged to the card; null before a charge. */
  charged_cents: number | null;
}

/** Reads a payment with its parts and its charge in one round trip; null for an intent that is not ours. */
export async function findPaymentState(db: Database, intentId: string): Promise<PaymentState | null> {
  const [[payment], parts, [charge]] = await batch<[Payment, PaymentPart, { cents: number }]>(db, [
    sql`SELECT * FROM payments WHERE intent_id = ${intentId}`,
    partsQuery(intentId),
    chargeQuery(intentId),
  ]);
  return payment ? { payment, parts, charged_cents: charge?.cents ?? null } : null;
}

/** Returns the query of the parts of an intent. */
export const partsQuery = (intentId: string): SQL => sql`SELECT * FROM payment_parts WHERE intent_id = ${intentId}`;

const chargeQuery = (intentId: string): SQL =>
  sql`SELECT amount_cents AS cents FROM ledger WHERE ref = ${`charge:${intentId}:stripe_clearing`}`;

/** Returns the payment of this intent if this user made it, optionally only of one kind; else null. */
export async function findOwnPayment(
  db: Database,
  userId: string,
  intentId: string,
  kind?: PaymentKind,
): Promise<Payment | null> {
  const id = IntentId.safeParse(intentId);
  const payment = id.success ? await findPayment(db, id.data) : null;
  return payment?.user_id === userId && (kind === undefined || payment.kind === kind) ? payment : null;
}

export async function findReversal(db: Database, id: string): Promise<Reversal | null> {
  return (await db.query.paymentReversals.findFirst({ where: eq(paymentReversals.id, id) })) ?? null;
}

/** Returns the parts of an intent, one per order it pays for. */
export function partsOf(db: Database, intentId: string): Promise<PaymentPart[]> {
  return db.query.paymentParts.findMany({ where: eq(paymentParts.intent_id, intentId) });
}

/**
 * Returns the intent that may still charge for this order, or null. Includes one that has ended but whose end the
 * order's room has not recorded, because the room waits for that.
 */
export async function openPaymentOf(db: Database, orderId: string): Promise<Payment | null> {
  const unheard = sql`EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.id} = ${orderId}
    AND ${orders.card_intent_id} = ${payments.intent_id} AND ${orders.card_state} IN ('open', 'closing'))`;
  const [row] = await db
    .select({ payment: payments })
    .from(paymentParts)
    .innerJoin(payments, eq(payments.intent_id, paymentParts.intent_id))
    .where(and(eq(paymentParts.order_id, orderId), or(eq(payments.status, "open"), unheard)))
    .limit(1);
  return row?.payment ?? null;
}

/** Returns the part of an intent that paid for this order, or null. */
export async function paidPartOf(db: Database, orderId: string): Promise<PaymentPart | null> {
  return (
    (await db.query.paymentParts.findFirst({
      where: and(eq(paymentParts.order_id, orderId), eq(paymentParts.outcome, "paid")),
    })) ?? null
  );
}

/** Returns the payout of an order, or null before its proceeds fall due. */
export async function findTransfer(db: Database, orderId: string): Promise<Transfer | null> {
  return (await db.query.transfers.findFirst({ where: eq(transfers.order_id, orderId) })) ?? null;
}

/** Returns the sum of one ledger transaction in cents, or null when it does not exist. */
export async function ledgerCents(db: Database, txnId: string): Promise<number | null> {
  const row = await db.get<{ cents: number }>(
    sql`SELECT amount_cents AS cents FROM ledger WHERE txn_id = ${txnId} AND amount_cents > 0`,
  );
  return row?.cents ?? null;
}

/** Returns the sum of an intent's refunds in cents, made or due, without those of an agreed price. */
export async function refundedCents(db: Database, intentId: string): Promise<number> {
  const row = await db.get<{ cents: number }>(
    sql`SELECT coalesce(sum(amount_cents), 0) AS cents FROM refunds
      WHERE intent_id = ${intentId} AND NOT ${isPriceRefund(sql`refunds`)}`,
  );
  return row?.cents ?? 0;
}

/** Returns a user's ad credit in cents. */
export async function balanceOf(db: Database, userId: string): Promise<number> {
  const row = await db
    .select({ cents: profiles.seller_balance_cents })
    .from(profiles)
    .where(eq(profiles.id, userId))
    .get();
  return row?.cents ?? 0;
}

export type BalanceLine = typeof balanceTransactions.$inferSelect;

/** Returns one page of the ad-credit statement, newest first. */
export async function listBalance(
  db: Database,
  userId: string,
  cursor: string | undefined,
  limit: number,
): Promise<Result<CursorPage<BalanceLine>>> {
  const list = cursorList("balance", { user: userId }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const mine = eq(balanceTransactions.user_id, userId);
  const older =
    after && sql`(${balanceTransactions.created_at}, ${balanceTransactions.id}) < (${after.key}, ${after.id})`;
  const rows = await db
    .select()
    .from(balanceTransactions)
    .where(older ? and(mine, older) : mine)
    .orderBy(sql`${balanceTransactions.created_at} DESC, ${balanceTransactions.id} DESC`)
    .limit(limit + 1);
  return done(list.page(rows, limit, (last) => ({ key: last.created_at, id: last.id })));
}

// Statements of card payments, not executed here: the caller puts them into the batch of their cause.

/** Guard: a transaction is in the ledger. */
export const isInLedger = (txnId: string): SQL => sql`EXISTS (SELECT 1 FROM ledger WHERE txn_id = ${txnId})`;
