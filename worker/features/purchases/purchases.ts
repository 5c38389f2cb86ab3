/** Paying for and cancelling orders of one purchase. The purchase's row is claimed first, then the rooms are asked. */

import { type SQL, sql } from "drizzle-orm";
import type { PurchaseMethod } from "#contract/checkout/purchases";
import {
  afterCancelling,
  cancelledWith,
  cancelProblem,
  DECISION_STALE_MS,
  type DecidedPart,
  isOver,
  isPaidFor,
  isPayable,
  isUndecided,
  type PayProblem,
  type PurchaseDecision,
  payProblem,
} from "#domain/checkout/purchase-decision";
import { type Refusal, type Result, refuse } from "#domain/result";
import { peek } from "../../../durable/item-room/commands/item.ts";
import { cancelOrder, endCollection, refundOrder, submitEvidence } from "../../../durable/item-room/commands/orders.ts";
import type { Database } from "../../db/client.ts";
import { siteTimeLimits } from "../../db/site-settings.ts";
import { execute } from "../../http/item-room.ts";
import { log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { deliverSoon } from "../notifications/commands.ts";

export interface PurchasePart extends DecidedPart {
  item_id: string;
}

export interface DecidedPurchase {
  id: string;
  buyer_id: string;
  payment_method: PurchaseMethod;
  /** One transfer pays for all orders, so all have this reference; null unless they are paid by transfer. */
  bank_reference: string | null;
  /** 0 while its orders are being placed, or after a Worker that placed them has crashed. */
  placed: 0 | 1;
  decision: PurchaseDecision;
  decided_at: number | null;
  /** The order whose cancellation was requested. */
  decided_order_id: string | null;
  parts: PurchasePart[];
}

const COMMITTING = "We're recording your payment for these items. Please try again in a moment.";
const CANCELLING = "We're cancelling these items. Please check your order in a moment.";

/** Until all orders have been placed, a payment or cancellation would reach only some of them. */
export const PLACING = refuse("conflict", "We're still placing these orders. Please try again in a moment.", {
  retry_after: 2,
});
const PAY_REFUSALS: Record<PayProblem, Refusal> = {
  committing: refuse("conflict", COMMITTING, { retry_after: 2 }),
  cancelling: refuse("conflict", CANCELLING, { retry_after: 2 }),
  part_over: refuse(
    "wrong_state",
    "You bought these items together, and one was cancelled or has expired. You can't pay for the others on their own.",
  ),
  too_late: refuse("wrong_state", "The payment deadline for these items has passed."),
};
const CANCEL_REFUSALS: Record<Exclude<ReturnType<typeof cancelProblem>, null>, Refusal> = {
  committing: PAY_REFUSALS.committing,
  cancelling: PAY_REFUSALS.cancelling,
  paid: refuse(
    "wrong_state",
    "You bought this item with others that are already being paid for, so you can't cancel it on its own.",
  ),
};
/** The caller cancels the card intent first, as for a single order. */
const INTENT_OPEN = refuse(
  "wrong_state",
  "A card payment for these items is still open. Please wait a moment and try again.",
  { reason: "intent_open" },
);

const openPayment = (purchaseId: SQL) =>
  sql`EXISTS (SELECT 1 FROM payments WHERE purchase_id = ${purchaseId} AND status = 'open')`;

/** Includes orders that were just placed and are not in D1 yet. */
async function find(db: Database, which: SQL): Promise<DecidedPurchase | null> {
  const [row] = await db.all<Omit<DecidedPurchase, "parts"> & { parts: string }>(sql`SELECT p.id, p.buyer_id,
      p.payment_method, p.status = 'placed' AS placed, p.decision, p.decided_at, p.decided_order_id,
      (SELECT max(o.bank_reference) FROM purchase_orders po JOIN orders o ON o.id = po.order_id
        WHERE po.purchase_id = p.id) AS bank_reference,
      (SELECT json_group_array(json_object('order_id', po.order_id, 'item_id', po.item_id, 'amount_cents', po.amount_cents,
          'status', coalesce(o.status, 'awaiting_payment'), 'payment_deadline', o.payment_deadline,
          'group', CASE p.kind WHEN 'bundle' THEN p.id ELSE po.offer_group END))
        FROM purchase_orders po LEFT JOIN orders o ON o.id = po.order_id WHERE po.purchase_id = p.id) AS parts
    FROM purchases p WHERE p.status <> 'failed' AND ${which}`);
  return row ? { ...row, parts: JSON.parse(row.parts) as PurchasePart[] } : null;
}

const findById = (db: Database, id: string) => find(db, sql`p.id = ${id}`);

/** Returns the buyer's purchase that contains this order, or null for a single order. */
export function purchaseOfOrder(db: Database, buyerId: string, orderId: string): Promise<DecidedPurchase | null> {
  return find(
    db,
    sql`p.buyer_id = ${buyerId} AND p.id = (SELECT purchase_id FROM purchase_orders WHERE order_id = ${orderId})`,
  );
}

/**
 * Claims the purchase's row if it has not changed since it was read.
 * @returns the time of the claim, which identifies it, or null.
 */
async function claimRow(
  { db, now }: Services,
  purchase: DecidedPurchase,
  decision: "committing" | "cancelling",
  orderId: string | null,
  unless: SQL = sql`0`,
): Promise<number | null> {
  const at = now();
  const claimed = await db.all(
    sql`UPDATE purchases SET decision = ${decision}, decided_at = ${at}, decided_order_id = ${orderId}
      WHERE id = ${purchase.id} AND status = 'placed' AND decision = ${purchase.decision}
        AND decided_at IS ${purchase.decided_at} AND NOT ${unless} RETURNING id`,
  );
  return claimed.length > 0 ? at : null;
}

async function storeDecision({ db }: Services, purchaseId: string, claimedAt: number, decision: PurchaseDecision) {
  await db.run(
    sql`UPDATE purchases SET decision = ${decision}
      WHERE id = ${purchaseId} AND decision IN ('committing', 'cancelling') AND decided_at = ${claimedAt}`,
  );
}

/** Restores the row to its state before the claim, because a refusal changes nothing. */
async function restoreClaimed({ db }: Services, purchase: DecidedPurchase, claimedAt: number) {
  const { id, decision, decided_at, decided_order_id } = purchase;
  await db.run(
    sql`UPDATE purchases SET decision = ${decision}, decided_at = ${decided_at}, decided_order_id = ${decided_order_id}
      WHERE id = ${id} AND decision IN ('committing', 'cancelling') AND decided_at = ${claimedAt}`,
  );
}

/** Returns the parts with the statuses of their rooms, which may be ahead of D1. */
async function withRoomStatuses({ env }: Services, parts: readonly PurchasePart[]): Promise<PurchasePart[]> {
  return Promise.all(
    parts.map(async (part) => {
      const seen = await execute(env, part.item_id, peek());
      const order = seen.ok ? seen.value.order : null;
      return order?.id === part.order_id ? { ...part, status: order.status } : part;
    }),
  );
}

/** Returns the purchase as it is now. First finishes a payment or cancellation that a crashed Worker left half done. */
async function current(services: Services, purchase: DecidedPurchase): Promise<DecidedPurchase> {
  const stale = isUndecided(purchase.decision) && (purchase.decided_at ?? 0) <= services.now() - DECISION_STALE_MS;
  if (!stale) return purchase;
  await settleDecision(services, purchase.id);
  return (await findById(services.db, purchase.id)) ?? purchase;
}

/** Runs `pay`, which asks the rooms of the payable orders, while no other decision about the purchase can run. */
export async function payTogether<T>(
  services: Services,
  found: DecidedPurchase,
  pay: (payable: readonly PurchasePart[]) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (!found.placed) return PLACING;
  const purchase = await current(services, found);
  const problem = payProblem(purchase.decision, purchase.parts, services.now());
  if (problem !== null) return PAY_REFUSALS[problem];
  const at = await claimRow(services, purchase, "committing", null);
  if (at === null) return PAY_REFUSALS.committing;
  const paid = await pay(purchase.parts.filter(isPayable));
  if (paid.ok) await storeDecision(services, purchase.id, at, "committed");
  else await restoreClaimed(services, purchase, at);
  return paid;
}

/** Submits the buyer's evidence for one order of a purchase: one transfer pays for all orders. */
export async function sendEvidence(
  services: Services,
  { buyer_id: buyerId, bank_reference: reference }: DecidedPurchase,
  { order_id: orderId, item_id: itemId }: PurchasePart,
  cause: string,
): Promise<void> {
  const [confirmationId, clocks] = await Promise.all([stableId("pcf", orderId, cause), siteTimeLimits(services)]);
  const sent = await execute(
    services.env,
    itemId,
    submitEvidence({ userId: buyerId, orderId, confirmationId, clocks, ...(reference !== null && { reference }) }),
  );
  if (!sent.ok) log("error", { problem: "part of a purchase not paid", order: orderId, code: sent.code });
}

/** How a party ended the collection of an order paid at pick-up. */
interface Ended {
  userId: string;
  how: "call_off" | "report_missed";
}

/** Cancels one order with `cancel`, and the rest of its group with it. `ended`: with cash, who ended it and how. */
export async function cancelTogether<T>(
  services: Services,
  found: DecidedPurchase,
  orderId: string,
  cancel: () => Promise<Result<T>>,
  ended: Ended | null = null,
): Promise<Result<T>> {
  if (!found.placed) return PLACING;
  const purchase = await current(services, found);
  const group = await withRoomStatuses(services, cancelledWith(purchase.parts, orderId));
  // With cash each part is paid when it is handed over, so that one that was stays while the others end.
  const others = ended ? group.filter((part) => !isPaidFor(part)) : group;
  const problem = cancelProblem(purchase.decision, others);
  if (problem !== null) return CANCEL_REFUSALS[problem];
  const at = await claimRow(services, purchase, "cancelling", orderId, openPayment(sql`purchases.id`));
  if (at === null) {
    const row = await services.db.get(
      sql`SELECT 1 FROM purchases WHERE id = ${purchase.id} AND ${openPayment(sql`id`)}`,
    );
    return row ? INTENT_OPEN : CANCEL_REFUSALS.committing;
  }
  const cancelled = await cancel();
  if (!cancelled.ok) {
    await restoreClaimed(services, purchase, at);
    return cancelled;
  }
  for (const part of others) await cancelPart(services, purchase.buyer_id, part, ended);
  await storeCancelResult(services, purchase.id, at);
  return cancelled;
}

async function storeCancelResult(services: Services, purchaseId: string, at: number): Promise<void> {
  const after = await findById(services.db, purchaseId);
  if (after) await storeDecision(services, purchaseId, at, afterCancelling(after.parts));
}

/**
 * Cancels one order. A free order was completed at once, so it is undone as a refund.
 * @returns whether its room released it.
 */
async function cancelPart(
  { env }: Services,
  userId: string,
  part: PurchasePart,
  ended: Ended | null,
): Promise<boolean> {
  const { order_id: orderId, item_id: itemId, amount_cents } = part;
  const call =
    amount_cents === 0
      ? refundOrder({ orderId, by: "service", actorId: null, relist: true })
      : ended
        ? endCollection({ orderId, ...ended })
        : cancelOrder({ userId, orderId });
  return (await execute(env, itemId, call)).ok;
}

/** Returns who ended the collection of this order, and how, or null. */
async function findEnded(db: Database, orderId: string): Promise<Ended | null> {
  const row = await db.get<{ userId: string; kind: string }>(sql`SELECT actor_id AS "userId", kind FROM order_events
    WHERE order_id = ${orderId} AND kind IN ('called_off', 'collection_missed') ORDER BY rev DESC LIMIT 1`);
  return row ? { userId: row.userId, how: row.kind === "called_off" ? "call_off" : "report_missed" } : null;
}

/** Marks the purchase as paid because a late card payment paid for orders of it (D20). */
export const markPaid = (purchaseId: string, now: number): SQL =>
  sql`UPDATE purchases SET decision = 'committed', decided_at = ${now} WHERE id = ${purchaseId}
    AND decision IN ('open', 'cancelled')`;

/** Returns purchases whose Worker crashed between claiming the row and asking the rooms. */
export async function findAbandonedDecisions({ db, now }: Services, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`SELECT id FROM purchases
    WHERE decision IN ('committing', 'cancelling') AND decided_at <= ${now() - DECISION_STALE_MS}
    ORDER BY decided_at LIMIT ${limit}`);
  return rows.map((row) => row.id);
}

/** Finishes a decision whose Worker crashed: every room is asked again, and repeats change nothing there. */
export async function settleDecision(services: Services, purchaseId: string): Promise<void> {
  const purchase = await findById(services.db, purchaseId);
  if (!purchase || !isUndecided(purchase.decision)) return;
  const orderId = purchase.decided_order_id;
  const at = await claimRow(services, purchase, purchase.decision, orderId);
  if (at === null) return;
  const parts = await withRoomStatuses(services, purchase.parts);
  if (purchase.decision === "cancelling") {
    // The requested order comes first: if its room refuses, because it was paid, the other orders stay too.
    const asked = parts.find((part) => part.order_id === orderId);
    const cash = purchase.payment_method === "cash";
    // With cash either party may have asked, which only the first order's history says.
    const ended = asked && cash ? await findEnded(services.db, asked.order_id) : null;
    const gone =
      asked && (cash ? ended : isOver(asked) || (await cancelPart(services, purchase.buyer_id, asked, null)));
    const others = gone ? cancelledWith(parts, asked.order_id) : [];
    for (const part of others) await cancelPart(services, purchase.buyer_id, part, ended);
    await storeCancelResult(services, purchase.id, at);
  } else {
    const begun = parts.some(isPaidFor);
    if (begun && purchase.payment_method === "bank_transfer") {
      const cause = `settled:${purchase.decided_at}`;
      for (const part of parts.filter(isPayable)) await sendEvidence(services, purchase, part, cause);
    }
    const open = await services.db.get(
      sql`SELECT 1 FROM purchases WHERE id = ${purchase.id} AND ${openPayment(sql`id`)}`,
    );
    await storeDecision(services, purchase.id, at, begun || open ? "committed" : "open");
  }
  deliverSoon(services);
}
