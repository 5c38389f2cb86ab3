/**
 * The order of one item by one buyer, for bank transfer and free items; card and crypto add ways to pay, not states.
 * The process is data: a state, what may happen in it, by whom, and where it leads. Everything else is refused and
 * changes nothing (RELIABILITY §3.1). Timeouts are transitions too.
 */
import { CONFIRMATION_MS, DENIED_MS, EVIDENCE_MARGIN_MS, PAYMENT_MS } from "./deadlines.ts";

export type OrderParty = "buyer" | "seller" | "service";

export const ORDER_START = "awaiting_payment";

export const ORDER_GRAPH = {
  awaiting_payment: {
    /** Nothing to pay: the item is the buyer's at once. */
    waive_payment: { to: "payment_confirmed", by: "service" },
    submit_evidence: { to: "payment_pending_seller_confirmation", by: "buyer" },
    cancel: { to: "cancelled", by: "buyer" },
    expire: { to: "expired", by: "service" },
  },
  payment_pending_seller_confirmation: {
    confirm: { to: "payment_confirmed", by: "seller" },
    deny: { to: "awaiting_payment", by: "seller" },
    /** The seller stayed silent: never the buyer's fault (D31). */
    lapse: { to: "disputed", by: "service" },
  },
  /** A late "received" settles the dispute; anything else about it is for an admin. */
  disputed: { confirm: { to: "payment_confirmed", by: "seller" } },
  payment_confirmed: { collect: { to: "completed", by: "buyer" } },
  completed: {},
  expired: {},
  cancelled: {},
} as const satisfies Record<string, Record<string, { to: string; by: OrderParty }>>;

export type OrderState = keyof typeof ORDER_GRAPH;
type TransitionsOf<S> = S extends OrderState ? keyof (typeof ORDER_GRAPH)[S] : never;
export type OrderTransition = TransitionsOf<OrderState>;

export type OrderMethod = "bank_transfer" | "stripe" | "crypto" | "free";

export type OrderEventKind =
  | "placed"
  | "evidence_submitted"
  | "payment_confirmed"
  | "payment_denied"
  | "completed"
  | "cancelled"
  | "expired"
  | "disputed";

const EVENT_OF: Record<OrderTransition, OrderEventKind> = {
  waive_payment: "payment_confirmed",
  submit_evidence: "evidence_submitted",
  cancel: "cancelled",
  expire: "expired",
  confirm: "payment_confirmed",
  deny: "payment_denied",
  lapse: "disputed",
  collect: "completed",
};

/** One line of an order's history; `rev` numbers them without a gap. */
export interface OrderEvent {
  rev: number;
  kind: OrderEventKind;
  at: number;
  /** Null when the clock did it. */
  actor_id: string | null;
}

/** What the seller is asked each time the buyer says the money is on its way. */
export interface Confirmation {
  id: string;
  status: "pending" | "confirmed" | "not_received" | "lapsed";
  confirmation_deadline: number;
  payment_confirmed_at: number | null;
  created_at: number;
}

/** Fixed when the order is made and never changed afterwards. */
export interface OrderTerms {
  id: string;
  transaction_id: string;
  item_id: string;
  buyer_id: string;
  seller_id: string;
  hold_id: string;
  payment_method: OrderMethod;
  amount_cents: number;
  bank_reference: string | null;
  bank_details: { account_name: string; bsb: string; account_number: string } | null;
  item_title: string;
  item_image_url: string | null;
  collection_date: number;
  collection_zone: string;
  collection_summary: string;
  collection_address: string | null;
}

export interface Order extends OrderTerms {
  status: OrderState;
  payment_deadline: number | null;
  confirmation_deadline: number | null;
  marked_incomplete: boolean;
  incomplete_reason: string | null;
  rev: number;
  events: OrderEvent[];
  confirmations: Confirmation[];
  created_at: number;
  updated_at: number;
  paid_at: number | null;
  completed_at: number | null;
}

export type OrderCommand =
  | { type: "submit_evidence"; userId: string; confirmationId: string; reference: string }
  | { type: "confirm"; userId: string; confirmationId: string }
  | { type: "deny"; userId: string; confirmationId: string }
  | { type: "cancel"; userId: string }
  | { type: "collect"; userId: string };

export type OrderRefusal = { reason: "not_yours" | "wrong_state" | "wrong_reference" | "unknown_confirmation" };
export type OrderDecision = { ok: true; order: Order } | ({ ok: false } & OrderRefusal);

export const INCOMPLETE_REASON = "Payment was not received before the deadline.";

/** A buyer can point to evidence only where money moves outside our sight. */
export function takesEvidence(method: OrderMethod): boolean {
  return method === "bank_transfer" || method === "crypto";
}

/** A new order. Free: paid at once. With evidence: straight to the seller, in the same instant. */
export function placeOrder(
  terms: OrderTerms,
  options: { evidence: boolean; confirmationId: string },
  now: number,
): Order {
  const wait = PAYMENT_MS[terms.payment_method];
  const placed: Order = {
    ...terms,
    status: ORDER_START,
    payment_deadline: wait === null ? null : now + wait,
    confirmation_deadline: null,
    marked_incomplete: false,
    incomplete_reason: null,
    rev: 1,
    events: [{ rev: 1, kind: "placed", at: now, actor_id: terms.buyer_id }],
    confirmations: [],
    created_at: now,
    updated_at: now,
    paid_at: null,
    completed_at: null,
  };
  if (terms.payment_method === "free") return step(placed, "waive_payment", null, now, { paid_at: now });
  if (!options.evidence || !takesEvidence(terms.payment_method)) return placed;
  return withEvidence(placed, options.confirmationId, now);
}

/** What the clock alone does to an order: a missed payment, a silent seller. */
export function settleOrder(order: Order, now: number): Order {
  if (order.status === "awaiting_payment" && order.payment_deadline !== null && now >= order.payment_deadline) {
    return step(order, "expire", null, now, { marked_incomplete: true, incomplete_reason: INCOMPLETE_REASON });
  }
  if (
    order.status === "payment_pending_seller_confirmation" &&
    order.confirmation_deadline !== null &&
    now >= order.confirmation_deadline
  ) {
    return step(order, "lapse", null, now, {
      payment_deadline: null,
      confirmations: settleConfirmation(order, "lapsed", null),
    });
  }
  return order;
}

/** The instant at which the clock will next act on the order, or null. */
export function orderDueAt(order: Order): number | null {
  if (order.status === "awaiting_payment") return order.payment_deadline;
  if (order.status === "payment_pending_seller_confirmation") return order.confirmation_deadline;
  return null;
}

/** Repeating a command that has already taken effect answers the order as it is (lost replies, double clicks). */
export function decideOrder(before: Order, command: OrderCommand, now: number): OrderDecision {
  const order = settleOrder(before, now);
  const party: OrderParty = command.type === "confirm" || command.type === "deny" ? "seller" : "buyer";
  if (command.userId !== (party === "seller" ? order.seller_id : order.buyer_id)) {
    return { ok: false, reason: "not_yours" };
  }
  if (hasHappened(order, command)) return { ok: true, order };
  if (!allows(order.status, command.type, party)) return { ok: false, reason: "wrong_state" };

  switch (command.type) {
    case "submit_evidence":
      if (!takesEvidence(order.payment_method)) return { ok: false, reason: "wrong_state" };
      if (command.reference !== order.bank_reference) return { ok: false, reason: "wrong_reference" };
      return { ok: true, order: withEvidence(order, command.confirmationId, now) };
    case "confirm":
      if (lastConfirmation(order)?.id !== command.confirmationId) return { ok: false, reason: "unknown_confirmation" };
      return {
        ok: true,
        order: step(order, "confirm", command.userId, now, {
          payment_deadline: null,
          confirmation_deadline: null,
          paid_at: now,
          confirmations: settleConfirmation(order, "confirmed", now),
        }),
      };
    case "deny":
      if (lastConfirmation(order)?.id !== command.confirmationId) return { ok: false, reason: "unknown_confirmation" };
      return {
        ok: true,
        order: step(order, "deny", command.userId, now, {
          payment_deadline: now + DENIED_MS,
          confirmation_deadline: null,
          confirmations: settleConfirmation(order, "not_received", null),
        }),
      };
    case "cancel":
      return { ok: true, order: step(order, "cancel", command.userId, now, { payment_deadline: null }) };
    case "collect":
      return { ok: true, order: step(order, "collect", command.userId, now, { completed_at: now }) };
  }
}

/** Whether the graph lets this party do this now. */
export function allows(status: OrderState, transition: OrderTransition, party: OrderParty): boolean {
  const edges: Partial<Record<string, { to: string; by: OrderParty }>> = ORDER_GRAPH[status];
  return edges[transition]?.by === party;
}

/** What an order in this state means for its item: it waits for it, it has bought it, or it has let go of it. */
export function claimOf(status: OrderState): "locks" | "bought" | "none" {
  switch (status) {
    case "awaiting_payment":
    case "payment_pending_seller_confirmation":
    case "disputed":
      return "locks";
    case "payment_confirmed":
    case "completed":
      return "bought";
    case "expired":
    case "cancelled":
      return "none";
  }
}

export function lastConfirmation(order: Order): Confirmation | null {
  return order.confirmations.at(-1) ?? null;
}

function hasHappened(order: Order, command: OrderCommand): boolean {
  switch (command.type) {
    case "submit_evidence":
      return (
        order.status === "payment_pending_seller_confirmation" ||
        order.confirmations.some((confirmation) => confirmation.id === command.confirmationId)
      );
    case "confirm":
      return order.confirmations.some((entry) => entry.id === command.confirmationId && entry.status === "confirmed");
    case "deny":
      return order.confirmations.some(
        (entry) => entry.id === command.confirmationId && entry.status === "not_received",
      );
    case "cancel":
      return order.status === "cancelled";
    case "collect":
      return order.status === "completed";
  }
}

function withEvidence(order: Order, confirmationId: string, now: number): Order {
  const deadline = now + CONFIRMATION_MS;
  return step(order, "submit_evidence", order.buyer_id, now, {
    confirmation_deadline: deadline,
    // The sweep's own rule looks at payment_deadline; a day behind, it never reaches a buyer who has paid (D31).
    payment_deadline: deadline + EVIDENCE_MARGIN_MS,
    confirmations: [
      ...order.confirmations,
      {
        id: confirmationId,
        status: "pending",
        confirmation_deadline: deadline,
        payment_confirmed_at: null,
        created_at: now,
      },
    ],
  });
}

function settleConfirmation(order: Order, status: Confirmation["status"], confirmedAt: number | null): Confirmation[] {
  const last = order.confirmations.length - 1;
  return order.confirmations.map((entry, index) =>
    index === last ? { ...entry, status, payment_confirmed_at: confirmedAt } : entry,
  );
}

function step(order: Order, transition: OrderTransition, actorId: string | null, now: number, patch: Partial<Order>) {
  const edges: Partial<Record<string, { to: OrderState }>> = ORDER_GRAPH[order.status];
  const edge = edges[transition];
  if (!edge) throw new Error(`order ${order.id}: no ${transition} from ${order.status}`);
  const rev = order.rev + 1;
  return {
    ...order,
    ...patch,
    status: edge.to,
    rev,
    updated_at: now,
    events: [...order.events, { rev, kind: EVENT_OF[transition], at: now, actor_id: actorId }],
  };
}
