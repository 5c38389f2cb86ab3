/**
 * The order of one item by one buyer. The ways to pay differ in who tells us of the money, not in the states.
 * The process is data: a state, what may happen in it, by whom, and where it leads. Everything else is refused and
 * changes nothing. Timeouts are transitions too.
 */
import { type Clocks, DEFAULT_CLOCKS } from "./clocks.ts";
import { EVIDENCE_MARGIN_MS } from "./deadlines.ts";
import { confirmationDeadline, paymentDeadline } from "./order-deadlines.ts";

export type OrderParty = "buyer" | "seller" | "service";

export const ORDER_START = "awaiting_payment";

export const ORDER_GRAPH = {
  awaiting_payment: {
    /** Nothing to pay: the item is the buyer's at once. */
    waive_payment: { to: "payment_confirmed", by: "service" },
    submit_evidence: { to: "payment_pending_seller_confirmation", by: "buyer" },
    /** The card provider says the money is in. */
    pay: { to: "payment_confirmed", by: "service" },
    cancel: { to: "cancelled", by: "buyer" },
    expire: { to: "expired", by: "service" },
    /** Only at birth: the seller says that the deal was made elsewhere (D36). */
    sell_outside: { to: "completed", by: "seller" },
  },
  payment_pending_seller_confirmation: {
    confirm: { to: "payment_confirmed", by: "seller" },
    deny: { to: "awaiting_payment", by: "seller" },
    /** The seller stayed silent: never the buyer's fault (D31). */
    lapse: { to: "disputed", by: "service" },
  },
  disputed: {
    /** A late "received" settles a dispute that began with the seller's silence. */
    confirm: { to: "payment_confirmed", by: "seller" },
    /** Staff find that the money did come. */
    accept: { to: "payment_confirmed", by: "service" },
    /** Staff find for the seller: the deal stands, the money is theirs. */
    release: { to: "completed", by: "service" },
    refund: { to: "refunded", by: "service" },
    /** The bank decided about the buyer's chargeback: the payment stands, or it is gone. */
    win_chargeback: { to: "payment_confirmed", by: "service" },
    win_completed: { to: "completed", by: "service" },
    lose_chargeback: { to: "refunded", by: "service" },
    /** A refund somebody made at the provider is no reason to undo the deal. */
    keep_payment: { to: "payment_confirmed", by: "service" },
    keep_completed: { to: "completed", by: "service" },
  },
  payment_confirmed: {
    collect: { to: "completed", by: "buyer" },
    hand_over: { to: "completed", by: "seller" },
    open_dispute: { to: "disputed", by: "buyer" },
    /** Giveaways only (D57): before the collection, and when the other did not come to it. */
    call_off: { to: "cancelled", by: "either" },
    report_missed: { to: "cancelled", by: "either" },
    /** Staff find that it was collected long ago and nobody said so. */
    close: { to: "completed", by: "service" },
    refund: { to: "refunded", by: "service" },
    /** The money was taken back by the buyer's bank, or refunded at the provider: nothing is handed over until that is settled. */
    open_chargeback: { to: "disputed", by: "service" },
    find_refund: { to: "disputed", by: "service" },
  },
  completed: {
    /** Only of a sale made elsewhere, and only for ten minutes (D36). */
    undo_sale: { to: "cancelled", by: "seller" },
    open_chargeback: { to: "disputed", by: "service" },
    find_refund: { to: "disputed", by: "service" },
  },
  /** Money that came late buys the item after all, if it is still free for that buyer (D20). */
  expired: { revive: { to: "payment_confirmed", by: "service" } },
  cancelled: { revive: { to: "payment_confirmed", by: "service" } },
  refunded: {},
} as const satisfies Record<string, Record<string, { to: string; by: OrderParty | "either" }>>;

export type OrderState = keyof typeof ORDER_GRAPH;
type TransitionsOf<S> = S extends OrderState ? keyof (typeof ORDER_GRAPH)[S] : never;
export type OrderTransition = TransitionsOf<OrderState>;

/** `outside`: marked sold by the seller, settled between the two without us. */
export type OrderMethod = "bank_transfer" | "stripe" | "crypto" | "free" | "outside";

export type OrderEventKind =
  | "placed"
  | "evidence_submitted"
  | "payment_confirmed"
  | "payment_denied"
  | "completed"
  | "cancelled"
  | "expired"
  | "disputed"
  | "card_failed"
  | "refunded"
  | "dispute_opened"
  | "dispute_resolved"
  | "handed_over"
  | "sold_outside"
  | "sale_undone"
  | "chargeback_opened"
  | "chargeback_won"
  | "chargeback_lost"
  | "refund_found"
  | "called_off"
  | "collection_missed";

const EVENT_OF: Record<OrderTransition, OrderEventKind> = {
  waive_payment: "payment_confirmed",
  submit_evidence: "evidence_submitted",
  cancel: "cancelled",
  expire: "expired",
  confirm: "payment_confirmed",
  deny: "payment_denied",
  lapse: "disputed",
  collect: "completed",
  close: "completed",
  pay: "payment_confirmed",
  revive: "payment_confirmed",
  accept: "dispute_resolved",
  release: "dispute_resolved",
  refund: "refunded",
  hand_over: "handed_over",
  open_dispute: "dispute_opened",
  sell_outside: "sold_outside",
  undo_sale: "sale_undone",
  open_chargeback: "chargeback_opened",
  win_chargeback: "chargeback_won",
  win_completed: "chargeback_won",
  lose_chargeback: "chargeback_lost",
  find_refund: "refund_found",
  keep_payment: "dispute_resolved",
  keep_completed: "dispute_resolved",
  call_off: "called_off",
  report_missed: "collection_missed",
};

/** One line of an order's history; `rev` is the order's at that moment. Changes that are no news leave no line. */
export interface OrderEvent {
  rev: number;
  kind: OrderEventKind;
  at: number;
  /** Null when the clock did it. */
  actor_id: string | null;
  /** Decided by staff. Only then is it written to the audit log, whoever the actor is (D34). */
  staff?: true;
  /** The reason staff gave: sent to both parties and kept in the audit log. */
  note?: string;
}

/** Steps either side may take: their lines say which side did. */
const BY_EITHER: readonly OrderEventKind[] = ["called_off", "collection_missed"];

/** A line of the history as both sides read it. */
export function eventView<K extends OrderEventKind>(
  { kind, at, actor_id }: { kind: K; at: number; actor_id: string | null },
  { buyer_id }: Pick<OrderTerms, "buyer_id">,
): { kind: K; at: number; by?: "buyer" | "seller" } {
  return BY_EITHER.includes(kind) ? { kind, at, by: actor_id === buyer_id ? "buyer" : "seller" } : { kind, at };
}

/** What the seller is asked each time the buyer says the money is on its way. */
export interface Confirmation {
  id: string;
  status: "pending" | "confirmed" | "not_received" | "lapsed";
  confirmation_deadline: number;
  payment_confirmed_at: number | null;
  created_at: number;
}

/** A locked quote; only the hash of the payment is added later (D23). */
export interface OrderCrypto {
  coin: "btc" | "eth" | "usdt" | "usdc" | "xrp";
  address: string;
  destination_tag: string | null;
  network: string;
  amount_units: string;
  amount_text: string;
  rate_cents: number;
  quote_expires_at: number;
  tx_hash: string | null;
}

export interface OrderCard {
  intent_id: string;
  state: "open" | "closing" | "cancelled" | "paid" | "refund_due" | "refunded";
}

/** Code and secret are made outside, where random numbers are. */
export interface HandoverSecret {
  code: string;
  secret: string;
}

export interface Handover extends HandoverSecret {
  wrong: number;
  locked_until: number | null;
}

export interface Dispute {
  reason: string;
  opened_at: number;
  outcome: "release" | "refund" | null;
}

/** Money of a paid order that left our account without us: taken back by the bank, or refunded at the card provider. */
export interface PaymentReversal {
  /** The provider's id of it: the same one again changes nothing. */
  id: string;
  kind: "chargeback" | "refund";
  opened_at: number;
  /** `won`: the payment stands. */
  outcome: "won" | "lost" | null;
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
  /** Orders that are paid together. */
  purchase_id: string | null;
}

export interface Order extends OrderTerms {
  status: OrderState;
  payment_deadline: number | null;
  confirmation_deadline: number | null;
  marked_incomplete: boolean;
  incomplete_reason: string | null;
  crypto: OrderCrypto | null;
  card: OrderCard | null;
  card_failed_at: number | null;
  strike_exempt: boolean;
  handover: Handover | null;
  dispute: Dispute | null;
  /** Absent in what rooms stored before there were any. */
  reversals?: PaymentReversal[];
  rev: number;
  events: OrderEvent[];
  confirmations: Confirmation[];
  created_at: number;
  updated_at: number;
  paid_at: number | null;
  completed_at: number | null;
}

export type OrderRefusal =
  | {
      reason:
        | "not_yours"
        /** Staff who are the order's buyer or seller. */
        | "own_case"
        | "wrong_state"
        | "wrong_reference"
        | "unknown_confirmation"
        /** Money may still come in through the card provider: it has to be cancelled there first. */
        | "intent_open"
        /** The money is with the buyer's bank, or was refunded at the provider: nothing moves until that is settled. */
        | "payment_reversed"
        | "too_late";
    }
  /** The refused try is remembered: the order has changed although the answer is no. */
  | { reason: "wrong_code"; left: number; order: Order }
  | { reason: "locked"; until: number; order: Order };
export type OrderDecision = { ok: true; order: Order } | ({ ok: false } & OrderRefusal);

export const INCOMPLETE_REASON = "Payment was not received before the deadline.";

export const RESTRICTION_REASON =
  "You did not answer whether a payment arrived. Please go to your payment confirmations and tell the buyer.";

/** A buyer can point to evidence only where money moves outside our sight. */
export function takesEvidence(method: OrderMethod): boolean {
  return method === "bank_transfer" || method === "crypto";
}

/** A new order. Free: paid at once. With evidence: straight to the seller, in the same instant. */
export function placeOrder(
  terms: OrderTerms,
  options: {
    evidence: boolean;
    confirmationId: string;
    crypto?: OrderCrypto | null | undefined;
    handover?: HandoverSecret | undefined;
    /** The earliest collection of all orders paid together with this one; absent: this order's own. */
    firstCollection?: number | undefined;
    /** The deadlines as they are set when the order is made; it keeps them. */
    clocks?: Clocks | undefined;
  },
  now: number,
): Order {
  const clocks = options.clocks ?? DEFAULT_CLOCKS;
  const { payment_method: method } = terms;
  // A free order waits for nothing, and one made elsewhere is paid there.
  const deadline =
    method === "free" || method === "outside"
      ? null
      : paymentDeadline(method, options.firstCollection ?? terms.collection_date, now, clocks);
  const placed: Order = {
    ...terms,
    status: ORDER_START,
    payment_deadline: deadline,
    confirmation_deadline: null,
    marked_incomplete: false,
    incomplete_reason: null,
    crypto: options.crypto ?? null,
    card: null,
    card_failed_at: null,
    strike_exempt: false,
    handover: null,
    dispute: null,
    rev: 1,
    events: [{ rev: 1, kind: "placed", at: now, actor_id: terms.buyer_id }],
    confirmations: [],
    created_at: now,
    updated_at: now,
    paid_at: null,
    completed_at: null,
  };
  if (terms.payment_method === "free") {
    return step(placed, "waive_payment", null, now, { paid_at: now, ...armed(placed, options.handover) });
  }
  if (!options.evidence || !takesEvidence(terms.payment_method)) return placed;
  return withEvidence(placed, options.confirmationId, now, clocks);
}

/** What the clock alone does to an order: a missed payment, a silent seller. */
export function settleOrder(order: Order, now: number): Order {
  if (order.status === "awaiting_payment" && order.payment_deadline !== null && now >= order.payment_deadline) {
    // The item stays until the provider has certainly cancelled: money may be on its way.
    if (order.card?.state === "open") return touch(order, now, { card: { ...order.card, state: "closing" } });
    return order.card?.state === "closing" ? order : expire(order, now);
  }
  if (
    order.status === "payment_pending_seller_confirmation" &&
    order.confirmation_deadline !== null &&
    now >= order.confirmation_deadline
  ) {
    return step(order, "lapse", null, now, {
      payment_deadline: null,
      strike_exempt: true,
      confirmations: settleConfirmation(order, "lapsed", null),
    });
  }
  return order;
}

/** The instant at which the clock will next act on the order, or null. */
export function orderDueAt(order: Order): number | null {
  if (order.status === "awaiting_payment") return order.card?.state === "closing" ? null : order.payment_deadline;
  if (order.status === "payment_pending_seller_confirmation") return order.confirmation_deadline;
  return null;
}

/** Whether the provider may still take money for this order. */
export function isIntentOpen(order: Pick<Order, "card">): boolean {
  return order.card?.state === "open" || order.card?.state === "closing";
}

/** A missed payment. Somebody who tried in earnest is not counted as having walked away. */
export function expire(order: Order, now: number): Order {
  return step(order, "expire", null, now, {
    marked_incomplete: true,
    incomplete_reason: INCOMPLETE_REASON,
    strike_exempt: order.strike_exempt || order.card_failed_at !== null || order.confirmations.length > 0,
  });
}

/** Whether the order expired because the seller's "not received" came too late to pay again (D55). */
export function endedByDenial(events: readonly Pick<OrderEvent, "kind" | "at">[]): boolean {
  const index = events.findLastIndex(({ kind }) => kind === "expired");
  const before = events[index - 1];
  return before?.kind === "payment_denied" && before.at === events[index]?.at;
}

/** From payment on the buyer carries a code for the door. The first one stays, whoever repeats the command. */
export function armed(order: Order, secret: HandoverSecret | undefined): { handover: Handover | null } {
  return { handover: order.handover ?? (secret ? { ...secret, wrong: 0, locked_until: null } : null) };
}

/** Whether the graph lets this party do this now. */
export function allows(status: OrderState, transition: OrderTransition, party: OrderParty): boolean {
  const edges: Partial<Record<string, { to: string; by: OrderParty | "either" }>> = ORDER_GRAPH[status];
  const by = edges[transition]?.by;
  return by === party || (by === "either" && party !== "service");
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
    case "refunded":
      return "none";
  }
}

export function lastConfirmation(order: Order): Confirmation | null {
  return order.confirmations.at(-1) ?? null;
}

/** The buyer has said that the money is on its way: the seller is asked. */
export function withEvidence(
  order: Order,
  confirmationId: string,
  now: number,
  clocks: Pick<Clocks, "confirmation_ms"> = DEFAULT_CLOCKS,
): Order {
  const deadline = confirmationDeadline(order.collection_date, now, clocks);
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

export function settleConfirmation(
  order: Order,
  status: Confirmation["status"],
  confirmedAt: number | null,
): Confirmation[] {
  const last = order.confirmations.length - 1;
  return order.confirmations.map((entry, index) =>
    index === last ? { ...entry, status, payment_confirmed_at: confirmedAt } : entry,
  );
}

/** One transition of the graph, with its line in the history. */
export function step(
  order: Order,
  transition: OrderTransition,
  actorId: string | null,
  now: number,
  patch: Partial<Order>,
): Order {
  const edges: Partial<Record<string, { to: OrderState }>> = ORDER_GRAPH[order.status];
  const edge = edges[transition];
  if (!edge) throw new Error(`order ${order.id}: no ${transition} from ${order.status}`);
  const next = touch(order, now, { ...patch, status: edge.to });
  return {
    ...next,
    events: [...order.events, { rev: next.rev, kind: EVENT_OF[transition], at: now, actor_id: actorId }],
  };
}

/** Marks the order's last step as a decision of staff, with their reason. */
export function decidedByStaff(order: Order, note: string | undefined): Order {
  const last = order.events.at(-1);
  if (last === undefined) return order;
  const decision: OrderEvent = { ...last, staff: true, ...(note !== undefined && { note }) };
  return { ...order, events: [...order.events.slice(0, -1), decision] };
}

/** A change that is no transition: no line in the history, but D1 has to see it. */
export function touch(order: Order, now: number, patch: Partial<Order>): Order {
  return { ...order, ...patch, rev: order.rev + 1, updated_at: now };
}
