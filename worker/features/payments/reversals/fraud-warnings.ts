/**
 * Early fraud warnings: the card's bank suspects a stolen card, so a chargeback is likely. Handover and payout stop until
 * staff decide, but not for ever (D73): an order whose proceeds are not the seller's yet is refunded after 48 hours, and
 * any other goes on after 14 days.
 */

import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { MESSAGES } from "#contract/copy";
import { isPartyToCase } from "#domain/account/staff-conflict";
import { DISPUTE_MS, FRAUD_DECISION_MS } from "#domain/deadlines";
import { PAYOUT_HOLD_MS } from "#domain/payments/payout-hold";
import { done, type Result, refuse } from "#domain/result";
import { refundOrder } from "../../../../durable/item-room/commands/orders.ts";
import { CHANGED, insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { recordEvent } from "../../../db/ledger.ts";
import { execute } from "../../../http/item-room.ts";
import { log, logRowError } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import { findPayment, hasOrderNotUndone } from "../queries.ts";
import { refundCardOrderSoon } from "../refunds.ts";
import type { ProviderEvent } from "../settlement.ts";
import { followReversal } from "./following.ts";

const AT_ONCE = 20;

/** Condition: when the warning `r` came, the proceeds of the order `o` were not due to its seller. */
export const notEarned = sql`(o.completed_at IS NULL AND max(o.collection_date, o.paid_at) > r.created_at - ${DISPUTE_MS})`;

/**
 * Records a warning and stops its orders.
 * @returns false when the payment is not one of ours, or is a top-up, which has no proceeds.
 */
export async function applyFraudWarning(
  services: Services,
  warning: Stripe.Radar.EarlyFraudWarning,
  event: ProviderEvent,
): Promise<boolean> {
  const { db, now } = services;
  const { id, payment_intent: intent } = warning;
  const intentId = typeof intent === "string" ? intent : intent?.id;
  const payment = intentId === undefined ? null : await findPayment(db, intentId);
  if (!payment || payment.kind === "topup") return false;
  const at = now();
  await batch(db, [
    recordEvent(event, at),
    sql`INSERT INTO payment_reversals (id, kind, intent_id, amount_cents, status, next_at, created_at)
      VALUES (${id}, 'fraud_warning', ${payment.intent_id}, ${payment.amount_cents}, 'open', ${at}, ${at})
      ON CONFLICT (id) DO NOTHING`,
  ]);
  log("warn", { fraud_warning: id, intent: payment.intent_id });
  await followReversal(services, id);
  deliverSoon(services);
  return true;
}

/**
 * Clears a warning for staff: its orders go on, and the proceeds are sent when they fall due. The warning is about the
 * whole payment, so no party to any of its orders may decide.
 */
export async function clearWarning(
  services: Services,
  staffId: string,
  orderId: string,
  note: string,
): Promise<Result> {
  const { db, now } = services;
  const parties = await db.all<{ buyer_id: string; seller_id: string }>(sql`SELECT o.buyer_id, o.seller_id
    FROM payment_parts mine JOIN payment_parts every ON every.intent_id = mine.intent_id
      JOIN orders o ON o.id = every.order_id
    WHERE mine.order_id = ${orderId} AND mine.outcome = 'paid'`);
  if (parties.some((one) => isPartyToCase(staffId, [one.buyer_id, one.seller_id])))
    return refuse("forbidden", MESSAGES.ownCase);
  const at = now();
  const [closed] = await batch<[{ id: string }, object]>(db, [
    sql`UPDATE payment_reversals SET status = 'won', closed_at = ${at}, next_at = ${at}
      WHERE kind = 'fraud_warning' AND status = 'open'
        AND intent_id IN (SELECT intent_id FROM payment_parts WHERE order_id = ${orderId} AND outcome = 'paid') RETURNING id`,
    insertAuditEntry(
      { actor_id: staffId, action: "fraud_warning_cleared", subject: orderId, details: { note }, at },
      CHANGED,
    ),
  ]);
  for (const { id } of closed) await followReversal(services, id);
  deliverSoon(services);
  return closed.length > 0 ? done() : refuse("wrong_state", "This has already been settled.");
}

/**
 * Settles warnings that staff did not decide in time: refunds what the seller has not earned yet, and lets the rest go.
 * Warnings with nothing left to decide are closed, and those whose payment the bank has taken back: it decides then.
 */
export async function settleWarnings(services: Services): Promise<void> {
  const { db, now } = services;
  const at = now();
  const charged = sql`EXISTS (SELECT 1 FROM payment_reversals c WHERE c.intent_id = r.intent_id
    AND c.kind = 'chargeback' AND (c.withdrawn_cents > 0 OR c.status = 'lost'))`;
  await db.run(sql`UPDATE payment_reversals AS r SET status = 'won', closed_at = ${at}, next_at = ${at}
    WHERE r.kind = 'fraud_warning' AND r.status = 'open'
      AND EXISTS (SELECT 1 FROM payments p WHERE p.intent_id = r.intent_id AND p.settled_at IS NOT NULL)
      AND (NOT ${hasOrderNotUndone(sql`r.intent_id`)} OR ${charged} OR r.created_at <= ${at - PAYOUT_HOLD_MS})`);
  const late = await db.all<{ id: string; item_id: string; relist: number }>(sql`SELECT o.id, o.item_id,
      o.collection_date > ${at} AS relist FROM payment_reversals r
      JOIN payment_parts t ON t.intent_id = r.intent_id AND t.outcome = 'paid' JOIN orders o ON o.id = t.order_id
    WHERE r.kind = 'fraud_warning' AND r.status = 'open' AND r.created_at <= ${at - FRAUD_DECISION_MS}
      AND o.status = 'disputed' AND ${notEarned} AND EXISTS (SELECT 1 FROM json_each(o.reversals) one
        WHERE one.value ->> 'id' = r.id AND one.value ->> 'outcome' IS NULL)
      AND NOT EXISTS (SELECT 1 FROM payment_reversals c WHERE c.intent_id = r.intent_id AND c.id <> r.id
        AND c.status = 'open' AND (c.kind = 'refund' OR c.withdrawn_cents > 0)) LIMIT ${AT_ONCE}`);
  for (const { id, item_id: itemId, relist } of late) {
    const refund = refundOrder({ orderId: id, by: "service", actorId: null, relist: relist === 1 });
    await execute(services.env, itemId, refund).then(
      (undone) => undone.ok && refundCardOrderSoon(services, id),
      logRowError("settle-warnings")(id),
    );
  }
}
