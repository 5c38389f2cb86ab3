/**
 * A sale that the seller made outside Goodstreet to a registered buyer (D36): an order that is complete at once, so
 * that both can rate each other. No money passes through Goodstreet, and it can be undone for ten minutes.
 */
import { UNDO_SOLD_MS } from "../deadlines.ts";
import { changeStatus, type Order, type OrderDecision, type OrderTerms, placeOrder } from "./order.ts";

/** Creates the completed order. Its amount is the asking price, because the paid amount is unknown. */
export function placeOutsideSale(terms: OrderTerms, now: number): Order {
  const placed = placeOrder({ ...terms, payment_method: "outside" }, { evidence: false, confirmationId: "" }, now);
  return changeStatus(placed, "sell_outside", terms.seller_id, now, {
    paid_at: now,
    completed_at: now,
    strike_exempt: true,
  });
}

/** Returns whether the deal was a trade or part of a swap circle: `hold_id` is then the id of that (D39, D58). */
export function isTraded(order: Pick<Order, "hold_id">): boolean {
  return order.hold_id.startsWith("trd_") || isOfCircle(order);
}

export function isOfCircle(order: Pick<Order, "hold_id">): boolean {
  return order.hold_id.startsWith("cir_");
}

/** Undoes the sale: the order is neither paid nor completed. Repeating it changes nothing. */
export function undoOutsideSale(order: Order, sellerId: string, now: number): OrderDecision {
  if (order.seller_id !== sellerId) return { ok: false, reason: "not_yours" };
  if (order.payment_method !== "outside") return { ok: false, reason: "wrong_state" };
  if (order.status === "cancelled") return { ok: true, order };
  if (now >= order.created_at + UNDO_SOLD_MS) return { ok: false, reason: "too_late" };
  return { ok: true, order: changeStatus(order, "undo_sale", sellerId, now, { paid_at: null, completed_at: null }) };
}
