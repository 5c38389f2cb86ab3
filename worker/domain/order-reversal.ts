/**
 * A paid order whose money left our account without us: the buyer's bank took it back (a chargeback), or somebody refunded it
 * at the card provider. Nothing about the order moves until the bank, or our staff, has decided (A65).
 */
import {
  claimOf,
  decidedByStaff,
  type Order,
  type OrderDecision,
  type OrderEvent,
  type PaymentReversal,
  step,
  touch,
} from "./order.ts";

export interface ReverseCommand {
  intentId: string;
  id: string;
  kind: PaymentReversal["kind"];
  status: "open" | "won" | "lost";
  /** Of a lost one: part of the price is still with us and has to go back to the buyer. */
  rest?: boolean | undefined;
}

/** A verdict stands. Only a lost dispute can still be won, on appeal; until then it counts as lost. */
export function nextStatus(known: ReverseCommand["status"], told: ReverseCommand["status"]): ReverseCommand["status"] {
  return known === "open" || (known === "lost" && told === "won") ? told : known;
}

export function openReversal(
  order: Pick<Order, "reversals">,
  kind?: PaymentReversal["kind"],
): PaymentReversal | undefined {
  return order.reversals?.find((one) => one.outcome === null && (kind === undefined || one.kind === kind));
}

/** The provider's word about a reversal. It may be repeated, and arrive in any order: what is closed stays closed. */
export function reversePayment(before: Order, command: ReverseCommand, now: number): OrderDecision {
  const { card } = before;
  if (card?.intent_id !== command.intentId || before.paid_at === null) return { ok: false, reason: "wrong_state" };
  const known = before.reversals?.find(({ id }) => id === command.id);
  // The money of an order that is over has its own way back: there is nothing to stop.
  if (known?.outcome || claimOf(before.status) === "none") return { ok: true, order: before };
  const order = known ? before : opened(before, command, now);
  if (command.status === "open") return { ok: true, order };
  const after = closed(order, command.id, command.status);
  if (command.status === "won") return { ok: true, order: standing(after, command.kind, now) };
  const lost = { card: { ...card, state: command.rest ? ("refund_due" as const) : ("refunded" as const) } };
  return { ok: true, order: step(after, "lose_chargeback", null, now, { ...lost, strike_exempt: true }) };
}

function opened(order: Order, { id, kind }: ReverseCommand, now: number): Order {
  const chargeback = kind === "chargeback";
  const reversals = [...(order.reversals ?? []), { id, kind, opened_at: now, outcome: null }];
  // Stopped already: by the buyer's own report, or by another reversal.
  if (order.status === "disputed") {
    return withEvent(touch(order, now, { reversals }), chargeback ? "chargeback_opened" : "refund_found", now);
  }
  return step(order, chargeback ? "open_chargeback" : "find_refund", null, now, { reversals });
}

function closed(order: Order, id: string, outcome: "won" | "lost"): Order {
  const reversals = order.reversals?.map((one) => (one.id === id ? { ...one, outcome } : one)) ?? [];
  return { ...order, reversals };
}

/** The payment stands: the order is what it was before, unless something else still keeps it. */
function standing(order: Order, kind: PaymentReversal["kind"], now: number): Order {
  const chargeback = kind === "chargeback";
  if (openReversal(order) || (order.dispute !== null && order.dispute.outcome === null)) {
    return withEvent(touch(order, now, {}), chargeback ? "chargeback_won" : "dispute_resolved", now);
  }
  const done = order.completed_at !== null;
  if (chargeback) return step(order, done ? "win_completed" : "win_chargeback", null, now, {});
  return step(order, done ? "keep_completed" : "keep_payment", null, now, {});
}

/** Staff let a refund made at the provider be what it was: the deal stands as before. */
export function keepDeal(
  order: Order,
  { staffId, note }: { staffId: string; note?: string | undefined },
  now: number,
): Order {
  const transition = order.completed_at === null ? "keep_payment" : "keep_completed";
  return decidedByStaff(step(settled(order, "won"), transition, staffId, now, {}), note);
}

/** Every open refund at the provider is settled with the order. */
export function settled(order: Order, outcome: "won" | "lost"): Order {
  if (!openReversal(order)) return order;
  const reversals = order.reversals?.map((one) => (one.outcome === null ? { ...one, outcome } : one)) ?? [];
  return { ...order, reversals };
}

function withEvent(order: Order, kind: OrderEvent["kind"], now: number): Order {
  return { ...order, events: [...order.events, { rev: order.rev, kind, at: now, actor_id: null }] };
}
