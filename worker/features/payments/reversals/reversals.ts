/**
 * Reversals by banks or in the provider's dashboard: chargebacks, and refunds we did not request. Each is one row,
 * written with its event and ledger entries; orders and payouts follow afterwards (jobs.ts).
 */

import { type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { nextStatus } from "#domain/orders/order-reversal";
import {
  chargebackAppealWon,
  chargebackFee,
  chargebackLost,
  disputeReinstated,
  disputeWithdrawn,
  refundedElsewhere,
  refundedElsewhereReturned,
  refundOwed,
  refundReturned,
} from "#domain/payments/ledger";
import { type DisputeFacts, disputeFacts } from "../../../adapters/stripe-objects.ts";
import { batch } from "../../../db/client.ts";
import { insertLedgerTransaction, insertRefund, recordEvent } from "../../../db/ledger.ts";
import { log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import { topupReversalEmails } from "../emails.ts";
import {
  findPayment,
  findReversal,
  hasOrderNotUndone,
  isInLedger,
  ledgerCents,
  type Payment,
  type Refund,
  type Reversal,
} from "../queries.ts";
import type { ProviderEvent } from "../settlement.ts";
import { giveCreditBack, payOwedCredit, takeCredit } from "../top-ups/credit.ts";
import { followReversal } from "./following.ts";

/**
 * Returns the payment of ours that this is about, or null. Also null in another currency, which cannot be our payment's
 * money.
 */
async function ownPayment(
  { db }: Services,
  about: Pick<Stripe.Dispute | Stripe.Refund, "id" | "object" | "payment_intent" | "currency">,
): Promise<Payment | null> {
  const { payment_intent: intent } = about;
  const intentId = typeof intent === "string" ? intent : intent?.id;
  const payment = intentId === undefined ? null : await findPayment(db, intentId);
  if (!payment || about.currency === payment.currency) return payment;
  log("error", { problem: "currency mismatch", [about.object]: about.id, currency: about.currency });
  return null;
}

/**
 * Applies a dispute in its current state at the provider: events arrive late, twice and out of order.
 * @returns false when the disputed payment is not one of ours.
 */
export async function applyDispute(services: Services, stale: Stripe.Dispute, event: ProviderEvent): Promise<boolean> {
  const payment = await ownPayment(services, stale);
  const stripe = services.stripe();
  if (!payment || !stripe) return false;
  const current = disputeFacts(await stripe.disputes.retrieve(stale.id));
  const known = await findReversal(services.db, current.id);
  const facts: DisputeFacts = { ...current, status: nextStatus(known?.status ?? "open", current.status) };
  await batch(services.db, [
    recordEvent(event, services.now()),
    ...(await chargebackStatements(services, payment, facts)),
    ...(payment.kind === "topup" ? await creditStatements(services, payment, facts) : []),
  ]);
  log("warn", { chargeback: facts.id, intent: payment.intent_id, status: facts.status });
  await followReversal(services, facts.id);
  deliverSoon(services);
  return true;
}

/**
 * The ledger follows the bank's movements of money, and the payout follows the status: an inquiry holds the payout and
 * moves nothing. When it becomes a chargeback, its orders are told again.
 */
async function chargebackStatements({ db, now }: Services, payment: Payment, facts: DisputeFacts): Promise<SQL[]> {
  const at = now();
  const { intent_id: intentId } = payment;
  const { id, amount_cents: cents, withdrawn_cents: withdrawn, fee_cents: fee, due_at, status } = facts;
  const is = (wanted: Reversal["status"]) =>
    sql`EXISTS (SELECT 1 FROM payment_reversals WHERE id = ${id} AND status = ${wanted})`;
  const lostBefore = (await ledgerCents(db, chargebackLost(id, intentId, 1).id)) ?? 0;
  return [
    sql`INSERT INTO payment_reversals (id, kind, intent_id, amount_cents, due_at, next_at, created_at)
      VALUES (${id}, 'chargeback', ${intentId}, ${cents}, ${due_at}, ${at}, ${at})
      ON CONFLICT (id) DO UPDATE SET due_at = coalesce(excluded.due_at, due_at)`,
    // A new status retries what failed before. A runner that is active keeps its lease.
    sql`UPDATE payment_reversals SET fee_cents = ${fee},
        applied_status = CASE WHEN applied_status = 'open' AND withdrawn_cents <= 0 AND ${withdrawn} > 0 THEN NULL
          ELSE applied_status END,
        withdrawn_cents = ${withdrawn},
        closed_at = CASE WHEN status = ${status} THEN closed_at ELSE ${at} END,
        next_at = CASE WHEN status = ${status} OR last_error IS NULL THEN next_at ELSE ${at} END, status = ${status}
      WHERE id = ${id}`,
    // A movement may be only a fee, and a fee may be returned.
    ...facts.movements.flatMap((one) => [
      ...(one.cents < 0 ? [insertLedgerTransaction(disputeWithdrawn(one.id, intentId, -one.cents), at)] : []),
      ...(one.cents > 0 ? [insertLedgerTransaction(disputeReinstated(one.id, intentId, one.cents), at)] : []),
      ...(one.fee_cents === 0 ? [] : [insertLedgerTransaction(chargebackFee(one.id, intentId, one.fee_cents), at)]),
    ]),
    ...(status === "lost" && withdrawn > 0
      ? [insertLedgerTransaction(chargebackLost(id, intentId, withdrawn), at, is("lost"))]
      : []),
    ...(status === "won" && lostBefore > 0
      ? [insertLedgerTransaction(chargebackAppealWon(id, intentId, lostBefore), at, is("won"))]
      : []),
  ];
}

async function creditStatements(services: Services, payment: Payment, { id, status }: DisputeFacts): Promise<SQL[]> {
  return [
    ...(status === "won"
      ? [giveCreditBack(services, id), ...(await payOwedCredit(services, payment.user_id))]
      : takeCredit(services, id)),
    ...(await topupReversalEmails(services, payment, id, status)),
  ];
}

/**
 * Applies a refund made in the provider's dashboard, which leaves our account too. Our own refunds are recognised by
 * the id in their metadata. Either kind may come back days later, because the buyer's card or account is closed.
 */
export async function applyRefund(services: Services, stale: Stripe.Refund, event: ProviderEvent): Promise<boolean> {
  const { db, now } = services;
  const payment = await ownPayment(services, stale);
  const stripe = services.stripe();
  if (!payment || !stripe) return false;
  // Read the current state: the event of a failure may arrive before the event of the creation.
  const refund = await stripe.refunds.retrieve(stale.id);
  const at = now();
  const ours = refund.metadata?.refund_id;
  const statements =
    ours === undefined
      ? await dashboardRefund(services, refund, payment)
      : await ownRefundReturned(services, refund, ours, at);
  await batch(db, [recordEvent(event, at), ...statements]);
  if (ours === undefined) await followReversal(services, refund.id);
  deliverSoon(services);
  return true;
}

/**
 * Records a refund made in the provider's dashboard. It is open, for staff to decide, while an order of the payment has
 * not been undone. A pending one waits for our balance or the card's bank, and holds the payout too (D73); the ledger
 * follows the money.
 */
async function dashboardRefund(services: Services, refund: Stripe.Refund, payment: Payment): Promise<SQL[]> {
  const { id, amount, status } = refund;
  const { intent_id: intentId } = payment;
  const at = services.now();
  if (status === "failed" || status === "canceled") return dashboardRefundReturned(services, id, payment);
  log("warn", { problem: "refunded at the provider", refund: id, intent: intentId });
  const stands = hasOrderNotUndone(sql`${intentId}`);
  return [
    sql`INSERT INTO payment_reversals (id, kind, intent_id, amount_cents, status, next_at, created_at, closed_at)
      SELECT ${id}, 'refund', ${intentId}, ${amount}, CASE WHEN ${stands} THEN 'open' ELSE 'lost' END, ${at}, ${at},
        CASE WHEN ${stands} THEN NULL ELSE ${at} END
      WHERE 1 ON CONFLICT (id) DO NOTHING`,
    ...(status === "succeeded" ? [insertLedgerTransaction(refundedElsewhere(id, intentId, amount), at)] : []),
    ...(payment.kind === "topup" ? takeCredit(services, id) : []),
  ];
}

/**
 * Applies a dashboard refund that the buyer's bank has returned: the payment counts again. Where an order was undone
 * because of the refund, that amount is owed to the buyer again.
 */
async function dashboardRefundReturned(services: Services, id: string, payment: Payment): Promise<SQL[]> {
  const { db, now } = services;
  const at = now();
  const { intent_id: intentId } = payment;
  const [row] = await db.all<{ amount_cents: number; counted: number }>(sql`SELECT amount_cents,
      (SELECT coalesce(sum(l.amount_cents), 0) FROM ledger l
        WHERE l.intent_id = r.intent_id AND l.amount_cents > 0 AND l.txn_id LIKE 'recovered:' || r.id || ':%') AS counted
    FROM payment_reversals r WHERE r.id = ${id}`);
  if (!row) return [];
  const cause = `returned:${id}`;
  const refundId = await stableId("ref", cause);
  return [
    insertLedgerTransaction(
      refundedElsewhereReturned(id, intentId, row.amount_cents),
      at,
      isInLedger(`refund-elsewhere:${id}`),
    ),
    sql`UPDATE payment_reversals SET status = 'won', closed_at = ${at}
      WHERE id = ${id} AND (status = 'open' OR ${payment.kind === "topup" ? 1 : 0})`,
    ...(payment.kind === "topup" ? [giveCreditBack(services, id)] : []),
    ...(row.counted > 0
      ? [
          insertRefund({ id: refundId, intentId, orderId: null, amountCents: row.counted, cause }, at),
          insertLedgerTransaction(refundOwed(refundId, intentId, null, row.counted, { from: "external" }), at),
        ]
      : []),
  ];
}

/** Applies that our own refund came back after it had succeeded. payments/refunds handles refunds that failed before. */
async function ownRefundReturned({ db }: Services, made: Stripe.Refund, refundId: string, at: number): Promise<SQL[]> {
  if (made.status !== "failed" && made.status !== "canceled") return [];
  const [row] = await db.all<Refund>(sql`SELECT * FROM refunds
    WHERE id = ${refundId} AND provider_refund_id = ${made.id} AND status = 'succeeded'`);
  if (!row) return [];
  log("error", { refund: refundId, problem: "refund came back", made: made.id });
  const { intent_id: intentId, order_id: orderId, amount_cents: cents } = row;
  return [
    insertLedgerTransaction(refundReturned(refundId, intentId, orderId, cents), at),
    sql`UPDATE refunds SET status = 'failed', settled_at = NULL, last_error = ${made.failure_reason ?? "returned"}
      WHERE id = ${refundId} AND provider_refund_id = ${made.id} AND status = 'succeeded'`,
  ];
}
