/**
 * Early fraud warnings: the card's bank suspects a stolen card, so a chargeback is likely. The proceeds wait until
 * staff decide: refund now, which avoids the chargeback fee, or let the order continue.
 */
import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { MESSAGES } from "#contract/copy";
import { isPartyToCase } from "#domain/account/staff-conflict";
import { done, type Result, refuse } from "#domain/result";
import { CHANGED, insertAuditEntry } from "../../db/audit-log.ts";
import { batch } from "../../db/client.ts";
import { log } from "../../log.ts";
import type { Services } from "../../services.ts";
import type { ProviderEvent } from "./apply-intent.ts";
import { findPayment, hasOrderNotUndone } from "./queries.ts";
import { recordEvent } from "./statements.ts";

/**
 * Records a warning.
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
    // Its only effect is that proceeds wait while it is open (`isReversed`).
    sql`INSERT INTO payment_reversals (id, kind, intent_id, amount_cents, status, applied_status, next_at, created_at)
      VALUES (${id}, 'fraud_warning', ${payment.intent_id}, ${payment.amount_cents}, 'open', 'open', ${at}, ${at})
      ON CONFLICT (id) DO NOTHING`,
  ]);
  log("warn", { fraud_warning: id, intent: payment.intent_id });
  return true;
}

/**
 * Clears a warning for staff: the proceeds are sent when they fall due. The warning is about the whole payment, so no
 * party to any of its orders may decide.
 */
export async function clearWarning(
  { db, now }: Services,
  staffId: string,
  orderId: string,
  note: string,
): Promise<Result> {
  const parties = await db.all<{ buyer_id: string; seller_id: string }>(sql`SELECT o.buyer_id, o.seller_id
    FROM payment_parts mine JOIN payment_parts every ON every.intent_id = mine.intent_id
      JOIN orders o ON o.id = every.order_id
    WHERE mine.order_id = ${orderId} AND mine.outcome = 'paid'`);
  if (parties.some((one) => isPartyToCase(staffId, [one.buyer_id, one.seller_id])))
    return refuse("forbidden", MESSAGES.ownCase);
  const at = now();
  const [closed] = await batch<[{ id: string }, object]>(db, [
    sql`UPDATE payment_reversals SET status = 'won', applied_status = 'won', closed_at = ${at}
      WHERE kind = 'fraud_warning' AND status = 'open'
        AND intent_id IN (SELECT intent_id FROM payment_parts WHERE order_id = ${orderId} AND outcome = 'paid') RETURNING id`,
    insertAuditEntry(
      { actor_id: staffId, action: "fraud_warning_cleared", subject: orderId, details: { note }, at },
      CHANGED,
    ),
  ]);
  return closed.length > 0 ? done() : refuse("wrong_state", "This has been settled in the meantime.");
}

/** Closes warnings about payments whose orders have all been undone, because nothing is left to decide. */
export async function closeSettledWarnings({ db, now }: Services): Promise<void> {
  const at = now();
  await batch(db, [
    sql`UPDATE payment_reversals AS r SET status = 'won', applied_status = 'won', closed_at = ${at}
      WHERE r.kind = 'fraud_warning' AND r.status = 'open' AND NOT ${hasOrderNotUndone(sql`r.intent_id`)}
        AND EXISTS (SELECT 1 FROM payments p WHERE p.intent_id = r.intent_id AND p.settled_at IS NOT NULL)`,
  ]);
}
