/**
 * The only place where card money takes effect (D18, D19): webhook, reconciliation and closing all pass the provider's
 * state to it. A charge is recorded first, with its event and ledger entry in one batch. Then each order's room decides
 * whether the order is paid or the money goes back, and that is recorded. Every step may be repeated in any order; the
 * next delivery or the job `reconcile-intents` finishes incomplete work.
 */

import { type SQL, sql } from "drizzle-orm";
import { cardCharged, orderPaid, refundOwed } from "#domain/payments/ledger";
import { cardCancelled, cardFailed, cardPaid, refundOrder } from "../../../durable/item-room/commands/orders.ts";
import type { IntentFacts } from "../../adapters/stripe-objects.ts";
import { batch } from "../../db/client.ts";
import { insertLedgerTransaction, insertRefund, recordEvent } from "../../db/ledger.ts";
import { newHandover } from "../../handover-secret.ts";
import { execute } from "../../http/item-room.ts";
import { log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { deliverSoon } from "../notifications/commands.ts";
import { markPaid } from "../purchases/purchases.ts";
import { findPaymentState, type Payment, type PaymentPart, type PaymentState, partsQuery } from "./queries.ts";
import { refundCardOrderSoon, requestRefund, runRefundSoon } from "./refunds.ts";
import { followReversalsOf, pendingReversalsQuery } from "./reversals/following.ts";
import { payOwedCredit } from "./top-ups/credit.ts";

export interface ProviderEvent {
  id: string;
  type: string;
}

/**
 * Applies the current state of an intent.
 * @returns false when the intent is not one of ours: the provider account may serve other sites too.
 */
export async function applyIntent(
  services: Services,
  facts: IntentFacts,
  event: ProviderEvent | null = null,
): Promise<boolean> {
  const state = await findPaymentState(services.db, facts.id);
  if (!state) return false;
  const { payment } = state;
  if (facts.currency !== payment.currency) {
    log("error", { problem: "currency mismatch", intent: facts.id, currency: facts.currency });
    return true;
  }
  switch (facts.state) {
    case "succeeded":
      await applySuccess(services, state, facts, event);
      break;
    case "canceled":
      await applyCancel(services, state, facts, event);
      break;
    case "open":
      await applyOpen(services, state, facts, event);
      break;
  }
  return true;
}

const eventStatements = (event: ProviderEvent | null, at: number): SQL[] => (event ? [recordEvent(event, at)] : []);

async function applySuccess(
  services: Services,
  { payment, parts, charged_cents: before }: PaymentState,
  facts: IntentFacts,
  event: ProviderEvent | null,
): Promise<void> {
  const { now, newId, db } = services;
  const at = now();
  const { id, received_cents: received } = facts;
  if (before !== null && before !== received) {
    // An intent is charged once. The first charge has had its effect; another amount later is an error.
    log("error", { problem: "another amount than was charged", intent: id, charged: before, received });
    return;
  }
  const mine = sql`EXISTS (SELECT 1 FROM payments WHERE intent_id = ${id} AND status = 'succeeded')`;
  // A charge of another amount than requested pays for nothing and is refunded in full.
  const exact = received === payment.amount_cents;
  const credit = sql`INSERT INTO balance_transactions (id, user_id, amount_cents, description, type, ref, created_at)
    SELECT ${newId("blt")}, user_id, amount_cents, 'Balance top-up', 'topup', 'topup:' || intent_id, ${at}
    FROM payments WHERE intent_id = ${id} AND kind = 'topup' AND status = 'succeeded'
    ON CONFLICT (ref) DO NOTHING`;
  const owed = payment.kind === "topup" ? await payOwedCredit(services, payment.user_id, id) : [];
  const settle = sql`UPDATE payments SET settled_at = ${at}
    WHERE intent_id = ${id} AND kind = 'topup' AND settled_at IS NULL`;
  await batch(db, [
    ...eventStatements(event, at),
    sql`UPDATE payments SET status = 'succeeded', charge_id = ${facts.charge_id}, settled_at = NULL, updated_at = ${at},
        fee_check_at = ${at}
      WHERE intent_id = ${id} AND status <> 'succeeded'`,
    ...(received > 0 ? [insertLedgerTransaction(cardCharged(id, received), at, mine)] : []),
    ...(exact && payment.kind === "topup" ? [credit, settle, ...owed] : []),
  ]);
  if (!exact) {
    await refundMismatch(services, payment, parts, received);
    return;
  }
  if (payment.kind === "topup") return followReversalsOf(services, id);
  // With several orders, the payment is settled once all of them are decided.
  const settles = parts.length === 1 && payment.purchase_id === null;
  let settled: Settled | null = null;
  for (const part of parts) if (part.outcome === null) settled = await decidePart(services, part, settles);
  if (payment.purchase_id !== null) await undoIncompleteGroups(services, payment.purchase_id, id);
  if (!settled) await settleParts(services, id);
  // A chargeback may have been reported before the payment.
  if (!settled || settled.hasReversals) await followReversalsOf(services, id);
  deliverSoon(services);
}

/** What the batch that settled a payment has read. */
interface Settled {
  hasReversals: boolean;
}

/**
 * Refunds the full amount. Reports to each room that the intent paid nothing (`amountCents: 0`, to which it always
 * answers "refund"), because an overdue order would otherwise wait for this intent for ever.
 */
async function refundMismatch(
  services: Services,
  payment: Payment,
  parts: readonly PaymentPart[],
  received: number,
): Promise<void> {
  const { env, db, now } = services;
  log("error", { problem: "amount mismatch", intent: payment.intent_id, received });
  for (const { item_id, order_id: orderId } of parts) {
    await execute(
      env,
      item_id,
      cardPaid({ orderId, intentId: payment.intent_id, amountCents: 0, handover: newHandover() }),
    );
  }
  if (received > 0) {
    const cause = `mismatch:${payment.intent_id}`;
    // With several orders, the refund belongs to none of them.
    const orderId = parts.length === 1 ? (parts[0]?.order_id ?? null) : null;
    await requestRefund(services, { intentId: payment.intent_id, orderId, amountCents: received, cause });
  }
  await batch(db, [
    sql`UPDATE payment_parts SET outcome = 'refund', decided_at = ${now()}
      WHERE intent_id = ${payment.intent_id} AND outcome IS NULL`,
    sql`UPDATE payments SET settled_at = ${now()} WHERE intent_id = ${payment.intent_id} AND settled_at IS NULL`,
  ]);
}

/**
 * Asks the order's room whether the money pays for the order, and records the answer once.
 * @param settles the payment is settled with it, if this answer counts.
 * @returns null while the payment is not settled.
 */
async function decidePart(services: Services, part: PaymentPart, settles: boolean): Promise<Settled | null> {
  const { env, db, now } = services;
  const { intent_id: intentId, order_id: orderId, amount_cents: amountCents } = part;
  const reply = await execute(env, part.item_id, cardPaid({ orderId, intentId, amountCents, handover: newHandover() }));
  // A room without this order has nothing to sell for it.
  const outcome = reply.ok && reply.value.outcome !== "refund" ? "paid" : "refund";
  const at = now();
  const cause = `late:${intentId}:${orderId}`;
  const refundId = await stableId("ref", cause);
  const stands = sql`EXISTS (SELECT 1 FROM payment_parts
    WHERE intent_id = ${intentId} AND order_id = ${orderId} AND outcome = ${outcome})`;
  const decide = sql`UPDATE payment_parts SET outcome = ${outcome}, decided_at = ${at}
    WHERE intent_id = ${intentId} AND order_id = ${orderId} AND outcome IS NULL`;
  const record =
    outcome === "paid"
      ? [insertLedgerTransaction(orderPaid(intentId, orderId, amountCents), at, stands)]
      : [
          insertRefund({ id: refundId, intentId, orderId, amountCents, cause }, at, stands),
          insertLedgerTransaction(
            refundOwed(refundId, intentId, orderId, amountCents, { from: "received" }),
            at,
            stands,
          ),
        ];
  const rows = await batch<object[]>(db, [
    decide,
    ...record,
    ...(settles ? [settleQuery(intentId, at, stands)] : []),
    pendingReversalsQuery(intentId),
    partsQuery(intentId),
  ]);
  const [reversals = [], parts = []] = rows.slice(-2);
  const stored = (parts as PaymentPart[]).find((other) => other.order_id === orderId)?.outcome;
  if (outcome === "refund") runRefundSoon(services, refundId);
  // A concurrent delivery got another answer, because the item became available in between: the first one recorded
  // counts.
  else if (stored === "refund") {
    await execute(env, part.item_id, refundOrder({ orderId, by: "service", actorId: null, relist: true }));
  }
  return settles && stored === outcome ? { hasReversals: reversals.length > 0 } : null;
}

/**
 * Undoes the other orders of a bundle or group offer when a late payment found one of its items gone. Otherwise the
 * most expensive item could be bought at its share of the price (D38).
 */
async function undoIncompleteGroups(services: Services, purchaseId: string, intentId: string): Promise<void> {
  const { env, db, now } = services;
  const broken = await db.all<{ order_id: string; item_id: string }>(sql`SELECT mine.order_id, mine.item_id
    FROM payment_parts mine JOIN purchase_orders po ON po.order_id = mine.order_id
      JOIN purchases p ON p.id = po.purchase_id
    WHERE mine.intent_id = ${intentId} AND mine.outcome = 'paid' AND EXISTS (SELECT 1 FROM payment_parts other
      JOIN purchase_orders theirs ON theirs.order_id = other.order_id
      WHERE other.intent_id = ${intentId} AND other.outcome = 'refund'
        AND (p.kind = 'bundle' OR theirs.offer_group = po.offer_group))`);
  for (const { order_id: orderId, item_id: itemId } of broken) {
    const undone = await execute(env, itemId, refundOrder({ orderId, by: "service", actorId: null, relist: true }));
    if (undone.ok) refundCardOrderSoon(services, orderId);
  }
  const [paid] = await db.all(sql`SELECT 1 FROM payment_parts JOIN orders o ON o.id = payment_parts.order_id
    WHERE intent_id = ${intentId} AND outcome = 'paid' AND o.status <> 'refunded' LIMIT 1`);
  if (paid) await batch(db, [markPaid(purchaseId, now())]);
}

const settleQuery = (intentId: string, at: number, guard: SQL = sql`1`): SQL =>
  sql`UPDATE payments SET settled_at = ${at} WHERE intent_id = ${intentId} AND settled_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM payment_parts WHERE intent_id = ${intentId} AND outcome IS NULL) AND ${guard}`;

async function settleParts({ db, now }: Services, intentId: string): Promise<void> {
  await db.run(settleQuery(intentId, now()));
}

/** Releases the items of a payment that Stripe has confirmed as cancelled, because it can no longer be paid. */
async function applyCancel(
  services: Services,
  { payment, parts }: PaymentState,
  facts: IntentFacts,
  event: ProviderEvent | null,
): Promise<void> {
  const { env, db, now } = services;
  const at = now();
  await batch(db, [
    ...eventStatements(event, at),
    sql`UPDATE payments SET status = 'canceled', updated_at = ${at}
      WHERE intent_id = ${facts.id} AND status = 'open'`,
  ]);
  for (const part of payment.kind === "topup" ? [] : parts) {
    // A refusal means that the order has already continued without this intent.
    await execute(
      env,
      part.item_id,
      cardCancelled({ orderId: part.order_id, intentId: facts.id, by: facts.cancelled_by }),
    );
  }
  await db.run(
    sql`UPDATE payments SET settled_at = ${at}
      WHERE intent_id = ${facts.id} AND status = 'canceled' AND settled_at IS NULL`,
  );
  deliverSoon(services);
}

/** Records a declined card, so that the buyer gets no strike if the order expires. */
async function applyOpen(
  services: Services,
  { payment, parts }: PaymentState,
  facts: IntentFacts,
  event: ProviderEvent | null,
): Promise<void> {
  const { env, db, now } = services;
  const at = now();
  const failed = sql`UPDATE payments SET failure_code = ${facts.failure}, failed_at = ${at}, updated_at = ${at}
    WHERE intent_id = ${facts.id} AND status = 'open'`;
  const statements = [...eventStatements(event, at), ...(facts.failure === null ? [] : [failed])];
  if (statements.length > 0) await batch(db, statements);
  if (facts.failure === null || payment.status !== "open" || payment.kind === "topup") return;
  for (const part of parts) {
    await execute(env, part.item_id, cardFailed({ orderId: part.order_id, intentId: facts.id }));
  }
  deliverSoon(services);
}
