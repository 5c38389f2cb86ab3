/**
 * A sale that the seller made outside Goodstreet to a registered buyer (D36): an order that is complete at once, so
 * that both can rate each other. No money passes through Goodstreet, and it can be undone for ten minutes.
 */
import { DAY_MS, UNDO_SOLD_MS } from "../deadlines.ts";
import {
  changeOrder,
  changeStatus,
  type Order,
  type OrderDecision,
  type OrderEvent,
  type OrderTerms,
} from "./order.ts";
import { placeOrder } from "./place-order.ts";

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

/** How long the person that the seller named can confirm the sale (D88). */
const SALE_ANSWER_MS = 14 * DAY_MS;

/** Until when the named buyer of a sale can confirm it; null when there is nothing to confirm (any more). */
export function saleAnswerUntil(
  order: Pick<Order, "payment_method" | "status" | "hold_id" | "created_at"> & WithHistory,
  now: number,
): number | null {
  if (order.payment_method !== "outside" || isTraded(order) || order.status !== "completed") return null;
  const until = order.created_at + SALE_ANSWER_MS;
  return now < until && !isSaleConfirmed(order) ? until : null;
}

interface WithHistory {
  events: readonly Pick<OrderEvent, "kind">[];
}

const isSaleConfirmed = ({ events }: WithHistory) => events.some(({ kind }) => kind === "sale_confirmed");

/** The person that the seller named says whether they bought it. Repeating an answer changes nothing. */
export function answerOutsideSale(
  order: Order,
  { userId, mine }: { userId: string; mine: boolean },
  now: number,
): OrderDecision {
  if (order.buyer_id !== userId) return { ok: false, reason: "not_yours" };
  const disowned = order.events.some(({ kind }) => kind === "sale_disowned");
  if (mine ? isSaleConfirmed(order) : disowned) return { ok: true, order };
  if (saleAnswerUntil(order, now) === null) return { ok: false, reason: "wrong_state" };
  if (!mine) {
    return { ok: true, order: changeStatus(order, "disown_sale", userId, now, { paid_at: null, completed_at: null }) };
  }
  const next = changeOrder(order, now, {});
  const confirmed = { rev: next.rev, kind: "sale_confirmed", at: now, actor_id: userId } as const;
  return { ok: true, order: { ...next, events: [...order.events, confirmed] } };
}

/** Undoes the sale: the order is neither paid nor completed. Repeating it changes nothing. */
export function undoOutsideSale(order: Order, sellerId: string, now: number): OrderDecision {
  if (order.seller_id !== sellerId) return { ok: false, reason: "not_yours" };
  if (order.payment_method !== "outside") return { ok: false, reason: "wrong_state" };
  if (order.status === "cancelled") return { ok: true, order };
  // The buyer's confirmation stands, and with it what they rated (D43).
  if (isSaleConfirmed(order)) return { ok: false, reason: "wrong_state" };
  if (now >= order.created_at + UNDO_SOLD_MS) return { ok: false, reason: "too_late" };
  return { ok: true, order: changeStatus(order, "undo_sale", sellerId, now, { paid_at: null, completed_at: null }) };
}
