/**
 * Refunds that sellers order themselves (D68). What was sent to the seller is claimed back first; only then is the order
 * undone and the buyer refunded. What Stripe cannot take back, and what is over the seller's daily limit, staff decide.
 */

import { sql } from "drizzle-orm";
import { DAY_MS, MINUTE_MS } from "#domain/deadlines";
import { orderAbilities } from "#domain/orders/order-abilities";
import { refusesRefund } from "#domain/orders/order-reversal";
import { type CountedRefund, isWithinRefundLimits } from "#domain/payments/seller-refund";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { refundOrder } from "../../../durable/item-room/commands/orders.ts";
import { orderRefusal } from "../../../durable/item-room/refusals.ts";
import type { OrderSnapshot } from "../../../durable/item-room/views.ts";
import { CHANGED, insertAuditEntry } from "../../db/audit-log.ts";
import { batch } from "../../db/client.ts";
import { insertNotificationIf } from "../../db/notifications.ts";
import { siteSettings } from "../../db/site-settings.ts";
import { execute } from "../../http/item-room.ts";
import { logRowError } from "../../log.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { deliverSoon, notifySoon } from "../notifications/commands.ts";
import { claimInFull, resumePayout } from "../payments/payout-claims.ts";
import { refundCardOrderSoon } from "../payments/refunds.ts";

const OVER_LIMIT = refuse(
  "wrong_state",
  "This is more than sellers can refund in a day, so the buyer isn't refunded yet. Ask our team: they have your request and will decide.",
);
const NOT_COVERED = refuse(
  "wrong_state",
  "Stripe couldn't take this money back from your account, so the buyer isn't refunded yet. Ask our team: they have your request and will decide.",
);
const BUSY = refuse("conflict", "Another refund of yours is being processed. Please try again.");
const UNCLEAR = refuse(
  "unavailable",
  "Stripe isn't answering. We'll finish this refund as soon as it does. Check the order in a few minutes.",
  { retry_after: 60 },
);

type Problem = "limit" | "claim";

interface SellerRefund extends CountedRefund {
  order_id: string;
  status: "asked" | "claiming" | "refunded";
  is_limited: number;
}

/**
 * Counts towards the limit: proceeds that were sent, or may have been, and every refund between two people after their
 * first, whichever of them sold.
 */
const isLimited = sql`(EXISTS (SELECT 1 FROM transfers t
      WHERE t.order_id = o.id AND (t.status <> 'payable' OR t.attempts > 0 OR t.last_error IS NOT NULL))
    OR EXISTS (SELECT 1 FROM seller_refunds r WHERE r.status <> 'asked' AND r.bundle_id <> coalesce(o.purchase_id, o.id)
      AND ((r.buyer_id = o.buyer_id AND r.seller_id = o.seller_id)
        OR (r.buyer_id = o.seller_id AND r.seller_id = o.buyer_id))))`;

/** Refunds a card order for its seller. May be repeated. */
export async function refundBySeller(
  services: Services,
  order: OrderSnapshot,
  relist: boolean,
): Promise<Result<OrderSnapshot>> {
  if (order.status === "refunded") return done(order);
  const at = services.now();
  if (!orderAbilities(order, "seller", at).refund) {
    return orderRefusal(
      { reason: refusesRefund({ reversals: order.reversals ?? [] }, "seller") ? "payment_reversed" : "wrong_state" },
      at,
    );
  }
  const refusal = await begin(services, order, relist);
  return refusal ?? carryOut(services, order.id);
}

/**
 * Records the request and starts it, unless it is over the limit. Two requests at once cannot pass the limit together:
 * the statement that starts one checks that nothing has changed since the limit was calculated.
 */
async function begin(services: Services, order: OrderSnapshot, relist: boolean): Promise<Refusal | null> {
  const { db, now } = services;
  const at = now();
  const today = sql`FROM seller_refunds WHERE seller_id = ${order.seller_id} AND is_limited = 1 AND status <> 'asked'
    AND requested_at > ${at - DAY_MS}`;
  const [, [own], counted] = await batch<[object, SellerRefund, CountedRefund]>(db, [
    sql`INSERT INTO seller_refunds (order_id, seller_id, buyer_id, bundle_id, amount_cents, relist, is_limited, status,
        requested_at)
      SELECT o.id, o.seller_id, o.buyer_id, coalesce(o.purchase_id, o.id), o.amount_cents, ${Number(relist)},
        ${isLimited}, 'asked', ${at} FROM orders o WHERE o.id = ${order.id}
      ON CONFLICT (order_id) DO UPDATE SET relist = excluded.relist, is_limited = excluded.is_limited,
        requested_at = excluded.requested_at WHERE seller_refunds.status = 'asked'`,
    sql`SELECT * FROM seller_refunds WHERE order_id = ${order.id}`,
    sql`SELECT bundle_id, amount_cents ${today}`,
  ]);
  if (!own) throw new Error(`no order ${order.id}`);
  if (own.status !== "asked") return null;
  const { numbers } = await siteSettings(services);
  const limits = { cents: numbers.refund_dollars * 100, number: numbers.refunds_a_day };
  if (own.is_limited === 1 && !isWithinRefundLimits(counted, own, limits)) {
    await leaveToStaff(services, order.id, "limit");
    return OVER_LIMIT;
  }
  const [started] = await batch<[{ order_id: string }]>(db, [
    sql`UPDATE seller_refunds SET status = 'claiming', problem = NULL
      WHERE order_id = ${order.id} AND status = 'asked'
        AND is_limited = (SELECT ${isLimited} FROM orders o WHERE o.id = ${order.id})
        AND (is_limited = 0 OR (SELECT count(*) ${today}) = ${counted.length}) RETURNING order_id`,
  ]);
  return started.length > 0 ? null : BUSY;
}

async function leaveToStaff({ db }: Services, orderId: string, problem: Problem): Promise<void> {
  await db.run(sql`UPDATE seller_refunds SET status = 'asked', problem = ${problem}
    WHERE order_id = ${orderId} AND status <> 'refunded'`);
}

/** Claims back what was sent to the seller, then undoes the order. The refund to the buyer follows from its state. */
async function carryOut(services: Services, orderId: string): Promise<Result<OrderSnapshot>> {
  const claim = await claimInFull(services, orderId);
  if (claim === "unclear") return UNCLEAR;
  if (claim === "refused") {
    await leaveToStaff(services, orderId, "claim");
    return NOT_COVERED;
  }
  const row = await services.db.get<{ seller_id: string; item_id: string; relist: number }>(sql`SELECT r.seller_id,
      r.relist, o.item_id FROM seller_refunds r JOIN orders o ON o.id = r.order_id WHERE r.order_id = ${orderId}`);
  if (!row) return UNCLEAR;
  const { seller_id: actorId, item_id: itemId, relist } = row;
  const call = refundOrder({ orderId, by: "seller", actorId, relist: relist === 1 });
  const refunded = await execute(services.env, itemId, call);
  if (!refunded.ok) {
    await giveUp(services, orderId);
    return refunded;
  }
  deliverSoon(services);
  refundCardOrderSoon(services, orderId);
  return refunded;
}

/** The order can no longer be refunded, because it was collected or disputed meanwhile: the seller keeps the proceeds. */
async function giveUp(services: Services, orderId: string): Promise<void> {
  if (!(await resumePayout(services, orderId))) return;
  await services.db.run(sql`DELETE FROM seller_refunds WHERE order_id = ${orderId} AND status = 'claiming'`);
}

/** Longer than a request takes. */
const ABANDONED_MS = 2 * MINUTE_MS;
const AT_ONCE = 50;

/**
 * Continues refunds that a crashed Worker or an outage at Stripe has interrupted.
 * @returns how many were tried.
 */
export async function continueSellerRefunds(services: Services): Promise<number> {
  const rows = await services.db.all<{ order_id: string }>(sql`SELECT order_id FROM seller_refunds
    WHERE status = 'claiming' AND requested_at <= ${services.now() - ABANDONED_MS} ORDER BY requested_at LIMIT ${AT_ONCE}`);
  for (const { order_id: id } of rows) await carryOut(services, id).catch(logRowError("continue-seller-refunds")(id));
  return rows.length;
}

/** Declines, for staff, a refund that a seller asked for. The order goes on. */
export async function declineSellerRefund(
  services: Services,
  staffId: string,
  orderId: string,
  note: string,
): Promise<Result> {
  const { db, now } = services;
  const at = now();
  const row = await db.get<{ seller_id: string; item_title: string; requested_at: number }>(sql`SELECT r.seller_id,
      r.requested_at, o.item_title FROM seller_refunds r JOIN orders o ON o.id = r.order_id WHERE r.order_id = ${orderId}`);
  if (!row) return refuse("wrong_state", "This has already been settled.");
  const key = `seller-refund:${orderId}:${row.requested_at}`;
  const [deleted] = await batch<[{ order_id: string }, object, object]>(db, [
    sql`DELETE FROM seller_refunds WHERE order_id = ${orderId} AND status = 'asked' RETURNING order_id`,
    insertAuditEntry(
      { actor_id: staffId, action: "seller_refund_declined", subject: orderId, details: { note }, at },
      CHANGED,
    ),
    insertNotificationIf(sql`NOT EXISTS (SELECT 1 FROM seller_refunds WHERE order_id = ${orderId})`, {
      id: await stableId("ntf", key),
      user_id: row.seller_id,
      kind: "order",
      dedupe_key: key,
      title: `Refund declined: ${row.item_title}`,
      body: note,
      link: `/MyOrders/${orderId}`,
      at,
    }),
  ]);
  if (deleted.length === 0) return refuse("wrong_state", "This has already been settled.");
  notifySoon(services, [row.seller_id]);
  return done();
}
