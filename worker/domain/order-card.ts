/**
 * What the card provider's word does to an order (D18, D20). Money that comes in either buys the item or has to go back;
 * which of the two is decided once, and every repeat of the same event gets the same answer.
 */
import {
  armed,
  expire,
  type HandoverSecret,
  isIntentOpen,
  type Order,
  type OrderDecision,
  settleOrder,
  step,
  touch,
} from "./order.ts";

/** `free`: the item could still be this buyer's if the order were alive. */
export interface CardPayment {
  intentId: string;
  amountCents: number;
  free: boolean;
  handover?: HandoverSecret | undefined;
}

export type CardOutcome = "paid" | "already" | "refund";

/** From now on this intent may take money for the order. */
export function attachIntent(
  before: Order,
  { userId, intentId }: { userId: string; intentId: string },
  now: number,
): OrderDecision {
  const order = settleOrder(before, now);
  if (order.buyer_id !== userId) return { ok: false, reason: "not_yours" };
  const { card } = order;
  if (card?.intent_id === intentId && isIntentOpen(order)) return { ok: true, order };
  if (order.payment_method !== "stripe" || order.status !== "awaiting_payment") {
    return { ok: false, reason: "wrong_state" };
  }
  if (isIntentOpen(order)) return { ok: false, reason: "intent_open" };
  // A closed intent never opens again, whatever order the provider's events arrive in.
  if (card?.intent_id === intentId) return { ok: false, reason: "wrong_state" };
  return { ok: true, order: touch(order, now, { card: { intent_id: intentId, state: "open" } }) };
}

/** The money of this intent is in. */
export function payByCard(before: Order, payment: CardPayment, now: number): { order: Order; outcome: CardOutcome } {
  const { card } = before;
  const same = card?.intent_id === payment.intentId;
  if (same && card.state === "paid") return { order: before, outcome: "already" };
  if (same && (card.state === "refund_due" || card.state === "refunded")) {
    // After a refund of the order itself the money has been dealt with; a payment that bought nothing is still to go back.
    return { order: before, outcome: before.status === "refunded" ? "already" : "refund" };
  }
  const settled = !same && (card?.state === "paid" || card?.state === "refund_due" || card?.state === "refunded");
  const fits = before.payment_method === "stripe" && payment.amountCents === before.amount_cents;
  if (fits && before.status === "awaiting_payment" && card?.state !== "paid") return paid(before, "pay", payment, now);
  const over = before.status === "expired" || before.status === "cancelled";
  if (fits && over && !settled && payment.free) return paid(before, "revive", payment, now);
  // Another intent may still be open or have paid: it keeps its place, and this answer stays the same by itself.
  if (!same && card !== null && card.state !== "cancelled") return { order: before, outcome: "refund" };
  const refused = touch(before, now, { card: { intent_id: payment.intentId, state: "refund_due" } });
  // An overdue order may have waited for nothing but this intent.
  return { order: settleOrder(refused, now), outcome: "refund" };
}

function paid(order: Order, transition: "pay" | "revive", payment: CardPayment, now: number) {
  const next = step(order, transition, null, now, {
    card: { intent_id: payment.intentId, state: "paid" },
    payment_deadline: null,
    paid_at: now,
    // Whoever has paid is never punished (D31).
    marked_incomplete: false,
    incomplete_reason: null,
    strike_exempt: order.strike_exempt || transition === "revive",
    ...armed(order, payment.handover),
  });
  return { order: next, outcome: "paid" as const };
}

/** The card was refused. The buyer has tried: should the order expire, it is no strike. */
export function cardFailed(order: Order, { intentId }: { intentId: string }, now: number): OrderDecision {
  if (order.card?.intent_id !== intentId) return { ok: false, reason: "wrong_state" };
  const counts = order.status === "awaiting_payment" || order.status === "expired";
  if (order.card_failed_at !== null || !counts) return { ok: true, order };
  const next = touch(order, now, { card_failed_at: now, strike_exempt: true });
  const event = { rev: next.rev, kind: "card_failed" as const, at: now, actor_id: null };
  return { ok: true, order: { ...next, events: [...order.events, event] } };
}

/** The provider has cancelled the intent: nothing can come any more, and the item may be free again. */
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
  if (order.status !== "awaiting_payment") return { ok: true, order: touch(closed, now, {}) };
  const late = order.payment_deadline !== null && now >= order.payment_deadline;
  if (late) return { ok: true, order: expire(closed, now) };
  if (by === "buyer")
    return { ok: true, order: step(closed, "cancel", order.buyer_id, now, { payment_deadline: null }) };
  // The provider gave up before the buyer's time was over: not the buyer's doing.
  return { ok: true, order: expire({ ...closed, strike_exempt: true }, now) };
}

/** The money has gone back. */
export function cardRefunded(order: Order, { intentId }: { intentId: string }, now: number): OrderDecision {
  const { card } = order;
  if (card?.intent_id !== intentId) return { ok: false, reason: "wrong_state" };
  if (card.state === "refunded") return { ok: true, order };
  if (card.state !== "refund_due") return { ok: false, reason: "wrong_state" };
  return { ok: true, order: touch(order, now, { card: { ...card, state: "refunded" } }) };
}
