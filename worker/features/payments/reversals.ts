/**
 * What banks and people at the provider do with money by themselves: chargebacks, and refunds we did not ask for. Each is one
 * row, written with its event and its ledger entries; orders and payouts follow it afterwards (follow-reversal.ts).
 */

import { type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import {
  chargebackClosed,
  chargebackFee,
  chargebackOpened,
  refundedElsewhere,
  refundedElsewhereReturned,
  refundOwed,
  refundReturned,
} from "#domain/ledger";
import { batchAll } from "../../db/batch.ts";
import type { Services } from "../../http/context.ts";
import { stableId } from "../../http/stable-id.ts";
import { log } from "../../log.ts";
import { deliverSoon } from "../mail/deliver.ts";
import type { ProviderEvent } from "./apply-intent.ts";
import { type DisputeFacts, disputeFacts } from "./dispute-facts.ts";
import { followReversal } from "./follow-reversal.ts";
import { findPayment, findReversal, type Payment, type Refund } from "./queries.ts";
import { creditMails } from "./reversal-mails.ts";
import { giveCreditBack, payOwedCredit, takeCredit } from "./reversed-credit.ts";
import { insertRefund, post, posted, recordEvent } from "./statements.ts";

/** The payment of ours this is about, or null: also where it is in another currency, which can't be our payment's money. */
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

/** @returns false when the disputed payment is none of ours. */
export async function applyDispute(
  services: Services,
  dispute: Stripe.Dispute,
  event: ProviderEvent,
): Promise<boolean> {
  const payment = await ownPayment(services, dispute);
  if (!payment) return false;
  const told = disputeFacts(dispute);
  const known = await findReversal(services.db, told.id);
  // What is decided stays decided, whatever comes late.
  const facts: DisputeFacts = known && known.status !== "open" ? { ...told, status: known.status } : told;
  await batchAll(services.env.DB, [
    recordEvent(event, services.now()),
    ...chargebackStatements(services, payment, facts),
    ...(payment.kind === "topup" ? await creditStatements(services, payment, facts) : []),
  ]);
  log("warn", { chargeback: facts.id, intent: payment.intent_id, status: dispute.status });
  await followReversal(services, facts.id);
  deliverSoon(services);
  return true;
}

/** The money is off our account until the bank has decided; the fee is gone either way. */
function chargebackStatements({ now }: Services, { intent_id: intentId }: Payment, facts: DisputeFacts): SQL[] {
  const at = now();
  const { id, amount_cents: cents, fee_cents: fee, due_at, status } = facts;
  const closed = sql`EXISTS (SELECT 1 FROM payment_reversals WHERE id = ${id} AND status = ${status})`;
  return [
    sql`INSERT INTO payment_reversals (id, kind, intent_id, amount_cents, fee_cents, due_at, next_at, created_at)
      VALUES (${id}, 'chargeback', ${intentId}, ${cents}, ${fee}, ${due_at}, ${at}, ${at})
      ON CONFLICT (id) DO UPDATE SET fee_cents = max(fee_cents, excluded.fee_cents),
        due_at = coalesce(excluded.due_at, due_at)`,
    post(chargebackOpened(id, intentId, cents), at),
    ...(fee > 0 ? [post(chargebackFee(id, intentId, fee), at)] : []),
    ...(status === "open"
      ? []
      : [
          // What failed before is tried again now; while somebody is at it their lease stands.
          sql`UPDATE payment_reversals SET status = ${status}, closed_at = ${at},
              next_at = CASE WHEN last_error IS NULL THEN next_at ELSE ${at} END
            WHERE id = ${id} AND status = 'open'`,
          post(chargebackClosed(id, intentId, cents, status === "won"), at, closed),
        ]),
  ];
}

async function creditStatements(services: Services, payment: Payment, { id, status }: DisputeFacts): Promise<SQL[]> {
  return [
    ...(status === "won"
      ? [giveCreditBack(services, id), ...(await payOwedCredit(services, payment.user_id))]
      : takeCredit(services, id)),
    ...(await creditMails(services, payment, id, status)),
  ];
}

/**
 * A refund made by hand at the provider leaves our account too; one of our own is known by the id it carries. Either may come
 * back days after it went through, because the buyer's card or account is closed.
 */
export async function applyRefund(services: Services, refund: Stripe.Refund, event: ProviderEvent): Promise<boolean> {
  const { env, now } = services;
  const payment = await ownPayment(services, refund);
  if (!payment) return false;
  const at = now();
  const ours = refund.metadata?.refund_id;
  const statements =
    ours === undefined ? await elsewhere(services, refund, payment) : await returned(services, refund, ours, at);
  await batchAll(env.DB, [recordEvent(event, at), ...statements]);
  if (ours === undefined) await followReversal(services, refund.id);
  deliverSoon(services);
  return true;
}

/** Staff decide what becomes of an order that stands; where none does, nothing is left to decide. */
async function elsewhere(services: Services, refund: Stripe.Refund, payment: Payment): Promise<SQL[]> {
  const { id, amount, status } = refund;
  const { intent_id: intentId } = payment;
  const at = services.now();
  if (status === "failed") return cameBack(services, id, payment);
  if (status !== "succeeded") return [];
  log("warn", { problem: "refunded at the provider", refund: id, intent: intentId });
  const stands = sql`EXISTS (SELECT 1 FROM payment_parts t JOIN orders o ON o.id = t.order_id
    WHERE t.intent_id = ${intentId} AND t.outcome = 'paid' AND o.status NOT IN ('refunded', 'cancelled', 'expired'))`;
  return [
    sql`INSERT INTO payment_reversals (id, kind, intent_id, amount_cents, status, next_at, created_at, closed_at)
      SELECT ${id}, 'refund', ${intentId}, ${amount}, CASE WHEN ${stands} THEN 'open' ELSE 'lost' END, ${at}, ${at},
        CASE WHEN ${stands} THEN NULL ELSE ${at} END
      WHERE 1 ON CONFLICT (id) DO NOTHING`,
    post(refundedElsewhere(id, intentId, amount), at),
    ...(payment.kind === "topup" ? takeCredit(services, id) : []),
  ];
}

/** The buyer's bank sent it back: the payment stands, or, where the order was undone because of it, is owed again. */
async function cameBack(services: Services, id: string, payment: Payment): Promise<SQL[]> {
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
    post(refundedElsewhereReturned(id, intentId, row.amount_cents), at, posted(`refund-elsewhere:${id}`)),
    sql`UPDATE payment_reversals SET status = 'won', closed_at = ${at}
      WHERE id = ${id} AND (status = 'open' OR ${payment.kind === "topup" ? 1 : 0})`,
    ...(payment.kind === "topup" ? [giveCreditBack(services, id)] : []),
    ...(row.counted > 0
      ? [
          insertRefund({ id: refundId, intentId, orderId: null, amountCents: row.counted, cause }, at),
          post(refundOwed(refundId, intentId, null, row.counted, { from: "external" }), at),
        ]
      : []),
  ];
}

/** Ours went through and came back. One that fails before that is seen by whoever asked for it (refund-jobs). */
async function returned({ db }: Services, made: Stripe.Refund, refundId: string, at: number): Promise<SQL[]> {
  if (made.status !== "failed") return [];
  const [row] = await db.all<Refund>(sql`SELECT * FROM refunds
    WHERE id = ${refundId} AND provider_refund_id = ${made.id} AND status = 'succeeded'`);
  if (!row) return [];
  log("error", { refund: refundId, problem: "refund came back", made: made.id });
  const { intent_id: intentId, order_id: orderId, amount_cents: cents } = row;
  return [
    post(refundReturned(refundId, intentId, orderId, cents), at),
    sql`UPDATE refunds SET status = 'failed', settled_at = NULL, last_error = ${made.failure_reason ?? "returned"}
      WHERE id = ${refundId} AND provider_refund_id = ${made.id} AND status = 'succeeded'`,
  ];
}
