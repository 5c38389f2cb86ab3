/**
 * The order of one item by one buyer, and its way through the graph. Payment methods differ in who confirms the payment,
 * not in the states.
 */

import { CASH_AFTER_MS } from "../deadlines.ts";
import { edgeOf, type OrderEventKind, type OrderTransition } from "./order-graph.ts";
import { ORDER_STATUS, type OrderStatus } from "./order-status.ts";

/** `outside`: the seller marked it as sold; the two settled it without Goodstreet. */
export type OrderMethod = "bank_transfer" | "stripe" | "crypto" | "cash" | "free" | "outside";

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

/** Returns what an order in this state does to its item: lock it, own it, or neither. */
export function itemClaimOf(status: OrderStatus): "locks" | "bought" | "none" {
  const meaning = ORDER_STATUS[status];
  if (meaning === "undone") return "none";
  return meaning === "bought" ? "bought" : "locks";
}

export function lastConfirmation(order: Order): Confirmation | null {
  return order.confirmations.at(-1) ?? null;
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

/** Takes one transition of the graph and adds its entry to the history. */
export function changeStatus(
  order: Order,
  transition: OrderTransition,
  actorId: string | null,
  now: number,
  patch: Partial<Order>,
): Order {
  const edge = edgeOf(order.status, transition);
  if (!edge) throw new Error(`order ${order.id}: no ${transition} from ${order.status}`);
  const next = changeOrder(order, now, { ...patch, status: edge.to });
  return {
    ...next,
    events: [...order.events, { rev: next.rev, kind: edge.event, at: now, actor_id: actorId }],
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
