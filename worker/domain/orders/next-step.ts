/**
 * Decides what a party of an order sees as the next step: exactly one action, one thing to wait for, or the end. The
 * server's abilities say what is possible; this chooses the first of it.
 */
import type { DirectRefundStatus } from "./direct-refund.ts";
import { cashEndsAt, type OrderMethod } from "./order.ts";
import type { OrderRole } from "./order-abilities.ts";
import type { OrderStatus } from "./order-status.ts";

/** The fields of an order the decision uses; `OrderView` contains them all. */
export interface StepFacts {
  status: OrderStatus;
  role: OrderRole;
  payment_method: OrderMethod;
  payment_deadline: number | null;
  confirmation_deadline: number | null;
  collection_date: number;
  collection_ends_at: number;
  card: { state: string } | null;
  handover: object | null;
  handover_locked_until: number | null;
  dispute: { outcome: string | null } | null;
  reversal: { kind: string; outcome: string | null } | null;
  /** A refund from seller to buyer. */
  money_back?: { status: DirectRefundStatus; due_at: number } | null;
  abilities: {
    pay_card: boolean;
    submit_evidence: boolean;
    confirm_payment: boolean;
    hand_over: boolean;
    collect: boolean;
  };
}

export type StepAction =
  | "pay_card"
  | "send_reference"
  | "send_hash"
  | "confirm_payment"
  | "show_code"
  | "collect"
  | "type_code"
  /** A refund from seller to buyer. */
  | "name_account"
  | "send_back"
  | "confirm_refund";

export type StepWait =
  /** Seller: the buyer has to pay. */
  | "buyer_pays"
  /** The deadline has passed and has not been processed yet. */
  | "order_closes"
  /** Stripe is asked whether the card was charged; until it answers, neither party can act. */
  | "card_closes"
  | "card_processes"
  | "seller_confirms"
  | "collection"
  | "code_locked"
  | "staff_decides"
  /** The buyer's bank has taken the payment back and investigates. */
  | "bank_decides"
  | "refund_arrives"
  | "account_named"
  | "seller_sends_back"
  | "refund_confirmed";

export type StepEnd = "completed" | "cancelled" | "expired" | "refunded";

/** `until` is the deadline of the step (UTC ms, server time), or null. */
export type NextStep =
  | { kind: "act"; action: StepAction; until: number | null }
  | { kind: "wait"; wait: StepWait; until: number | null }
  | { kind: "end"; end: StepEnd };

const act = (action: StepAction, until: number | null = null): NextStep => ({ kind: "act", action, until });
const wait = (what: StepWait, until: number | null = null): NextStep => ({ kind: "wait", wait: what, until });

const BANK_DECIDES: ReadonlySet<string> = new Set(["chargeback", "inquiry"]);

/** Returns the next step of the party that reads the order. */
export function nextStep(order: StepFacts, now: number): NextStep {
  switch (order.status) {
    case "awaiting_payment":
      return unpaid(order);
    case "payment_pending_seller_confirmation":
      return order.abilities.confirm_payment
        ? act("confirm_payment", order.confirmation_deadline)
        : wait("seller_confirms", order.confirmation_deadline);
    case "disputed":
      if (order.reversal?.outcome === null && BANK_DECIDES.has(order.reversal.kind)) return wait("bank_decides");
      // A seller who let the deadline pass can still confirm. In a dispute opened by the buyer they cannot (D31).
      return order.abilities.confirm_payment ? act("confirm_payment") : wait("staff_decides");
    case "payment_confirmed":
    case "awaiting_collection":
      return paid(order, now);
    case "refunded":
      if (order.money_back) return returned(order.role, order.money_back);
      return order.card?.state === "refund_due" ? wait("refund_arrives") : { kind: "end", end: "refunded" };
    // The payment arrived after the order had ended, so the refund comes first (D20).
    case "expired":
    case "cancelled":
      return order.role === "buyer" && order.card?.state === "refund_due"
        ? wait("refund_arrives")
        : { kind: "end", end: order.status };
    case "completed":
      return { kind: "end", end: "completed" };
  }
}

function returned(role: OrderRole, { status, due_at }: { status: DirectRefundStatus; due_at: number }): NextStep {
  const buyer = role === "buyer";
  switch (status) {
    case "account_needed":
      return buyer ? act("name_account", due_at) : wait("account_named", due_at);
    case "owed":
      return buyer ? wait("seller_sends_back", due_at) : act("send_back", due_at);
    case "sent":
      return buyer ? act("confirm_refund", due_at) : wait("refund_confirmed", due_at);
    case "unclaimed":
      return buyer ? act("name_account") : { kind: "end", end: "refunded" };
    case "settled":
      return { kind: "end", end: "refunded" };
  }
}

function unpaid(order: StepFacts): NextStep {
  const until = order.payment_deadline;
  // Even after the deadline, only Stripe can end an open card payment.
  if (order.card?.state === "closing") return wait("card_closes");
  if (order.role === "seller") return wait("buyer_pays", until);
  if (order.abilities.pay_card) return act("pay_card", until);
  if (order.abilities.submit_evidence) {
    return act(order.payment_method === "crypto" ? "send_hash" : "send_reference", until);
  }
  return order.card?.state === "paid" ? wait("card_processes") : wait("order_closes");
}

function paid(order: StepFacts, now: number): NextStep {
  const ends = order.status === "awaiting_collection" ? cashEndsAt(order) : null;
  const day = order.collection_date > now ? order.collection_date : ends;
  if (order.role === "seller") {
    if (!order.abilities.hand_over) return wait("collection", day);
    const locked = order.handover_locked_until;
    return locked !== null && locked > now ? wait("code_locked", locked) : act("type_code", day);
  }
  if (order.handover !== null) return act("show_code", day);
  return order.abilities.collect ? act("collect", day) : wait("collection", day);
}
