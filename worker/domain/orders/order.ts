/**
 * The order of one item by one buyer. Payment methods differ in who confirms the payment, not in the states. The
 * process is data: each state with its transitions, who may take them and where they lead. Everything else is refused
 * and changes nothing. Timeouts are transitions too.
 */

import { CASH_AFTER_MS, EVIDENCE_MARGIN_MS } from "../deadlines.ts";
import { DEFAULT_TIME_LIMITS, type TimeLimits } from "../time-limits.ts";
import { confirmationDeadline, paymentDeadline } from "./order-deadlines.ts";
import { ORDER_STATUS, type OrderStatus } from "./order-status.ts";

export type OrderParty = "buyer" | "seller" | "service";

export const ORDER_START = "awaiting_payment";

export const ORDER_GRAPH = {
  awaiting_payment: {
    /** A free item is paid at once. */
    waive_payment: { to: "payment_confirmed", by: "service" },
    /** The buyer pays when they collect the item (D53). */
    agree_cash: { to: "awaiting_collection", by: "service" },
    submit_evidence: { to: "payment_pending_seller_confirmation", by: "buyer" },
    /** Stripe confirms the payment. */
    pay: { to: "payment_confirmed", by: "service" },
    cancel: { to: "cancelled", by: "buyer" },
    expire: { to: "expired", by: "service" },
    /** Only at creation: a crypto payment for an item that another buyer got first, which the seller owes back (D76). */
    owe_back: { to: "refunded", by: "service" },
    /** Only at creation: the seller sold the item outside Goodstreet (D36). */
    sell_outside: { to: "completed", by: "seller" },
  },
  payment_pending_seller_confirmation: {
    confirm: { to: "payment_confirmed", by: "seller" },
    deny: { to: "awaiting_payment", by: "seller" },
    /** The seller did not answer, which is never the buyer's fault (D31). */
    lapse: { to: "disputed", by: "service" },
    /** The buyer names a crypto payment that another buyer's order has named before (D87). */
    contest: { to: "disputed", by: "buyer" },
  },
  /** No payment is awaited: the money changes hands at the collection, and the seller enters the code then (D53). */
  awaiting_collection: {
    hand_over: { to: "completed", by: "seller" },
    call_off: { to: "cancelled", by: "either" },
    report_missed: { to: "cancelled", by: "either" },
    /** A purchase of several items failed after this order was placed (D38). */
    withdraw: { to: "cancelled", by: "service" },
    /** Staff find that the item was collected. */
    close: { to: "completed", by: "service" },
    /** Nobody entered the code in time. */
    run_out: { to: "expired", by: "service" },
  },
  disputed: {
    /** A late "received" settles a dispute that began because the seller did not answer. */
    confirm: { to: "payment_confirmed", by: "seller" },
    /** Staff decide that the payment arrived. */
    accept: { to: "payment_confirmed", by: "service" },
    /** Staff decide for the seller: the order is completed, and the proceeds are due. */
    release: { to: "completed", by: "service" },
    refund: { to: "refunded", by: "service" },
    /** The bank decided the chargeback: the seller keeps the payment, or it is lost. */
    win_chargeback: { to: "payment_confirmed", by: "service" },
    win_completed: { to: "completed", by: "service" },
    lose_chargeback: { to: "refunded", by: "service" },
    /** The bank took part of the price of an order that was collected: the sale stands without that part (D69). */
    lose_part: { to: "completed", by: "service" },
    /** Staff decide that a refund made in Stripe's dashboard, or a fraud warning, does not undo the deal. */
    keep_payment: { to: "payment_confirmed", by: "service" },
    keep_completed: { to: "completed", by: "service" },
  },
  payment_confirmed: {
    collect: { to: "completed", by: "buyer" },
    hand_over: { to: "completed", by: "seller" },
    open_dispute: { to: "disputed", by: "buyer" },
    /** Giveaways (D57): before the collection, and after the other party missed it. */
    call_off: { to: "cancelled", by: "either" },
    report_missed: { to: "cancelled", by: "either" },
    /** A bank or crypto payment: one party asks to call the order off, and the other agrees (D82). */
    agree_off: { to: "refunded", by: "either" },
    /** Staff find that the item was collected. */
    close: { to: "completed", by: "service" },
    refund: { to: "refunded", by: "service" },
    /** The payment was reversed by the bank or at Stripe, or is in doubt: the handover stops until that is settled. */
    open_chargeback: { to: "disputed", by: "service" },
    open_inquiry: { to: "disputed", by: "service" },
    find_refund: { to: "disputed", by: "service" },
    warn_of_fraud: { to: "disputed", by: "service" },
  },
  completed: {
    /** Only for a sale made outside Goodstreet, for ten minutes (D36). */
    undo_sale: { to: "cancelled", by: "seller" },
    /** Only for such a sale: the person it names did not buy it (D88). */
    disown_sale: { to: "cancelled", by: "buyer" },
    open_chargeback: { to: "disputed", by: "service" },
    open_inquiry: { to: "disputed", by: "service" },
    find_refund: { to: "disputed", by: "service" },
    warn_of_fraud: { to: "disputed", by: "service" },
  },
  /** A late payment buys the item if no other buyer has it by then (D20). */
  expired: {
    revive: { to: "payment_confirmed", by: "service" },
    /** Of an order paid at pick-up that ended without its code (D56). */
    report_missed: { to: "cancelled", by: "either" },
  },
  cancelled: { revive: { to: "payment_confirmed", by: "service" } },
  refunded: {},
} as const satisfies Record<OrderStatus, Record<string, { to: OrderStatus; by: OrderParty | "either" }>>;

type TransitionsOf<S> = S extends OrderStatus ? keyof (typeof ORDER_GRAPH)[S] : never;
export type OrderTransition = TransitionsOf<OrderStatus>;

/** `outside`: the seller marked it as sold; the two settled it without Goodstreet. */
export type OrderMethod = "bank_transfer" | "stripe" | "crypto" | "cash" | "free" | "outside";

const EVENT_OF = {
  waive_payment: "payment_confirmed",
  agree_cash: "cash_agreed",
  submit_evidence: "evidence_submitted",
  cancel: "cancelled",
  expire: "expired",
  confirm: "payment_confirmed",
  deny: "payment_denied",
  lapse: "disputed",
  contest: "payment_contested",
  collect: "completed",
  close: "completed",
  pay: "payment_confirmed",
  revive: "payment_confirmed",
  accept: "dispute_resolved",
  release: "dispute_resolved",
  refund: "refunded",
  owe_back: "refunded",
  hand_over: "handed_over",
  open_dispute: "dispute_opened",
  sell_outside: "sold_outside",
  undo_sale: "sale_undone",
  disown_sale: "sale_disowned",
  open_inquiry: "inquiry_opened",
  open_chargeback: "chargeback_opened",
  win_chargeback: "chargeback_won",
  win_completed: "chargeback_won",
  lose_chargeback: "chargeback_lost",
  lose_part: "chargeback_part_lost",
  find_refund: "refund_found",
  warn_of_fraud: "fraud_warned",
  keep_payment: "dispute_resolved",
  keep_completed: "dispute_resolved",
  call_off: "called_off",
  agree_off: "called_off_together",
  report_missed: "collection_missed",
  withdraw: "cancelled",
  run_out: "not_collected",
} as const satisfies Record<OrderTransition, string>;

/** The events of transitions, and those that change no state. */
export type OrderEventKind =
  | (typeof EVENT_OF)[OrderTransition]
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

/** One entry of an order's history; `rev` is the order's at that moment. Some changes add no entry. */
export interface OrderEvent {
  rev: number;
  kind: OrderEventKind;
  at: number;
  /** Null for automatic changes. */
  actor_id: string | null;
  /** Decided by staff. Only such entries are written to the audit log (D34). */
  staff?: true;
  /** The reason staff gave: sent to both parties and kept in the audit log. */
  note?: string;
}

/** Steps that either party may take; their view says which one did. */
const BY_EITHER: readonly OrderEventKind[] = [
  "called_off",
  "collection_missed",
  "time_proposed",
  "time_accepted",
  "time_declined",
  "price_proposed",
  "price_agreed",
  "price_declined",
  "calling_off_asked",
  "calling_off_declined",
  "change_withdrawn",
  "called_off_together",
];

/** Returns an entry of the history as both parties see it. */
export function eventView<K extends OrderEventKind>(
  { kind, at, actor_id }: { kind: K; at: number; actor_id: string | null },
  { buyer_id }: Pick<OrderTerms, "buyer_id">,
): { kind: K; at: number; by?: "buyer" | "seller" } {
  return BY_EITHER.includes(kind) ? { kind, at, by: actor_id === buyer_id ? "buyer" : "seller" } : { kind, at };
}

/** The question to the seller each time the buyer reports a payment. */
export interface Confirmation {
  id: string;
  status: "pending" | "confirmed" | "not_received" | "lapsed";
  confirmation_deadline: number;
  payment_confirmed_at: number | null;
  created_at: number;
}

/** A locked quote; only the payment's transaction hash is added later (D23). */
export interface OrderCrypto {
  coin: "btc" | "eth" | "usdt" | "usdc" | "xrp";
  address: string;
  destination_tag: string | null;
  network: string;
  /** Integer in units of 1e-8 coin, rounded to the coin's precision. */
  amount_units: string;
  /** Eight decimals. */
  amount_text: string;
  /** Price of one coin in cents. */
  rate_cents: number;
  quote_expires_at: number;
  tx_hash: string | null;
  /** Instead of `tx_hash`: the transaction that another buyer's order had named before. Staff say which one it pays. */
  contested_hash?: string;
}

/** Returns the transaction that an order's buyer named, as people see it. */
export const namedHash = ({ tx_hash, contested_hash }: Pick<OrderCrypto, "tx_hash" | "contested_hash">) =>
  contested_hash ?? tx_hash;

export interface OrderCard {
  intent_id: string;
  state: "open" | "closing" | "cancelled" | "paid" | "refund_due" | "refunded";
}

/** Created by the caller, which has a source of randomness. */
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

/**
 * A payment in doubt. `chargeback`: the bank took it back. `inquiry`: the bank asks and has taken nothing; it may become
 * a chargeback. `refund`: made in Stripe's dashboard. `fraud_warning`: the card's bank suspects fraud.
 */
export interface PaymentReversal {
  /** Stripe's id of the reversal; a repeated report with the same id changes nothing. */
  id: string;
  kind: "chargeback" | "inquiry" | "refund" | "fraud_warning";
  opened_at: number;
  /** `won`: the seller keeps the payment. */
  outcome: "won" | "lost" | null;
  /** What a bank took of a sale that stands without it (D69). */
  lost_cents?: number;
}

/** Another time for the collection, proposed by one party (D54). */
export interface CollectionProposal {
  id: string;
  by: "buyer" | "seller";
  from: number;
  until: number;
  /** Until then the other party can answer. */
  expires_at: number;
  answer: "accepted" | "declined" | null;
}

/** Why a lower price is asked for. */
export const PRICE_REASONS = ["scratch", "missing_part", "late", "other"] as const;
export type PriceReason = (typeof PRICE_REASONS)[number];

/** A change of the deal that one party asked for (D82). At most one waits for an answer. */
export type DealChange = {
  id: string;
  by: "buyer" | "seller";
  at: number;
  expires_at: number;
  answer: "accepted" | "declined" | "withdrawn" | null;
} & (
  | {
      kind: "price";
      from_cents: number;
      to_cents: number;
      reason: PriceReason;
      /** This order's share of one change of a whole bundle or shared offer. */
      together: boolean;
      /** The order's revision that agreed to it. */
      agreed_rev?: number;
      /** Bank or crypto: when each party said that the difference was paid back. */
      settled?: { buyer?: number; seller?: number };
    }
  /** Whether the item goes back on sale; null until the seller says so. */
  | { kind: "call_off"; relist: boolean | null }
);

/**
 * Fixed when the order is created, except that the parties may agree on another collection (D54) and a lower price (D82).
 */
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
  /** When the collection starts. */
  collection_date: number;
  /** When it ends: the end of the window the buyer chose, or `SINGLE_COLLECTION_MS` after a single date (D54). */
  collection_ends_at: number;
  collection_zone: string;
  collection_summary: string;
  collection_address: string | null;
  /** Shared by orders that are paid together. */
  purchase_id: string | null;
}

export interface Order extends OrderTerms {
  status: OrderStatus;
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
  /** At most one of each party. */
  proposals: CollectionProposal[];
  /** Absent for none. */
  changes?: DealChange[];
  /** Absent in orders that rooms stored before this field existed. */
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
        /** A card payment may still arrive, so it must be cancelled at Stripe first. */
        | "intent_open"
        /** The payment is reversed, so the order stops until that is settled. */
        | "payment_reversed"
        | "too_late"
        /** The other party's proposal waits for an answer. */
        | "proposal_open"
        | "already_proposed"
        /** The proposal was answered, has expired, or the order has changed since. */
        | "proposal_over"
        /** A change of the deal (D82): one waits for an answer, both tries are used, or it has ended. */
        | "change_open"
        | "changes_used_up"
        | "change_over";
    }
  | { reason: "wrong_time"; message: string }
  /** Refused, but the order has changed: it counts the failed attempt. */
  | { reason: "wrong_code"; left: number; order: Order }
  | { reason: "locked"; until: number; order: Order };
export type OrderDecision = { ok: true; order: Order } | ({ ok: false } & OrderRefusal);

export const INCOMPLETE_REASON = "The payment didn't arrive before the deadline.";

export const RESTRICTION_REASON = "You haven't confirmed a buyer's payment. Confirm it to lift the restriction.";

/** Returns whether a buyer can report a payment: only for payments that Goodstreet cannot see. */
export function takesEvidence(method: OrderMethod): boolean {
  return method === "bank_transfer" || method === "crypto";
}

/** Creates an order. A free one is paid at once, cash waits for the collection, evidence goes to the seller. */
export function placeOrder(
  terms: OrderTerms,
  options: {
    evidence: boolean;
    confirmationId: string;
    crypto?: OrderCrypto | null | undefined;
    handover?: HandoverSecret | undefined;
    /** The earliest collection of all orders paid together with this one; by default this order's own. */
    firstCollection?: number | undefined;
    /** The deadlines in force when the order is created; it keeps them. */
    clocks?: TimeLimits | undefined;
  },
  now: number,
): Order {
  const clocks = options.clocks ?? DEFAULT_TIME_LIMITS;
  const { payment_method: method } = terms;
  const deadline =
    method === "free" || method === "outside" || method === "cash"
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
    proposals: [],
    rev: 1,
    events: [{ rev: 1, kind: "placed", at: now, actor_id: terms.buyer_id }],
    confirmations: [],
    created_at: now,
    updated_at: now,
    paid_at: null,
    completed_at: null,
  };
  if (terms.payment_method === "free") {
    return changeStatus(placed, "waive_payment", null, now, {
      paid_at: now,
      ...withHandoverCode(placed, options.handover),
    });
  }
  if (terms.payment_method === "cash") {
    // Its end is not a missed payment, so it gives no strike.
    return changeStatus(placed, "agree_cash", null, now, {
      strike_exempt: true,
      ...withHandoverCode(placed, options.handover),
    });
  }
  if (!options.evidence || !takesEvidence(terms.payment_method)) return placed;
  return contestedIfNamed(withEvidence(placed, options.confirmationId, now, clocks), now);
}

/** Applies passed deadlines: of the payment, of the seller's confirmation, or of the collection with cash. */
export function applyDeadlines(order: Order, now: number): Order {
  if (order.status === "awaiting_payment" && order.payment_deadline !== null && now >= order.payment_deadline) {
    // The item stays locked until Stripe has confirmed the cancellation, because a payment may still arrive.
    if (order.card?.state === "open") return changeOrder(order, now, { card: { ...order.card, state: "closing" } });
    return order.card?.state === "closing" ? order : expire(order, now);
  }
  if (
    order.status === "payment_pending_seller_confirmation" &&
    order.confirmation_deadline !== null &&
    now >= order.confirmation_deadline
  ) {
    return changeStatus(order, "lapse", null, now, {
      payment_deadline: null,
      strike_exempt: true,
      confirmations: settleConfirmation(order, "lapsed", null),
    });
  }
  if (order.status === "awaiting_collection" && now >= cashEndsAt(order)) {
    return changeStatus(order, "run_out", null, now, {});
  }
  return order;
}

/** Returns when an order paid at pick-up ends unless its code is entered (UTC ms). */
export const cashEndsAt = ({ collection_ends_at }: Pick<OrderTerms, "collection_ends_at">): number =>
  collection_ends_at + CASH_AFTER_MS;

/** Returns when a deadline of the order is next due (UTC ms), or null. */
export function orderDueAt(
  order: Pick<Order, "card" | "payment_deadline" | "confirmation_deadline" | "collection_ends_at"> & {
    status: OrderStatus;
  },
): number | null {
  if (order.status === "awaiting_payment") return order.card?.state === "closing" ? null : order.payment_deadline;
  if (order.status === "payment_pending_seller_confirmation") return order.confirmation_deadline;
  if (order.status === "awaiting_collection") return cashEndsAt(order);
  return null;
}

/** Returns whether Stripe may still take a payment for this order. */
export function isIntentOpen(order: Pick<Order, "card">): boolean {
  return order.card?.state === "open" || order.card?.state === "closing";
}

/** Ends an unpaid order. A buyer who tried to pay gets no strike. */
export function expire(order: Order, now: number): Order {
  return changeStatus(order, "expire", null, now, {
    marked_incomplete: true,
    incomplete_reason: INCOMPLETE_REASON,
    strike_exempt: order.strike_exempt || order.card_failed_at !== null || order.confirmations.length > 0,
  });
}

/** Returns whether the order expired because the seller's "not received" came too late to pay again (D55). */
export function endedByDenial(events: readonly Pick<OrderEvent, "kind" | "at">[]): boolean {
  const index = events.findLastIndex(({ kind }) => kind === "expired");
  const before = events[index - 1];
  return before?.kind === "payment_denied" && before.at === events[index]?.at;
}

/** Gives a paid order its handover code. The first code stays when the command is repeated. */
export function withHandoverCode(order: Order, secret: HandoverSecret | undefined): { handover: Handover | null } {
  return { handover: order.handover ?? (secret ? { ...secret, wrong: 0, locked_until: null } : null) };
}

/** Returns whether the graph lets this party take this transition now. */
export function allows(status: OrderStatus, transition: OrderTransition, party: OrderParty): boolean {
  const edges: Partial<Record<string, { to: string; by: OrderParty | "either" }>> = ORDER_GRAPH[status];
  const by = edges[transition]?.by;
  return by === party || (by === "either" && party !== "service");
}

/** Returns what an order in this state does to its item: lock it, own it, or neither. */
export function itemClaimOf(status: OrderStatus): "locks" | "bought" | "none" {
  const meaning = ORDER_STATUS[status];
  if (meaning === "undone") return "none";
  return meaning === "bought" ? "bought" : "locks";
}

export function lastConfirmation(order: Order): Confirmation | null {
  return order.confirmations.at(-1) ?? null;
}

/** Records that the buyer reported the payment, and asks the seller to confirm it. */
export function withEvidence(
  order: Order,
  confirmationId: string,
  now: number,
  clocks: Pick<TimeLimits, "confirmation_ms"> = DEFAULT_TIME_LIMITS,
): Order {
  const deadline = confirmationDeadline(order, now, clocks);
  return changeStatus(order, "submit_evidence", order.buyer_id, now, {
    confirmation_deadline: deadline,
    // The cron checks payment_deadline. Set a day after the seller's deadline, it never expires a buyer who has
    // reported a payment (D31).
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

/** Leaves an order whose crypto payment another order has named to staff, or to the seller; time does not end it. */
export function contestedIfNamed(order: Order, now: number): Order {
  if (order.crypto?.contested_hash === undefined) return order;
  const open = { payment_deadline: null, confirmation_deadline: null, strike_exempt: true };
  return changeStatus(order, "contest", order.buyer_id, now, open);
}

/** Sets the outcome of the latest confirmation. */
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

/** Ends an order as it is placed: another buyer got the item before its crypto payment, which the seller owes back (D76). */
export function oweBack(order: Order, now: number): Order {
  return changeStatus(order, "owe_back", null, now, { payment_deadline: null, strike_exempt: true });
}

/** Takes one transition of the graph and adds its entry to the history. */
export function changeStatus(
  order: Order,
  transition: OrderTransition,
  actorId: string | null,
  now: number,
  patch: Partial<Order>,
): Order {
  const edges: Partial<Record<string, { to: OrderStatus }>> = ORDER_GRAPH[order.status];
  const edge = edges[transition];
  if (!edge) throw new Error(`order ${order.id}: no ${transition} from ${order.status}`);
  const next = changeOrder(order, now, { ...patch, status: edge.to });
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

/** Changes an order without a transition: no entry in the history, but a new `rev`, so that D1 gets the change. */
export function changeOrder(order: Order, now: number, patch: Partial<Order>): Order {
  return { ...order, ...patch, rev: order.rev + 1, updated_at: now };
}
