/** Short texts of an order: status, events, deadline and date. order-explanations.ts has the sentences. */
import type { OrderEventView, OrderStatus, OrderView } from "#contract/orders";
import { isRefundedByUs } from "#domain/checkout/undone-order";
import { isDirectRefundOpen } from "#domain/orders/direct-refund";
import { nextStep, type StepAction, type StepWait } from "#domain/orders/next-step";
import { cashEndsAt, type PriceReason } from "#domain/orders/order";
import { formatDate, formatShortDay } from "../../lib/format.ts";
import orderEvents from "./order-events.json" with { type: "json" };

export type Tone = "neutral" | "brand" | "wattle" | "hot";

type Role = OrderView["role"];
type Label = { label: string; tone: Tone };

const STATUS_LABELS: Record<Exclude<OrderStatus, "payment_confirmed" | "awaiting_collection">, Record<Role, Label>> = {
  awaiting_payment: {
    buyer: { label: "Awaiting payment", tone: "wattle" },
    seller: { label: "Awaiting payment", tone: "wattle" },
  },
  payment_pending_seller_confirmation: {
    buyer: { label: "Seller is checking your payment", tone: "neutral" },
    seller: { label: "Check your account", tone: "wattle" },
  },
  completed: { buyer: { label: "Picked up", tone: "brand" }, seller: { label: "Handed over", tone: "brand" } },
  expired: {
    buyer: { label: "Expired, not paid in time", tone: "hot" },
    seller: { label: "Expired, not paid in time", tone: "neutral" },
  },
  cancelled: {
    buyer: { label: "Cancelled", tone: "neutral" },
    seller: { label: "Cancelled by the buyer", tone: "neutral" },
  },
  disputed: {
    buyer: { label: "Under review", tone: "wattle" },
    seller: { label: "Overdue: confirm payment", tone: "hot" },
  },
  refunded: { buyer: { label: "Refunded", tone: "neutral" }, seller: { label: "Refunded", tone: "neutral" } },
};

export const REASON_LABELS: Record<PriceReason, string> = {
  scratch: "Scratch or damage",
  missing_part: "Missing part",
  late: "Running late",
  other: "Something else",
};

/** Whether the buyer paid the seller directly, so that we cannot refund the payment. */
export const isPaidDirectly = (method: OrderView["payment_method"]) => !isRefundedByUs(method);

/** Whether the two called a paid order off by agreement (D82). */
export const isCalledOff = ({ events }: Pick<OrderView, "events">) =>
  events.some(({ kind }) => kind === "called_off_together");

/** "Paid · pick up Wed 2 Dec", or "Reserved" with cash: the day is what both still have to remember. */
function pickupLabel({ role, payment_method, collection_date, collection_zone }: OrderView): string {
  const day = formatShortDay(collection_date, collection_zone);
  if (payment_method === "free") return role === "buyer" ? `Yours · pick up ${day}` : `Pickup ${day}`;
  const word = payment_method === "cash" ? "Reserved" : "Paid";
  return role === "buyer" ? `${word} · pick up ${day}` : `${word} · pickup ${day}`;
}

export function statusLabel(order: OrderView): Label {
  if (order.payment_method === "outside" && order.status === "cancelled") {
    return { label: "Sale cancelled", tone: "neutral" };
  }
  if (order.sale_answer_until !== null) return { label: "Marked as sold", tone: "wattle" };
  if (order.status === "payment_confirmed" || order.status === "awaiting_collection")
    return { label: pickupLabel(order), tone: "brand" };
  const last = order.events.at(-1)?.kind;
  if (order.status === "cancelled" && last === "called_off") return { label: "Called off", tone: "neutral" };
  if (order.status === "cancelled" && last === "collection_missed") return { label: "Not picked up", tone: "neutral" };
  if (order.status === "expired" && order.payment_method === "cash") return { label: "Not picked up", tone: "neutral" };
  if (order.status === "refunded" && isPaidDirectly(order.payment_method)) {
    if (order.money_back?.status === "settled") return { label: "Refunded", tone: "neutral" };
    if (order.money_back && isDirectRefundOpen(order.money_back.status)) return { label: "Refund due", tone: "wattle" };
    return { label: isCalledOff(order) ? "Called off together" : "Cancelled by our team", tone: "neutral" };
  }
  if (order.status === "disputed" && order.reversal?.outcome === null) {
    if (order.reversal.kind === "refund") return { label: "Refund being checked", tone: "wattle" };
    return order.role === "buyer"
      ? { label: "With your bank", tone: "wattle" }
      : { label: "Payment disputed by the buyer's bank", tone: "hot" };
  }
  // A dispute opened by the buyer, not one because the seller did not answer.
  if (order.status === "disputed" && order.dispute) return { label: "Under review", tone: "wattle" };
  if (order.status === "completed" && order.dispute) return { label: "Settled by our team", tone: "neutral" };
  if (order.status === "awaiting_payment" && order.card?.state === "closing") {
    return { label: "Out of time to pay", tone: "neutral" };
  }
  if (order.role === "buyer" && order.card?.state === "refund_due") {
    return { label: "Refund on its way", tone: "neutral" };
  }
  return STATUS_LABELS[order.status][order.role];
}

/** Whether the order may still change. The page polls such an order. */
export function isOpen(order: Pick<OrderView, "status" | "card" | "money_back">): boolean {
  if (order.money_back && isDirectRefundOpen(order.money_back.status)) return true;
  if (order.card?.state === "refund_due") return true;
  return !(["completed", "expired", "cancelled", "refunded"] as OrderStatus[]).includes(order.status);
}

/** Labels of the next step in the list of orders; the order page has the control itself. */
export const LIST_LABELS: Record<StepAction, string> = {
  pay_card: "Pay now",
  send_reference: "Pay now",
  send_hash: "Pay now",
  confirm_payment: "View Confirmations",
  show_code: "Show code",
  collect: "Confirm pickup",
  type_code: "Hand over",
  name_account: "Get your refund",
  send_back: "Send the refund",
  confirm_refund: "Confirm the refund",
};

/** Says how this order counts in "Shows up 11 of 12" (D56), or null when it doesn't. */
export function pickupCounts(order: OrderView): string | null {
  const { no_show: report, counterparty, role } = order;
  if (report) {
    if (report.outcome === "dismissed") return "Doesn't count";
    if (report.contested_at !== null && report.outcome === null) return "Doesn't count while it's contested";
    const { shows_up } = counterparty;
    const one = shows_up ? `1 of ${shows_up.of}` : "Counts as missed";
    return report.about === role
      ? `Counts as missed for you: ${counterparty.display_name} reported it`
      : `${one}: you reported that ${counterparty.display_name} didn't come`;
  }
  const met = order.events.some(({ kind }) => kind === "handed_over" || kind === "completed");
  const together = met && order.payment_method !== "outside" && order.decision?.event !== "completed";
  return together ? "Counts as shown up for both of you" : null;
}

interface EventCopy extends Record<Role, string> {
  /** For a step that either party may take, where it is known who took it. */
  either?: string;
  /** In the list of orders, for an event that ends the order. */
  ended?: Record<Role, string>;
}

const EVENTS: Record<OrderEventView["kind"], EventCopy> = orderEvents;

/** Whether the order is one handover of a swap circle. */
export function isOfCircle({ trade_id }: Pick<OrderView, "trade_id">): boolean {
  return trade_id?.startsWith("cir_") === true;
}

/** Returns the text of a timeline event. Free orders are not paid, and only the provider confirms card payments. */
export function eventLabel(
  { kind, by }: Pick<OrderEventView, "kind" | "by">,
  order: Pick<OrderView, "role" | "payment_method" | "trade_id" | "decision">,
): string {
  const copy = EVENTS[kind];
  if (by) {
    const who = by === order.role ? "You" : by === "buyer" ? "Buyer" : "Seller";
    return copy.either?.replace("{who}", who) ?? copy[order.role];
  }
  if (kind === "completed" && order.decision?.event === "completed") return "Our team completed the order";
  if (kind === "refunded" && isPaidDirectly(order.payment_method)) return "Our team cancelled the order";
  if (order.trade_id && kind === "placed") return isOfCircle(order) ? "A swap circle" : "A trade";
  if (order.trade_id && kind === "sold_outside") return isOfCircle(order) ? "Handed over" : "You both handed over";
  if (kind === "placed" && order.payment_method === "outside") return "A sale outside Goodstreet";
  if (kind === "payment_confirmed" && order.payment_method === "free") return "No payment needed";
  if (kind === "payment_confirmed" && order.payment_method === "stripe") return "Paid by card";
  if (kind === "evidence_submitted" && order.payment_method === "bank_transfer") {
    return order.role === "buyer" ? "You told the seller you sent the transfer" : "Buyer says they sent the transfer";
  }
  return copy[order.role];
}

const ACTION_CLOCKS: Record<StepAction, string> = {
  pay_card: "Pay within",
  send_reference: "Pay within",
  send_hash: "Pay within",
  confirm_payment: "Confirm within",
  show_code: "Pickup in",
  collect: "Pickup in",
  type_code: "Pickup in",
  name_account: "Answer within",
  send_back: "Send within",
  confirm_refund: "Answer within",
};

const WAIT_CLOCKS: Partial<Record<StepWait, string>> = {
  buyer_pays: "Buyer has",
  seller_confirms: "Seller has",
  collection: "Pickup in",
  code_locked: "Try again in",
  account_named: "Buyer has",
  seller_sends_back: "Seller has",
  refund_confirmed: "Buyer has",
};

/** Returns the deadline that matters to the viewer now, if any. */
export function deadlineOf(order: OrderView, now: number): { label: string; at: number } | null {
  const step = nextStep(order, now);
  if (step.kind === "end" || step.until === null) return null;
  // After the collection, an order paid at pick-up waits for its code.
  if (order.status === "awaiting_collection" && step.until === cashEndsAt(order)) {
    return { label: "Order ends in", at: step.until };
  }
  const label = step.kind === "act" ? ACTION_CLOCKS[step.action] : WAIT_CLOCKS[step.wait];
  return label === undefined ? null : { label, at: step.until };
}

/** Returns the date to show without a deadline: of the upcoming collection, or of how the order ended. */
export function dateLabel(order: OrderView): string {
  if (isOpen(order) && !order.money_back) return `Pickup ${formatDate(order.collection_date, order.collection_zone)}`;
  const last = order.events.findLast(({ kind }) => EVENTS[kind].ended);
  const cancelled = last?.kind === "refunded" && isPaidDirectly(order.payment_method);
  const word = order.trade_id ? "Traded" : cancelled ? "Cancelled" : last && EVENTS[last.kind].ended?.[order.role];
  return `${word ?? "Ended"} ${formatDate(last?.at ?? order.updated_at)}`;
}
