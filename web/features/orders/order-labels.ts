import type { OrderEventView, OrderStatus, OrderView } from "#contract/orders";
import { isRefundedByUs, owedBySeller } from "#domain/checkout/undone-order";
import { isDirectRefundOpen } from "#domain/orders/direct-refund";
import { type NextStep, nextStep, type StepAction, type StepWait } from "#domain/orders/next-step";
import { endedByDenial } from "#domain/orders/order";
import { formatDate, formatDollars } from "../../lib/format.ts";

/** Texts of an order: status, explanation and next step. Pure functions, so that they can be unit-tested. */
export type Tone = "neutral" | "brand" | "wattle" | "hot";

type Role = OrderView["role"];
type Label = { label: string; tone: Tone };

const STATUS_LABELS: Record<OrderStatus, Record<Role, Label>> = {
  awaiting_payment: {
    buyer: { label: "Waiting for your payment", tone: "wattle" },
    seller: { label: "Waiting for payment", tone: "wattle" },
  },
  payment_pending_seller_confirmation: {
    buyer: { label: "Seller is checking the payment", tone: "neutral" },
    seller: { label: "Check your account", tone: "wattle" },
  },
  payment_confirmed: {
    buyer: { label: "Ready to collect", tone: "brand" },
    seller: { label: "Waiting for collection", tone: "brand" },
  },
  completed: { buyer: { label: "Collected", tone: "brand" }, seller: { label: "Handed over", tone: "brand" } },
  expired: {
    buyer: { label: "Expired, not paid in time", tone: "hot" },
    seller: { label: "Expired, not paid in time", tone: "neutral" },
  },
  cancelled: {
    buyer: { label: "Cancelled", tone: "neutral" },
    seller: { label: "Cancelled by the buyer", tone: "neutral" },
  },
  disputed: {
    buyer: { label: "Being looked into", tone: "wattle" },
    seller: { label: "Overdue: confirm the payment", tone: "hot" },
  },
  refunded: { buyer: { label: "Refunded", tone: "neutral" }, seller: { label: "Refunded", tone: "neutral" } },
};

type Told = Pick<OrderView, "status" | "role" | "card" | "dispute"> &
  Partial<Pick<OrderView, "payment_method" | "reversal" | "events" | "money_back">>;

/** Whether the buyer paid the seller directly, so that we cannot refund the payment. */
const isPaidDirectly = (method: OrderView["payment_method"] | undefined) =>
  method !== undefined && !isRefundedByUs(method);

export function statusLabel(order: Told): Label {
  if (order.payment_method === "outside" && order.status === "cancelled") {
    return { label: "Sale taken back", tone: "neutral" };
  }
  const last = order.events?.at(-1)?.kind;
  if (order.status === "cancelled" && last === "called_off") return { label: "Called off", tone: "neutral" };
  if (order.status === "cancelled" && last === "collection_missed") return { label: "Not collected", tone: "neutral" };
  if (order.status === "refunded" && isPaidDirectly(order.payment_method)) {
    if (order.money_back?.status === "settled") return { label: "Refunded", tone: "neutral" };
    if (order.money_back && isDirectRefundOpen(order.money_back.status)) return { label: "Refund due", tone: "wattle" };
    return { label: "Undone by our team", tone: "neutral" };
  }
  if (order.status === "disputed" && order.reversal?.outcome === null) {
    if (order.reversal.kind === "refund") return { label: "Refund being checked", tone: "wattle" };
    return order.role === "buyer"
      ? { label: "With your bank", tone: "wattle" }
      : { label: "Payment disputed by the buyer's bank", tone: "hot" };
  }
  // A dispute opened by the buyer, not one because the seller did not answer.
  if (order.status === "disputed" && order.dispute) return { label: "Being looked into", tone: "wattle" };
  if (order.status === "completed" && order.dispute) return { label: "Settled by our team", tone: "neutral" };
  if (order.status === "awaiting_payment" && order.card?.state === "closing") {
    return { label: "Payment time is over", tone: "neutral" };
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
  collect: "Confirm collection",
  type_code: "Hand over",
  name_account: "Get your refund",
  send_back: "Send the refund",
  confirm_refund: "Confirm the refund",
};

/** Explains the state of the order and the next step in one sentence. */
export function explain(order: OrderView, now: number): string {
  const step = nextStep(order, now);
  switch (step.kind) {
    case "act":
      return explainAction(order, step.action);
    case "wait":
      return explainWait(order, step.wait);
    case "end":
      return explainEnd(order, step.end);
  }
}

function explainAction(order: OrderView, action: StepAction): string {
  const other = order.counterparty.display_name;
  const last = order.events.at(-1)?.kind;
  switch (action) {
    case "pay_card":
      return last === "card_failed"
        ? "Your card was not charged. Try again, or use another card."
        : "Pay by card now and the item is yours.";
    case "send_reference":
      return last === "payment_denied"
        ? `${other} has not found your payment. Check the transfer and its reference, then tell them again.`
        : "Transfer the amount with the reference below, then tell the seller it is on its way.";
    case "send_hash":
      return last === "payment_denied"
        ? `${other} has not found your payment. Check the transaction, then send its hash again.`
        : "Send the amount to the wallet below, then enter the transaction's hash.";
    case "confirm_payment":
      return order.status === "disputed"
        ? "You have not confirmed this payment in time. Your account is restricted until it is settled."
        : `${other} says the ${order.payment_method === "crypto" ? "payment" : "transfer"} is sent. Look for it, then confirm.`;
    case "show_code":
      return `Show this code to ${other} when you have the item in your hands. It completes the order.`;
    case "collect":
      return "Collect the item on the day, then confirm here.";
    case "name_account":
      return `Our team undid this order. Which account should ${other} send the ${formatDollars(order.amount)} to?`;
    case "send_back":
      return `Our team undid this order. Send ${other} the ${formatDollars(order.amount)} back to this account, then tell us here.`;
    case "confirm_refund":
      return `${other} says that the ${formatDollars(order.amount)} is sent. Bank transfers take 1-2 business days. Has it arrived?`;
    case "type_code":
      return `Have the item ready. When you hand it over, ask ${other} for the code on their order page.`;
  }
}

function explainWait(order: OrderView, wait: StepWait): string {
  const other = order.counterparty.display_name;
  const buyer = order.role === "buyer";
  switch (wait) {
    case "buyer_pays":
      return `${other} has ordered this and has yet to pay. Nothing for you to do.`;
    case "order_closes":
      return "The time to pay is over. This order is being closed.";
    case "card_closes":
      return "We are making sure with the card provider that no money was taken. This takes a minute.";
    case "card_processes":
      return "Your card payment is being processed. This page changes by itself.";
    case "seller_confirms":
      return order.payment_method === "crypto"
        ? `${other} has been asked to look for your payment.`
        : `${other} has been asked to look for your transfer. Bank transfers take 1-2 business days.`;
    case "collection":
      return buyer
        ? "The item is yours. Collect it on the day."
        : `Have the item ready. ${other} collects it on the day.`;
    case "code_locked":
      return "Five wrong codes in a row. Scan the buyer's QR, or wait and ask them to read the code out again.";
    case "bank_decides":
      if (buyer) {
        return "Your bank took this payment back while it looks into it, so collection is paused. Banks usually decide within three months. We'll email you when yours does. If you didn't ask for this, call your bank and contact us.";
      }
      return order.events.some(({ kind }) => kind === "handed_over" || kind === "completed")
        ? "The buyer's bank took this payment back while it looks into it, so your payout is on hold. Banks usually decide within three months. We'll email you. If you can show that the buyer collected the item, contact us."
        : "The buyer's bank took this payment back while it looks into it. Don't hand the item over. Banks usually decide within three months. We'll email you, and if the payment stands, collection goes on as before.";
    case "staff_decides":
      if (order.reversal?.outcome === null && !order.dispute) {
        return buyer
          ? "This payment was refunded outside Goodstreet. Collection is paused while our team checks it, usually for up to two days. We'll email you."
          : "This payment was refunded outside Goodstreet. Don't hand the item over while our team checks it, usually for up to two days. We'll email you.";
      }
      if (order.dispute) {
        return buyer
          ? "You told us that something is wrong. Our team is looking into it and will write to you."
          : `${other} told us that something is wrong. Our team is looking into it and will write to you. Answer ${other} by message: our team reads what you two write about it.`;
      }
      return buyer
        ? "The seller has not answered in time. Our team is looking into it and the item stays locked for you."
        : "Our team is looking into it and will write to you.";
    case "account_named":
      return `Our team undid this order, so you owe ${other} ${formatDollars(order.amount)}. We've asked ${other} which account it should go to.`;
    case "seller_sends_back":
      return `${other} has your account and has to send you the ${formatDollars(order.amount)}. We'll let you know.`;
    case "refund_confirmed":
      return `You sent the ${formatDollars(order.amount)}. We've asked ${other} whether it has arrived.`;
    case "refund_arrives":
      return buyer
        ? "Your money is on its way back to your card. Banks take 5-10 business days to show it."
        : "The payment is on its way back to the buyer.";
  }
}

function explainEnd(order: OrderView, end: Extract<NextStep, { kind: "end" }>["end"]): string {
  const buyer = order.role === "buyer";
  switch (end) {
    case "completed":
      if (order.trade_id) return "You have both said that you traded.";
      if (order.payment_method === "outside") {
        return buyer
          ? "The seller marked this as sold to you. If you did not buy it, tell us through Contact Us."
          : "You marked this as sold. What was paid, you settled between yourselves.";
      }
      if (order.dispute) return "Our team has looked into it: the deal stands.";
      if (order.decision?.event === "completed") return "Our team completed this order: its day of collection is past.";
      // A free item is given, not sold.
      if (order.payment_method === "free") {
        return buyer
          ? "The item is yours. Thank you for keeping it in use."
          : "The item has a new home. Thank you for giving it away.";
      }
      return buyer
        ? "The item is yours. Thank you for buying second-hand."
        : "The item has a new home. Thank you for selling on Goodstreet.";
    case "expired":
      if (endedByDenial(order.events)) {
        return buyer
          ? `${order.counterparty.display_name} has not received your payment, and there is no time to pay again before the collection. If you have paid, contact support below.`
          : "You have not received the payment, so the order ended. Your item is on offer again.";
      }
      return buyer
        ? "The payment deadline passed, so the order ended and the item is on offer again."
        : "The payment deadline passed. Your item is on offer again.";
    case "cancelled":
      if (order.payment_method === "outside") {
        return buyer
          ? "The seller had marked this as sold to you and took it back. Nothing is owed."
          : "You took this sale back. Nothing is left of it.";
      }
      if (order.events.at(-1)?.kind === "called_off") return explainCalledOff(order);
      if (order.events.at(-1)?.kind === "collection_missed") {
        return buyer
          ? "The collection did not take place, so the order ended."
          : "The item was not collected. It is listed again.";
      }
      return buyer ? "You cancelled this order. Nothing is owed." : "The buyer cancelled. Your item is on offer again.";
    case "refunded":
      if (isPaidDirectly(order.payment_method)) return explainUndone(order);
      if (order.reversal?.kind === "chargeback" && order.reversal.outcome === "lost") {
        if (buyer) return "Your bank decided for you and gave your payment back. This order is over.";
        return order.events.some(({ kind }) => kind === "handed_over" || kind === "completed")
          ? "The buyer's bank decided for the buyer, so this sale isn't paid out. Contact us if you need help."
          : "The buyer's bank decided for the buyer, so this sale isn't paid out.";
      }
      return buyer
        ? `${formatDollars(order.amount)} went back to your card in full. Banks take 5-10 business days to show it.`
        : `${formatDollars(order.amount)} went back to ${order.counterparty.display_name} in full.`;
  }
}

function explainCalledOff({ events, role, counterparty }: OrderView): string {
  const who = events.at(-1)?.by === role ? "You" : counterparty.display_name;
  return `${who} called this giveaway off. ${role === "buyer" ? "There is nothing more to do." : "Your item is listed again."}`;
}

/** Explains who must send money back after staff have undone an order that the buyer paid directly to the seller. */
function explainUndone(order: OrderView): string {
  if (order.money_back?.status === "settled") return "Our team undid this order, and the money has been sent back.";
  if (order.money_back) return "Our team undid this order. The buyer has not said where the refund should go.";
  const other = order.counterparty.display_name;
  const amount = formatDollars(order.amount);
  const owed = owedBySeller({
    amount: order.amount,
    received: order.events.some(({ kind }) => kind === "payment_confirmed"),
  });
  if (owed === "nothing") return "Our team undid this order. Nothing was paid, so nothing is owed.";
  if (order.role === "buyer") {
    return owed === "received"
      ? `Our team undid this order. ${other} has to send you the ${amount} back.`
      : `Our team undid this order. If ${amount} left your account, ${other} has to send it back.`;
  }
  return owed === "received"
    ? `Our team undid this order. Please send ${other} the ${amount} back.`
    : `Our team undid this order. If ${amount} has arrived or still arrives, send it back to ${other}.`;
}

const EVENT_LABELS: Record<OrderEventView["kind"], Record<Role, string>> = {
  placed: { buyer: "You ordered this item", seller: "Order received" },
  evidence_submitted: { buyer: "You told the seller the payment is sent", seller: "Buyer says the payment is sent" },
  payment_confirmed: { buyer: "Seller confirmed your payment", seller: "You confirmed the payment" },
  payment_denied: { buyer: "Seller has not found the payment", seller: "You reported the payment as not received" },
  completed: { buyer: "You collected it", seller: "Buyer collected it" },
  cancelled: { buyer: "You cancelled the order", seller: "Buyer cancelled the order" },
  expired: { buyer: "Payment deadline passed", seller: "Payment deadline passed" },
  disputed: { buyer: "Seller's time to confirm ran out", seller: "Your time to confirm ran out" },
  card_failed: { buyer: "Card payment did not go through", seller: "Buyer's card payment did not go through" },
  refunded: { buyer: "Payment refunded", seller: "Payment refunded to the buyer" },
  dispute_opened: { buyer: "You reported a problem", seller: "Buyer reported a problem" },
  dispute_resolved: { buyer: "Our team settled it", seller: "Our team settled it" },
  handed_over: { buyer: "Handed over with your code", seller: "Handed over with the buyer's code" },
  sold_outside: { buyer: "The seller marked it as sold to you", seller: "You marked it as sold" },
  sale_undone: { buyer: "The seller took the sale back", seller: "You took the sale back" },
  chargeback_opened: { buyer: "Your bank took the payment back", seller: "The buyer's bank took the payment back" },
  chargeback_won: { buyer: "Your bank let the payment stand", seller: "The bank let the payment stand" },
  chargeback_lost: { buyer: "Your bank decided for you", seller: "The bank decided for the buyer" },
  refund_found: { buyer: "Refunded outside Goodstreet", seller: "Refunded outside Goodstreet" },
  called_off: { buyer: "Giveaway called off", seller: "Giveaway called off" },
  collection_missed: { buyer: "Collection reported as missed", seller: "Collection reported as missed" },
};

/** Texts of steps that either party may take. */
const PARTY_EVENT_COPY: Partial<Record<OrderEventView["kind"], (who: string) => string>> = {
  called_off: (who) => `${who} called it off`,
  collection_missed: (who) => `${who} reported a missed collection`,
};

/** Returns the text of a timeline event. Free orders are not paid, and only the provider confirms card payments. */
export function eventLabel(
  { kind, by }: Pick<OrderEventView, "kind" | "by">,
  order: Pick<OrderView, "role" | "payment_method" | "trade_id" | "decision">,
): string {
  if (by)
    return (
      PARTY_EVENT_COPY[kind]?.(by === order.role ? "You" : by === "buyer" ? "Buyer" : "Seller") ??
      EVENT_LABELS[kind][order.role]
    );
  if (kind === "completed" && order.decision?.event === "completed") return "Our team completed the order";
  if (kind === "refunded" && isPaidDirectly(order.payment_method)) return "Our team undid the order";
  if (order.trade_id && kind === "placed") return "A trade";
  if (order.trade_id && kind === "sold_outside") return "Handed over by both";
  if (kind === "placed" && order.payment_method === "outside") return "A sale outside Goodstreet";
  if (kind === "payment_confirmed" && order.payment_method === "free") return "No payment needed";
  if (kind === "payment_confirmed" && order.payment_method === "stripe") return "Paid by card";
  if (kind === "evidence_submitted" && order.payment_method === "bank_transfer") {
    return order.role === "buyer" ? "You told the seller the transfer is sent" : "Buyer says the transfer is sent";
  }
  return EVENT_LABELS[kind][order.role];
}

const ACTION_CLOCKS: Record<StepAction, string> = {
  pay_card: "Pay within",
  send_reference: "Pay within",
  send_hash: "Pay within",
  confirm_payment: "Confirm within",
  show_code: "Collection in",
  collect: "Collection in",
  type_code: "Collection in",
  name_account: "Answer within",
  send_back: "Send within",
  confirm_refund: "Answer within",
};

const WAIT_CLOCKS: Partial<Record<StepWait, string>> = {
  buyer_pays: "Buyer has",
  seller_confirms: "Seller has",
  collection: "Collection in",
  code_locked: "Try again in",
  account_named: "Buyer has",
  seller_sends_back: "Seller has",
  refund_confirmed: "Buyer has",
};

/** Returns the deadline that matters to the viewer now, if any. */
export function deadlineOf(order: OrderView, now: number): { label: string; at: number } | null {
  const step = nextStep(order, now);
  if (step.kind === "end" || step.until === null) return null;
  const label = step.kind === "act" ? ACTION_CLOCKS[step.action] : WAIT_CLOCKS[step.wait];
  return label === undefined ? null : { label, at: step.until };
}

const END_LABELS: Partial<Record<OrderEventView["kind"], Record<Role, string>>> = {
  completed: { buyer: "Collected", seller: "Handed over" },
  handed_over: { buyer: "Collected", seller: "Handed over" },
  sold_outside: { buyer: "Bought", seller: "Sold" },
  dispute_resolved: { buyer: "Settled", seller: "Settled" },
  cancelled: { buyer: "Cancelled", seller: "Cancelled" },
  expired: { buyer: "Expired", seller: "Expired" },
  refunded: { buyer: "Refunded", seller: "Refunded" },
  sale_undone: { buyer: "Taken back", seller: "Taken back" },
  chargeback_lost: { buyer: "Refunded", seller: "Refunded" },
  called_off: { buyer: "Called off", seller: "Called off" },
  collection_missed: { buyer: "Not collected", seller: "Not collected" },
};

/** Returns the date to show without a deadline: of the upcoming collection, or of how the order ended. */
export function dateLabel(order: OrderView): string {
  if (isOpen(order) && !order.money_back)
    return `Collection ${formatDate(order.collection_date, order.collection_zone)}`;
  const last = order.events.findLast(({ kind }) => END_LABELS[kind]);
  const undone = last?.kind === "refunded" && isPaidDirectly(order.payment_method);
  const word = order.trade_id ? "Traded" : undone ? "Undone" : last && END_LABELS[last.kind]?.[order.role];
  return `${word ?? "Ended"} ${formatDate(last?.at ?? order.updated_at)}`;
}
