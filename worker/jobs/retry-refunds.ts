import { sql } from "drizzle-orm";
import { isDisputed } from "../features/payments/queries.ts";
import { markRefundedInRoom, refundCardOrder, runRefund } from "../features/payments/refunds/commands.ts";
import type { Services } from "../services.ts";
import { logRowError } from "./log-row-error.ts";

const AT_ONCE = 50;
const report = logRowError("retry-refunds");

/**
 * Starts missing refunds of refunded orders, continues incomplete ones, and tells the rooms about finished ones.
 * Refunds follow from an order's state, so a crash at any point loses nothing.
 * @returns how many were tried.
 */
export async function retryRefunds(services: Services): Promise<number> {
  const { db, now } = services;
  const owed = await db.all<{ id: string }>(sql`SELECT o.id FROM orders o
    JOIN payment_parts p ON p.order_id = o.id AND p.outcome = 'paid' AND p.intent_id = o.card_intent_id
    WHERE o.card_state = 'refund_due' AND o.status = 'refunded'
      AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.cause = 'order:' || o.id) LIMIT ${AT_ONCE}`);
  for (const { id } of owed) await refundCardOrder(services, id).catch(report(id));
  const due = await db.all<{ id: string }>(sql`SELECT id FROM refunds
    WHERE status IN ('due','sent') AND next_at <= ${now()} AND NOT ${isDisputed(sql`refunds.intent_id`)}
    ORDER BY next_at LIMIT ${AT_ONCE}`);
  for (const { id } of due) await runRefund(services, id).catch(report(id));
  const unreported = await db.all<{ id: string; intent_id: string }>(sql`SELECT o.id, r.intent_id FROM orders o
    JOIN refunds r ON r.order_id = o.id AND r.intent_id = o.card_intent_id AND r.status = 'succeeded'
    WHERE o.card_state = 'refund_due' LIMIT ${AT_ONCE}`);
  for (const { id, intent_id } of unreported) await markRefundedInRoom(services, intent_id, id).catch(report(id));
  return owed.length + due.length + unreported.length;
}
