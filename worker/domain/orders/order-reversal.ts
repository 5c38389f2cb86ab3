/**
 * Reversal of a paid order: the buyer's bank took the payment back (a chargeback) or asks about it, it was refunded in
 * Stripe's dashboard, or the card's bank warns of fraud. The order stops until the bank, or staff, have decided (A65,
 * D73).
 */
import {
  changeOrder,
  changeStatus,
  decidedByStaff,
  itemClaimOf,
  type Order,
  type OrderDecision,
  type PaymentReversal,
} from "./order.ts";
import type { OrderEventKind, OrderTransition } from "./order-graph.ts";

export interface ReverseCommand {
  intentId: string;
  id: string;
  kind: PaymentReversal["kind"];
  status: "open" | "won" | "lost";
  /** For a lost chargeback: we still have part of the price, which must be refunded to the buyer. */
  rest?: boolean | undefined;
  /** For a lost chargeback of part of a price whose proceeds are the seller's: what it took. The sale stands (D69). */
  partCents?: number | undefined;
}

/** Returns the status after an event. A decision is final, except that a lost dispute can be won on appeal. */
export function nextStatus(known: ReverseCommand["status"], next: ReverseCommand["status"]): ReverseCommand["status"] {
  return known === "open" || (known === "lost" && next === "won") ? next : known;
}

/** Returns what a stored reversal is: an open chargeback of which the bank has taken nothing is an inquiry (D73). */
export function reversalKind<Kind extends PaymentReversal["kind"]>(row: {
  kind: Kind;
  status: ReverseCommand["status"];
  withdrawn_cents: number;
}): Kind | "inquiry" {
  return row.kind === "chargeback" && row.status === "open" && row.withdrawn_cents <= 0 ? "inquiry" : row.kind;
}

/** Returns the undecided reversal of an order, of one kind if given. */
export function openReversal(
  order: Pick<Order, "reversals">,
  kind?: PaymentReversal["kind"],
): PaymentReversal | undefined {
  return order.reversals?.find((one) => one.outcome === null && (kind === undefined || one.kind === kind));
}

/**
 * Returns whether an open reversal stands against a refund by this party. A chargeback is the bank's to decide, and a
 * refund made in Stripe's dashboard staff's. A refund answers an inquiry or a fraud warning (D73).
 */
export function refusesRefund(order: Pick<Order, "reversals">, by: "staff" | "seller" | "service"): boolean {
  return (
    openReversal(order, "chargeback") !== undefined || (by !== "staff" && openReversal(order, "refund") !== undefined)
  );
}

/** Applies Stripe's report about a reversal. Reports may repeat, in any order; a closed reversal stays closed. */
export function reversePayment(before: Order, command: ReverseCommand, now: number): OrderDecision {
  const { card } = before;
  if (card?.intent_id !== command.intentId || before.paid_at === null) return { ok: false, reason: "wrong_state" };
  const known = before.reversals?.find(({ id }) => id === command.id);
  // An order that has ended has nothing to stop; its refund is handled elsewhere.
  if (known?.outcome || itemClaimOf(before.status) === "none") return { ok: true, order: before };
  const order = known ? escalated(before, known, command, now) : opened(before, command, now);
  if (command.status === "open") return { ok: true, order };
  const after = closed(order, command.id, command.status);
  if (command.status === "won") return { ok: true, order: resume(after, command.kind, now) };
  if (command.partCents !== undefined) return { ok: true, order: losePart(after, command.id, command.partCents, now) };
  const lost = { card: { ...card, state: command.rest ? ("refund_due" as const) : ("refunded" as const) } };
  return { ok: true, order: changeStatus(after, "lose_chargeback", null, now, { ...lost, strike_exempt: true }) };
}

const OPENED: Record<PaymentReversal["kind"], { transition: OrderTransition; event: OrderEventKind }> = {
  chargeback: { transition: "open_chargeback", event: "chargeback_opened" },
  inquiry: { transition: "open_inquiry", event: "inquiry_opened" },
  refund: { transition: "find_refund", event: "refund_found" },
  fraud_warning: { transition: "warn_of_fraud", event: "fraud_warned" },
};

function opened(order: Order, { id, kind }: ReverseCommand, now: number): Order {
  const reversals = [...(order.reversals ?? []), { id, kind, opened_at: now, outcome: null }];
  const { transition, event } = OPENED[kind];
  // The order is already stopped, by the buyer's report or another reversal.
  if (order.status === "disputed") return withEvent(changeOrder(order, now, { reversals }), event, now);
  return changeStatus(order, transition, null, now, { reversals });
}

/** An inquiry whose bank has now taken the money is a chargeback under the same id. */
function escalated(order: Order, known: PaymentReversal, { kind, status }: ReverseCommand, now: number): Order {
  if (known.kind !== "inquiry" || kind !== "chargeback" || status === "won") return order;
  const reversals = order.reversals?.map((one) => (one.id === known.id ? { ...one, kind } : one)) ?? [];
  return withEvent(changeOrder(order, now, { reversals }), "chargeback_opened", now);
}

function closed(order: Order, id: string, outcome: "won" | "lost"): Order {
  const reversals = order.reversals?.map((one) => (one.id === id ? { ...one, outcome } : one)) ?? [];
  return { ...order, reversals };
}

/** The sale stands without what the bank took. Another dispute or reversal still has to be settled. */
function losePart(order: Order, id: string, cents: number, now: number): Order {
  const reversals = order.reversals?.map((one) => (one.id === id ? { ...one, lost_cents: cents } : one)) ?? [];
  if (openReversal(order) || (order.dispute !== null && order.dispute.outcome === null)) {
    return withEvent(changeOrder(order, now, { reversals }), "chargeback_part_lost", now);
  }
  return changeStatus(order, "lose_part", null, now, { reversals, completed_at: order.completed_at ?? now });
}

/** Resumes the order as it was before, unless another dispute or reversal is open. */
function resume(order: Order, kind: PaymentReversal["kind"], now: number): Order {
  const chargeback = kind === "chargeback" || kind === "inquiry";
  if (openReversal(order) || (order.dispute !== null && order.dispute.outcome === null)) {
    // Whatever else is open decides, so there is nothing to tell anyone.
    if (kind === "fraud_warning") return changeOrder(order, now, {});
    return withEvent(changeOrder(order, now, {}), chargeback ? "chargeback_won" : "dispute_resolved", now);
  }
  const done = order.completed_at !== null;
  if (chargeback) return changeStatus(order, done ? "win_completed" : "win_chargeback", null, now, {});
  return changeStatus(order, done ? "keep_completed" : "keep_payment", null, now, {});
}

/** Resumes an order after a refund made in Stripe's dashboard: staff decided that the deal continues. */
export function resumeAfterRefund(
  order: Order,
  { staffId, note }: { staffId: string; note?: string | undefined },
  now: number,
): Order {
  const transition = order.completed_at === null ? "keep_payment" : "keep_completed";
  return decidedByStaff(changeStatus(closeReversals(order, "won"), transition, staffId, now, {}), note);
}

/** Closes every open reversal of the order with this outcome. */
export function closeReversals(order: Order, outcome: "won" | "lost"): Order {
  if (!openReversal(order)) return order;
  const reversals = order.reversals?.map((one) => (one.outcome === null ? { ...one, outcome } : one)) ?? [];
  return { ...order, reversals };
}

function withEvent(order: Order, kind: OrderEventKind, now: number): Order {
  return { ...order, events: [...order.events, { rev: order.rev, kind, at: now, actor_id: null }] };
}
