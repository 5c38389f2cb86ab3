/**
 * A sale the seller made elsewhere to somebody we know (D36): an order that is complete the moment it is written, so that
 * both can be rated for it. No money passes through us, nothing is owed, and for ten minutes it can be undone.
 */
import { UNDO_SOLD_MS } from "./deadlines.ts";
import { type Order, type OrderDecision, type OrderTerms, placeOrder, step } from "./order.ts";

/** Born complete. The amount is the asking price: what was really paid we do not know. */
export function placeOutsideSale(terms: OrderTerms, now: number): Order {
  const placed = placeOrder({ ...terms, payment_method: "outside" }, { evidence: false, confirmationId: "" }, now);
  return step(placed, "sell_outside", terms.seller_id, now, { paid_at: now, completed_at: now, strike_exempt: true });
}

/** Whether the deal was a trade: in the place of its hold stands the trade (D39). */
export function isTraded(order: Pick<Order, "hold_id">): boolean {
  return order.hold_id.startsWith("trd_");
}

/** The sale never was: neither paid nor completed. Saying so twice is the same answer. */
export function undoOutsideSale(order: Order, sellerId: string, now: number): OrderDecision {
  if (order.seller_id !== sellerId) return { ok: false, reason: "not_yours" };
  if (order.payment_method !== "outside") return { ok: false, reason: "wrong_state" };
  if (order.status === "cancelled") return { ok: true, order };
  if (now >= order.created_at + UNDO_SOLD_MS) return { ok: false, reason: "too_late" };
  return { ok: true, order: step(order, "undo_sale", sellerId, now, { paid_at: null, completed_at: null }) };
}
