/** What a party may do with an order now. Routes refuse by it, and screens show their buttons by it. */
import { canAsk, openChange, owedDifferences } from "./deal-changes.ts";
import type { CollectionProposal, DealChange, OrderMethod, PaymentReversal } from "./order.ts";
import { reportDeadline } from "./order-deadlines.ts";
import { allows, type OrderTransition } from "./order-graph.ts";
import { isCollectionCase } from "./order-parties.ts";
import { refusesRefund } from "./order-reversal.ts";
import { ORDER_STATUS, type OrderStatus } from "./order-status.ts";
import { takesEvidence } from "./place-order.ts";
import { canPropose, openProposal } from "./reschedule.ts";

export type OrderRole = "buyer" | "seller";

export interface OrderFacts {
  status: OrderStatus;
  payment_method: OrderMethod;
  payment_deadline: number | null;
  paid_at: number | null;
  collection_date: number;
  collection_ends_at: number;
  card: { state: string } | null;
  handover: object | null;
  proposals: readonly CollectionProposal[];
  reversals?: PaymentReversal[] | null;
  amount_cents: number;
  hold_id: string;
  changes?: readonly DealChange[] | null;
}

export interface Abilities {
  /** Buyer: report that the payment was sent. */
  submit_evidence: boolean;
  /** Buyer: before reporting a payment. */
  cancel: boolean;
  /** Buyer: confirm the collection. */
  collect: boolean;
  /** Seller: confirm that the payment arrived, or that it did not. */
  confirm_payment: boolean;
  deny_payment: boolean;
  /** Buyer of a card order: pay, or try another card. */
  pay_card: boolean;
  /** Seller: complete the order with the buyer's code. */
  hand_over: boolean;
  /** Buyer: report a problem with the order. */
  open_dispute: boolean;
  /** Seller of a card order: refund the buyer. */
  refund: boolean;
  /** Free or paid at pick-up, either party: cancel before the collection. */
  call_off: boolean;
  /** Free or paid at pick-up, either party: report that the other party missed the collection. */
  report_missed: boolean;
  /** Either party of an order that is paid, free or paid at pick-up, once each: propose another collection time. */
  propose_time: boolean;
  /** The party to whom another time was proposed: accept or decline it. */
  answer_time: boolean;
  /** Either party, until the handover: propose a lower price, or to call off a paid bank or crypto order together. */
  propose_price: boolean;
  ask_call_off: boolean;
  /** The party that was asked for such a change: accept or decline it. The other one may withdraw it. */
  answer_change: boolean;
  withdraw_change: boolean;
  /** Either party, once: say that the difference to the agreed price was paid back. */
  settle_difference: boolean;
}

/**
 * Returns whether an order shows the seller's bank account: to the buyer of a bank transfer, until the payment is
 * confirmed (D8). Also after the buyer reported the payment, so that they can compare it with their bank statement.
 */
export function seesBankDetails(
  { status, payment_method }: Pick<OrderFacts, "status" | "payment_method">,
  role: OrderRole,
) {
  return role === "buyer" && payment_method === "bank_transfer" && ORDER_STATUS[status] === "unpaid";
}

const isAnsweredBy = (role: OrderRole, proposal: CollectionProposal | null) =>
  proposal !== null && proposal.by !== role;

/** Returns what a party may do. A missed payment deadline removes the buyer's abilities at once. */
export function orderAbilities(order: OrderFacts, role: OrderRole, now: number): Abilities {
  const may = (transition: OrderTransition) => allows(order.status, transition, role);
  const change = openChange(order, now);
  const inTime = order.payment_deadline === null || order.payment_deadline > now;
  return {
    submit_evidence: may("submit_evidence") && inTime && takesEvidence(order.payment_method),
    cancel: may("cancel") && inTime,
    collect: may("collect"),
    // Confirming the payment does not settle a dispute about an item that was paid for.
    confirm_payment: may("confirm") && order.paid_at === null,
    deny_payment: may("deny"),
    pay_card: role === "buyer" && order.payment_method === "stripe" && order.status === "awaiting_payment" && inTime,
    hand_over: may("hand_over") && order.handover !== null,
    open_dispute: may("open_dispute") && now <= reportDeadline(order),
    refund:
      role === "seller" &&
      order.card?.state === "paid" &&
      !refusesRefund({ reversals: order.reversals ?? [] }, "seller") &&
      (order.status === "payment_confirmed" || order.status === "disputed"),
    call_off: may("call_off") && isCollectionCase("call_off", order, now),
    report_missed: may("report_missed") && isCollectionCase("report_missed", order, now),
    propose_time: canPropose(order, role, now),
    answer_time: isAnsweredBy(role, openProposal(order, now)),
    propose_price: canAsk(order, "price", now),
    ask_call_off: canAsk(order, "call_off", now),
    answer_change: change !== null && change.by !== role,
    withdraw_change: change?.by === role,
    settle_difference: owedDifferences(order).some(({ settled }) => !settled?.[role]),
  };
}
