/**
 * Effects of Stripe's payment events on an order (D18, D20). A received payment either buys the item or must be
 * refunded; this is decided once, and a repeated event gets the same answer.
 */
import {
  applyDeadlines,
  changeOrder,
  changeStatus,
  expire,
  type HandoverSecret,
  isIntentOpen,
  type Order,
  type OrderDecision,
  withHandoverCode,
} from "./order.ts";

/** `free`: the item could still be sold to this buyer if the order were open. */
export interface CardPayment {
  intentId: string;
  amountCents: number;
  free: boolean;
  handover?: HandoverSecret | undefined;
}

export type CardOutcome = "paid" | "already" | "refund";

/** Attaches a payment intent that may pay for the order. */
export function attachIntent(
  before: Order,
  { userId, intentId }: { userId: string; intentId: string },
  now: number,
): OrderDecision {
  const order = applyDeadlines(before, now);
  if (order.buyer_id !== userId) return { ok: false, reason: "not_yours" };
  const { card } = order;
  if (card?.intent_id === intentId && isIntentOpen(order)) return { ok: true, order };
  if (order.payment_method !== "stripe" || order.status !== "awaiting_payment") {
    return { ok: false, reason: "wrong_state" };
  }
  if (isIntentOpen(order)) return { ok: false, reason: "intent_open" };
  // A closed intent never opens again, because Stripe's events can arrive in any order.
  if (card?.intent_id === intentId) return { ok: false, reason: "wrong_state" };
  return { ok: true, order: changeOrder(order, now, { card: { intent_id: intentId, state: "open" } }) };
}

/** Applies the payment of this intent. */
export function payByCard(before: Order, payment: CardPayment, now: number): { order: Order; outcome: CardOutcome } {
  const { card } = before;
  const same = card?.intent_id === payment.intentId;
  if (same && card.state === "paid") return { order: before, outcome: "already" };
  if (same && (card.state === "refund_due" || card.state === "refunded")) {
    // After a refund of the order the money is settled; a payment that bought nothing must still be refunded.
    return { order: before, outcome: before.status === "refunded" ? "already" : "refund" };
  }
  const settled = !same && (card?.state === "paid" || card?.state === "refund_due" || card?.state === "refunded");
  const fits = before.payment_method === "stripe" && payment.amountCents === before.amount_cents;
  if (fits && before.status === "awaiting_payment" && card?.state !== "paid") return paid(before, "pay", payment, now);
  const over = before.status === "expired" || before.status === "cancelled";
  if (fits && over && !settled && payment.free) return paid(before, "revive", payment, now);
  // Another intent, open or paid, stays attached to the order, and this payment is refunded. Repeating it changes nothing.
  if (!same && card !== null && card.state !== "cancelled") return { order: before, outcome: "refund" };
  const refused = changeOrder(before, now, { card: { intent_id: payment.intentId, state: "refund_due" } });
  // An overdue order may have waited only for this intent.
  return { order: applyDeadlines(refused, now), outcome: "refund" };
}

function paid(order: Order, transition: "pay" | "revive", payment: CardPayment, now: number) {
  const next = changeStatus(order, transition, null, now, {
    card: { intent_id: payment.intentId, state: "paid" },
    payment_deadline: null,
    paid_at: now,
    // A buyer who has paid is never penalised (D31).
    marked_incomplete: false,
    incomplete_reason: null,
    strike_exempt: order.strike_exempt || transition === "revive",
    ...withHandoverCode(order, payment.handover),
  });
  return { order: next, outcome: "paid" as const };
}

/** Records a declined card. The buyer tried to pay, so an expired order gives no strike. */
export function cardFailed(order: Order, { intentId }: { intentId: string }, now: number): OrderDecision {
  if (order.card?.intent_id !== intentId) return { ok: false, reason: "wrong_state" };
  const counts = order.status === "awaiting_payment" || order.status === "expired";
  if (order.card_failed_at !== null || !counts) return { ok: true, order };
  const next = changeOrder(order, now, { card_failed_at: now, strike_exempt: true });
  const event = { rev: next.rev, kind: "card_failed" as const, at: now, actor_id: null };
  return { ok: true, order: { ...next, events: [...order.events, event] } };
}

/** Records that Stripe has cancelled the intent: no payment can arrive any more, and the item can be released. */
export function cardCancelled(
  order: Order,
  { intentId, by }: { intentId: string; by: "buyer" | "service" },
  now: number,
): OrderDecision {
  const { card } = order;
  if (card?.intent_id !== intentId) return { ok: false, reason: "wrong_state" };
  if (card.state === "cancelled") return { ok: true, order };
  if (!isIntentOpen(order)) return { ok: false, reason: "wrong_state" };
  const closed: Order = { ...order, card: { ...card, state: "cancelled" } };
  if (order.status !== "awaiting_payment") return { ok: true, order: changeOrder(closed, now, {}) };
  const late = order.payment_deadline !== null && now >= order.payment_deadline;
  if (late) return { ok: true, order: expire(closed, now) };
  if (by === "buyer")
    return { ok: true, order: changeStatus(closed, "cancel", order.buyer_id, now, { payment_deadline: null }) };
  // Stripe cancelled before the buyer's deadline, which is not the buyer's fault.
  return { ok: true, order: expire({ ...closed, strike_exempt: true }, now) };
}

/** Records that the payment was refunded. */
export function cardRefunded(order: Order, { intentId }: { intentId: string }, now: number): OrderDecision {
  const { card } = order;
  if (card?.intent_id !== intentId) return { ok: false, reason: "wrong_state" };
  if (card.state === "refunded") return { ok: true, order };
  if (card.state !== "refund_due") return { ok: false, reason: "wrong_state" };
  return { ok: true, order: changeOrder(order, now, { card: { ...card, state: "refunded" } }) };
}
