/**
 * The process of an order is data: each state with its transitions, who may take them, where they lead, and the entry
 * they add to the history. Everything else is refused and changes nothing. Timeouts are transitions too.
 */
import type { OrderStatus } from "./order-status.ts";

export type OrderParty = "buyer" | "seller" | "service";

interface Edge<Event extends string> {
  to: OrderStatus;
  by: OrderParty | "either";
  event: Event;
}

export const ORDER_START = "awaiting_payment";

export const ORDER_GRAPH = {
  awaiting_payment: {
    /** A free item is paid at once. */
    waive_payment: { to: "payment_confirmed", by: "service", event: "payment_confirmed" },
    /** The buyer pays when they collect the item (D53). */
    agree_cash: { to: "awaiting_collection", by: "service", event: "cash_agreed" },
    submit_evidence: { to: "payment_pending_seller_confirmation", by: "buyer", event: "evidence_submitted" },
    /** Stripe confirms the payment. */
    pay: { to: "payment_confirmed", by: "service", event: "payment_confirmed" },
    cancel: { to: "cancelled", by: "buyer", event: "cancelled" },
    expire: { to: "expired", by: "service", event: "expired" },
    /** Only at creation: a crypto payment for an item that another buyer got first, which the seller owes back (D76). */
    owe_back: { to: "refunded", by: "service", event: "refunded" },
    /** Only at creation: the seller sold the item outside Goodstreet (D36). */
    sell_outside: { to: "completed", by: "seller", event: "sold_outside" },
  },
  payment_pending_seller_confirmation: {
    confirm: { to: "payment_confirmed", by: "seller", event: "payment_confirmed" },
    deny: { to: "awaiting_payment", by: "seller", event: "payment_denied" },
    /** The seller did not answer, which is never the buyer's fault (D31). */
    lapse: { to: "disputed", by: "service", event: "disputed" },
    /** The buyer names a crypto payment that another buyer's order has named before (D87). */
    contest: { to: "disputed", by: "buyer", event: "payment_contested" },
  },
  /** No payment is awaited: the money changes hands at the collection, and the seller enters the code then (D53). */
  awaiting_collection: {
    hand_over: { to: "completed", by: "seller", event: "handed_over" },
    call_off: { to: "cancelled", by: "either", event: "called_off" },
    report_missed: { to: "cancelled", by: "either", event: "collection_missed" },
    /** A purchase of several items failed after this order was placed (D38). */
    withdraw: { to: "cancelled", by: "service", event: "cancelled" },
    /** Staff find that the item was collected. */
    close: { to: "completed", by: "service", event: "completed" },
    /** Nobody entered the code in time. */
    run_out: { to: "expired", by: "service", event: "not_collected" },
  },
  disputed: {
    /** A late "received" settles a dispute that began because the seller did not answer. */
    confirm: { to: "payment_confirmed", by: "seller", event: "payment_confirmed" },
    /** Staff decide that the payment arrived. */
    accept: { to: "payment_confirmed", by: "service", event: "dispute_resolved" },
    /** Staff decide for the seller: the order is completed, and the proceeds are due. */
    release: { to: "completed", by: "service", event: "dispute_resolved" },
    refund: { to: "refunded", by: "service", event: "refunded" },
    /** The bank decided the chargeback: the seller keeps the payment, or it is lost. */
    win_chargeback: { to: "payment_confirmed", by: "service", event: "chargeback_won" },
    win_completed: { to: "completed", by: "service", event: "chargeback_won" },
    lose_chargeback: { to: "refunded", by: "service", event: "chargeback_lost" },
    /** The bank took part of the price of an order that was collected: the sale stands without that part (D69). */
    lose_part: { to: "completed", by: "service", event: "chargeback_part_lost" },
    /** Staff decide that a refund made in Stripe's dashboard, or a fraud warning, does not undo the deal. */
    keep_payment: { to: "payment_confirmed", by: "service", event: "dispute_resolved" },
    keep_completed: { to: "completed", by: "service", event: "dispute_resolved" },
  },
  payment_confirmed: {
    collect: { to: "completed", by: "buyer", event: "completed" },
    hand_over: { to: "completed", by: "seller", event: "handed_over" },
    open_dispute: { to: "disputed", by: "buyer", event: "dispute_opened" },
    /** Giveaways (D57): before the collection, and after the other party missed it. */
    call_off: { to: "cancelled", by: "either", event: "called_off" },
    report_missed: { to: "cancelled", by: "either", event: "collection_missed" },
    /** A bank or crypto payment: one party asks to call the order off, and the other agrees (D82). */
    agree_off: { to: "refunded", by: "either", event: "called_off_together" },
    /** Staff find that the item was collected. */
    close: { to: "completed", by: "service", event: "completed" },
    refund: { to: "refunded", by: "service", event: "refunded" },
    /** The payment was reversed by the bank or at Stripe, or is in doubt: the handover stops until that is settled. */
    open_chargeback: { to: "disputed", by: "service", event: "chargeback_opened" },
    open_inquiry: { to: "disputed", by: "service", event: "inquiry_opened" },
    find_refund: { to: "disputed", by: "service", event: "refund_found" },
    warn_of_fraud: { to: "disputed", by: "service", event: "fraud_warned" },
  },
  completed: {
    /** Only for a sale made outside Goodstreet, for ten minutes (D36). */
    undo_sale: { to: "cancelled", by: "seller", event: "sale_undone" },
    /** Only for such a sale: the person it names did not buy it (D88). */
    disown_sale: { to: "cancelled", by: "buyer", event: "sale_disowned" },
    open_chargeback: { to: "disputed", by: "service", event: "chargeback_opened" },
    open_inquiry: { to: "disputed", by: "service", event: "inquiry_opened" },
    find_refund: { to: "disputed", by: "service", event: "refund_found" },
    warn_of_fraud: { to: "disputed", by: "service", event: "fraud_warned" },
  },
  /** A late payment buys the item if no other buyer has it by then (D20). */
  expired: {
    revive: { to: "payment_confirmed", by: "service", event: "payment_confirmed" },
    /** Of an order paid at pick-up that ended without its code (D56). */
    report_missed: { to: "cancelled", by: "either", event: "collection_missed" },
  },
  cancelled: { revive: { to: "payment_confirmed", by: "service", event: "payment_confirmed" } },
  refunded: {},
} as const satisfies Record<OrderStatus, Record<string, Edge<string>>>;

type TransitionsOf<S> = S extends OrderStatus ? keyof (typeof ORDER_GRAPH)[S] : never;
export type OrderTransition = TransitionsOf<OrderStatus>;

type EdgesOf<S> = S extends OrderStatus ? (typeof ORDER_GRAPH)[S][keyof (typeof ORDER_GRAPH)[S]] : never;

/** The events of transitions, and those that change no state. */
export type OrderEventKind =
  | EdgesOf<OrderStatus>["event"]
  | "placed"
  | "card_failed"
  | "sale_confirmed"
  | "time_proposed"
  | "time_accepted"
  | "time_declined"
  | "price_proposed"
  | "price_agreed"
  | "price_declined"
  | "calling_off_asked"
  | "calling_off_declined"
  | "change_withdrawn"
  | "difference_settled";

/** Returns what a transition does in this state, or undefined where there is none. */
export function edgeOf(status: OrderStatus, transition: OrderTransition): Edge<OrderEventKind> | undefined {
  const edges: Partial<Record<string, Edge<OrderEventKind>>> = ORDER_GRAPH[status];
  return edges[transition];
}

/** Returns whether the graph lets this party take this transition now. */
export function allows(status: OrderStatus, transition: OrderTransition, party: OrderParty): boolean {
  const by = edgeOf(status, transition)?.by;
  return by === party || (by === "either" && party !== "service");
}
