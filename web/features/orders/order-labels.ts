import type { OrderEventView, OrderStatus, OrderView } from "#contract/orders";
import { isRefundedByUs, owedBySeller } from "#domain/checkout/undone-order";
import { FRAUD_DECISION_MS } from "#domain/deadlines";
import { isDirectRefundOpen } from "#domain/orders/direct-refund";
import { type NextStep, nextStep, type StepAction, type StepWait } from "#domain/orders/next-step";
import type { PriceReason } from "#domain/orders/order";
import { cashEndsAt, endedByDenial } from "#domain/orders/order";
import { reportDeadline } from "#domain/orders/order-deadlines";
import { formatDate, formatDollars, formatPlaceTime, formatShortDay } from "../../lib/format.ts";

/** Texts of an order: status, explanation and next step. Pure functions, so that they can be unit-tested. */
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
const isPaidDirectly = (method: OrderView["payment_method"]) => !isRefundedByUs(method);

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

/** Explains the state of the order and the next step in one sentence. */
export function explain(order: OrderView, now: number): string {
  const step = nextStep(order, now);
  switch (step.kind) {
    case "act":
      return explainAction(order, step.action, now);
    case "wait":
      return explainWait(order, step.wait);
    case "end":
      return explainEnd(order, step.end);
  }
}

function explainAction(order: OrderView, action: StepAction, now: number): string {
  const other = order.counterparty.display_name;
  const last = order.events.at(-1)?.kind;
  switch (action) {
    case "pay_card":
      return last === "card_failed"
        ? "Your card wasn't charged. Try again or use another card."
        : "Pay by card now and the item is yours.";
    case "send_reference":
      return last === "payment_denied"
        ? `${other} hasn't found your payment. Check the transfer and its reference, then let them know again.`
        : "Transfer the amount with the reference below, then let the seller know you've paid.";
    case "send_hash":
      return last === "payment_denied"
        ? `${other} hasn't found your payment. Check the transaction, then send its hash again.`
        : "Send the amount to the wallet below, then enter the transaction hash.";
    case "confirm_payment":
      if (order.crypto?.contested) {
        return "Another buyer has named the same transaction. Our team finds out whose it is. If the money for this order has arrived, confirm it. Otherwise there's nothing for you to do.";
      }
      return order.status === "disputed"
        ? "You didn't confirm this payment in time. Your account is restricted until it's settled."
        : `${other} says they've sent the ${order.payment_method === "crypto" ? "payment" : "transfer"}. Check it's arrived, then confirm.`;
    case "show_code":
      if (order.payment_method === "cash") {
        return `Check the item, pay ${other} ${formatDollars(order.amount)} in cash or by PayID, then show them this code. Don't pay before pickup.`;
      }
      return `Show ${other} this code once you have the item. It completes the order.`;
    case "collect":
      return "Pick up the item on the day, then confirm here.";
    case "name_account":
      return `${undoneBy(order)}. Which account should ${other} send the ${owedBack(order)} to?`;
    case "send_back":
      return `${undoneBy(order)}. Send ${owedBack(order)} back to ${other} at this account, then let us know here.`;
    case "confirm_refund":
      return `${other} says they've sent the ${owedBack(order)}. Bank transfers take 1-2 business days. Has it arrived?`;
    case "type_code":
      if (order.payment_method === "cash") return explainCashCode(order, now);
      return `Have the item ready. When you hand it over, ask ${other} for the code on their order page.`;
  }
}

/** The code says that the seller has the money, so it comes last. */
function explainCashCode(order: OrderView, now: number): string {
  const other = order.counterparty.display_name;
  const until = formatPlaceTime(cashEndsAt(order), order.collection_zone);
  return now < order.collection_ends_at
    ? `${other} pays you ${formatDollars(order.amount)} in cash or by PayID at pickup. Once you have it, enter the code from their order page.`
    : `Did ${other} pick it up and pay? Enter their code by ${until}. Otherwise the order ends and your item goes back on sale.`;
}

function explainWarning(order: OrderView): string {
  const { role, events, reversal, collection_zone } = order;
  const since = reversal?.opened_at ?? 0;
  const paid_at = events.find(({ kind }) => kind === "payment_confirmed")?.at ?? null;
  const collected = events.some(({ kind }) => kind === "handed_over" || kind === "completed");
  const warned = "The card's bank has told us that this payment may be fraud.";
  if (collected || since >= reportDeadline({ ...order, paid_at })) {
    return role === "buyer"
      ? `${warned} Our team is checking it. If you made this payment, contact us.`
      : `${warned} Our team is checking it, and what we haven't paid you for this sale waits. If you can show that the buyer picked up the item, contact us.`;
  }
  const until = formatPlaceTime(since + FRAUD_DECISION_MS, collection_zone);
  return role === "buyer"
    ? `${warned} Pickup is paused. If our team hasn't decided by ${until}, the order is cancelled and the card gets its money back. If you made this payment, contact us.`
    : `${warned} Don't hand the item over. If our team hasn't decided by ${until}, the order is cancelled and the money goes back to the card.`;
}

function explainWait(order: OrderView, wait: StepWait): string {
  const other = order.counterparty.display_name;
  const buyer = order.role === "buyer";
  switch (wait) {
    case "buyer_pays":
      return `${other} has ordered this but hasn't paid yet. There's nothing for you to do.`;
    case "order_closes":
      return "The time to pay has run out. We're closing this order.";
    case "card_closes":
      return "We're checking with the card provider that no money was taken. This takes a minute.";
    case "card_processes":
      return "We're processing your card payment. This page will update by itself.";
    case "seller_confirms":
      return order.payment_method === "crypto"
        ? `We've asked ${other} to check for your payment.`
        : `We've asked ${other} to check for your transfer. Bank transfers take 1-2 business days.`;
    case "collection":
      return buyer
        ? "The item is yours. Pick it up on the day."
        : `Have the item ready. ${other} will pick it up on the day.`;
    case "code_locked":
      return "That's 5 wrong codes in a row. Scan the buyer's QR code, or wait and ask them to read the code out again.";
    case "bank_decides":
      if (order.reversal?.kind === "inquiry") {
        return buyer
          ? "Your bank is asking us about this payment, so pickup is paused. We'll email you when it decides. If you didn't ask for this, call your bank and contact us."
          : "The buyer's bank is asking about this payment and hasn't taken any money back. Don't hand the item over. If you refund the buyer now, the matter ends there. Otherwise we answer the bank, and email you when it decides.";
      }
      if (buyer) {
        return "Your bank took this payment back while it looks into it, so pickup is paused. Banks usually decide within 3 months. We'll email you when yours does. If you didn't ask for this, call your bank and contact us.";
      }
      return order.events.some(({ kind }) => kind === "handed_over" || kind === "completed")
        ? "The buyer's bank took this payment back while it looks into it, so your payout is on hold. Banks usually decide within 3 months. We'll email you. If you can show that the buyer picked up the item, contact us."
        : "The buyer's bank took this payment back while it looks into it. Don't hand the item over. Banks usually decide within 3 months. We'll email you, and if the payment stands, pickup goes ahead as before.";
    case "staff_decides":
      if (order.reversal?.outcome === null && !order.dispute) {
        if (order.reversal.kind === "fraud_warning") return explainWarning(order);
        return buyer
          ? "This payment was refunded outside Goodstreet. Pickup is paused while our team checks it, usually for up to 2 days. We'll email you."
          : "This payment was refunded outside Goodstreet. Don't hand the item over while our team checks it, usually for up to 2 days. We'll email you.";
      }
      if (order.dispute) {
        return buyer
          ? "You told us something's wrong. Our team is looking into it and will get back to you."
          : `${other} told us something's wrong. Our team is looking into it and will get back to you. Reply to ${other} by message. Our team reads what you write to each other about it.`;
      }
      if (order.crypto?.contested) {
        return "Another buyer has named the same transaction. Our team finds out whose it is, and the item stays reserved for you. If you made it, contact us and show us.";
      }
      return buyer
        ? "The seller didn't answer in time. Our team is looking into it, and the item stays reserved for you."
        : "Our team is looking into it and will get back to you.";
    case "account_named":
      return `${undoneBy(order)}, so you owe ${other} ${owedBack(order)}. We've asked ${other} which account to send it to.`;
    case "seller_sends_back":
      return `${other} has your account details and must send you ${owedBack(order)}. We'll let you know when they do.`;
    case "refund_confirmed":
      return `You sent the ${owedBack(order)}. We've asked ${other} if it's arrived.`;
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
      if (order.trade_id) return isOfCircle(order) ? "Handed over in a swap circle." : "You both confirmed the trade.";
      if (order.payment_method === "outside") {
        if (order.sale_answer_until !== null) {
          return buyer
            ? "The seller marked this as sold to you. Please say whether you bought it."
            : `You marked this as sold to ${order.counterparty.display_name}. You can rate each other once they confirm.`;
        }
        return buyer
          ? "The seller marked this as sold to you."
          : "You marked this as sold. You settled the payment between yourselves.";
      }
      if (order.dispute) return "Our team looked into it and the deal stands.";
      if (order.decision?.event === "completed")
        return "Our team completed this order because its pickup date has passed.";
      // A free item is given, not sold.
      if (order.payment_method === "free") {
        return buyer
          ? "The item is yours. Thanks for giving it a second life."
          : "The item has a new home. Thanks for giving it away.";
      }
      return buyer
        ? "The item is yours. Thanks for buying second-hand."
        : "The item has a new home. Thanks for selling on Goodstreet.";
    case "expired":
      if (order.payment_method === "cash") return explainNotCollected(order);
      if (endedByDenial(order.events)) {
        return buyer
          ? `${order.counterparty.display_name} hasn't received your payment, and there's no time to pay again before pickup. If you've paid, contact support below.`
          : "You didn't receive the payment, so the order ended. Your item is back on sale.";
      }
      return buyer
        ? "The payment deadline passed, so the order ended and the item is back on sale."
        : "The payment deadline passed. Your item is back on sale.";
    case "cancelled":
      if (order.payment_method === "outside") {
        if (order.events.at(-1)?.kind === "sale_disowned") {
          return buyer
            ? "You said you didn't buy this. It counts for nobody."
            : `${order.counterparty.display_name} said they didn't buy this. Your item stays sold, to someone else.`;
        }
        return buyer
          ? "The seller marked this as sold to you, then cancelled the sale. You don't owe anything."
          : "You cancelled this sale. It no longer counts.";
      }
      if (order.events.at(-1)?.kind === "called_off") return explainCalledOff(order);
      if (order.events.at(-1)?.kind === "collection_missed") {
        return buyer
          ? "The pickup didn't happen, so the order ended."
          : "The item wasn't picked up. It's back on sale.";
      }
      return buyer
        ? "You cancelled this order. You don't owe anything."
        : "The buyer cancelled. Your item is back on sale.";
    case "refunded":
      if (isPaidDirectly(order.payment_method)) return explainCancelledByStaff(order);
      if (order.reversal?.kind === "chargeback" && order.reversal.outcome === "lost") {
        if (buyer) return "Your bank decided in your favour and gave your payment back. This order is over.";
        return order.events.some(({ kind }) => kind === "handed_over" || kind === "completed")
          ? "The buyer's bank decided in the buyer's favour, so we won't pay out this sale. Contact us if you need help."
          : "The buyer's bank decided in the buyer's favour, so we won't pay out this sale.";
      }
      return buyer
        ? `${formatDollars(order.amount)} went back to your card in full. Banks take 5-10 business days to show it.`
        : `${formatDollars(order.amount)} went back to ${order.counterparty.display_name} in full.`;
  }
}

function explainNotCollected({ role, counterparty, abilities }: OrderView): string {
  const ended =
    role === "buyer"
      ? "Your code wasn't entered in time, so the order ended. The item is back on sale, and you don't owe anything."
      : "The code wasn't entered in time, so the order ended and your item is back on sale. If it was picked up, mark it as sold in My Items.";
  return abilities.report_missed ? `${ended} If ${counterparty.display_name} didn't turn up, tell us below.` : ended;
}

function explainCalledOff({ events, role, counterparty, payment_method }: OrderView): string {
  const who = events.at(-1)?.by === role ? "You" : counterparty.display_name;
  return `${who} called ${payment_method === "free" ? "this giveaway" : "this pickup"} off. ${role === "buyer" ? "There's nothing more to do." : "Your item is back on sale."}`;
}

/** Whether the two called a paid order off by agreement (D82). */
const isCalledOff = ({ events }: Pick<OrderView, "events">) =>
  events.some(({ kind }) => kind === "called_off_together");

/** "Our team cancelled this order", or the two did. */
const undoneBy = (order: OrderView) =>
  isCalledOff(order) ? "You both called this order off" : "Our team cancelled this order";

/** What goes back from the seller: the price, and what was still owed of an agreed lower one. */
const owedBack = (order: OrderView) => formatDollars(order.money_back?.amount ?? order.amount);

/** Explains who must send money back after staff have cancelled an order that the buyer paid directly to the seller. */
function explainCancelledByStaff(order: OrderView): string {
  if (order.money_back?.status === "settled") return `${undoneBy(order)}, and the money has been sent back.`;
  if (order.money_back) return `${undoneBy(order)}. The buyer hasn't said where to send the refund.`;
  const other = order.counterparty.display_name;
  const amount = formatDollars(order.amount);
  const owed = owedBySeller({
    amount: order.amount,
    received: order.events.some(({ kind }) => kind === "payment_confirmed"),
  });
  if (owed === "nothing") return "Our team cancelled this order. Nothing was paid, so nothing is owed.";
  if (order.role === "buyer") {
    return owed === "received"
      ? `${undoneBy(order)}. ${other} must send ${amount} back to you.`
      : `${undoneBy(order)}. If ${amount} left your account, ${other} must send it back.`;
  }
  return owed === "received"
    ? `${undoneBy(order)}. Please send ${amount} back to ${other}.`
    : `${undoneBy(order)}. If ${amount} arrives or has already arrived, send it back to ${other}.`;
}

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

const EVENT_LABELS: Record<OrderEventView["kind"], Record<Role, string>> = {
  placed: { buyer: "You ordered this item", seller: "Order received" },
  cash_agreed: { buyer: "You pay at pickup", seller: "Buyer pays at pickup" },
  evidence_submitted: { buyer: "You told the seller you sent the payment", seller: "Buyer says they sent the payment" },
  payment_confirmed: { buyer: "Seller confirmed your payment", seller: "You confirmed the payment" },
  payment_contested: { buyer: "Another buyer named the same payment", seller: "Another buyer named the same payment" },
  payment_denied: { buyer: "Seller hasn't found the payment", seller: "You reported the payment as not received" },
  completed: { buyer: "You picked it up", seller: "Buyer picked it up" },
  cancelled: { buyer: "You cancelled the order", seller: "Buyer cancelled the order" },
  expired: { buyer: "Payment deadline passed", seller: "Payment deadline passed" },
  not_collected: { buyer: "Pickup code not entered in time", seller: "Pickup code not entered in time" },
  disputed: { buyer: "Seller didn't confirm in time", seller: "You didn't confirm in time" },
  card_failed: { buyer: "Card payment didn't go through", seller: "Buyer's card payment didn't go through" },
  refunded: { buyer: "Payment refunded", seller: "Payment refunded to the buyer" },
  dispute_opened: { buyer: "You reported a problem", seller: "Buyer reported a problem" },
  dispute_resolved: { buyer: "Our team settled it", seller: "Our team settled it" },
  handed_over: { buyer: "Handed over with your code", seller: "Handed over with the buyer's code" },
  sold_outside: { buyer: "The seller marked it as sold to you", seller: "You marked it as sold" },
  sale_undone: { buyer: "The seller cancelled the sale", seller: "You cancelled the sale" },
  sale_confirmed: { buyer: "You confirmed the sale", seller: "The buyer confirmed the sale" },
  sale_disowned: { buyer: "You said it wasn't you", seller: "They said they didn't buy it" },
  inquiry_opened: { buyer: "Your bank asks about the payment", seller: "The buyer's bank asks about the payment" },
  chargeback_opened: { buyer: "Your bank took the payment back", seller: "The buyer's bank took the payment back" },
  chargeback_won: { buyer: "Your bank let the payment stand", seller: "The bank let the payment stand" },
  chargeback_part_lost: {
    buyer: "Your bank returned part of the payment",
    seller: "The bank took back part of the payment",
  },
  chargeback_lost: { buyer: "Your bank decided in your favour", seller: "The bank decided in the buyer's favour" },
  fraud_warned: { buyer: "Payment being checked", seller: "Payment being checked" },
  refund_found: { buyer: "Refunded outside Goodstreet", seller: "Refunded outside Goodstreet" },
  called_off: { buyer: "Called off", seller: "Called off" },
  collection_missed: { buyer: "Pickup reported as missed", seller: "Pickup reported as missed" },
  time_proposed: { buyer: "Another pickup time proposed", seller: "Another pickup time proposed" },
  time_accepted: { buyer: "New pickup time agreed", seller: "New pickup time agreed" },
  time_declined: { buyer: "New pickup time declined", seller: "New pickup time declined" },
  price_proposed: { buyer: "Lower price proposed", seller: "Lower price proposed" },
  price_agreed: { buyer: "Lower price agreed", seller: "Lower price agreed" },
  price_declined: { buyer: "Lower price declined", seller: "Lower price declined" },
  calling_off_asked: { buyer: "Calling off proposed", seller: "Calling off proposed" },
  calling_off_declined: { buyer: "Calling off declined", seller: "Calling off declined" },
  called_off_together: { buyer: "Called off together", seller: "Called off together" },
  change_withdrawn: { buyer: "Proposal withdrawn", seller: "Proposal withdrawn" },
  difference_settled: { buyer: "You both settled the difference", seller: "You both settled the difference" },
};

/** Texts of steps that either party may take. */
const PARTY_EVENT_COPY: Partial<Record<OrderEventView["kind"], (who: string) => string>> = {
  called_off: (who) => `${who} called it off`,
  collection_missed: (who) => `${who} reported a missed pickup`,
  time_proposed: (who) => `${who} proposed another pickup time`,
  time_accepted: (who) => `${who} accepted the new pickup time`,
  time_declined: (who) => `${who} declined the new pickup time`,
  price_proposed: (who) => `${who} proposed a lower price`,
  price_agreed: (who) => `${who} agreed to the lower price`,
  price_declined: (who) => `${who} declined the lower price`,
  calling_off_asked: (who) => `${who} asked to call it off`,
  calling_off_declined: (who) => `${who} declined to call it off`,
  called_off_together: (who) => `${who} agreed to call it off`,
  change_withdrawn: (who) => `${who} withdrew the proposal`,
};

/** Whether the order is one handover of a swap circle. */
export function isOfCircle({ trade_id }: Pick<OrderView, "trade_id">): boolean {
  return trade_id?.startsWith("cir_") === true;
}

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
  if (kind === "refunded" && isPaidDirectly(order.payment_method)) return "Our team cancelled the order";
  if (order.trade_id && kind === "placed") return isOfCircle(order) ? "A swap circle" : "A trade";
  if (order.trade_id && kind === "sold_outside") return isOfCircle(order) ? "Handed over" : "You both handed over";
  if (kind === "placed" && order.payment_method === "outside") return "A sale outside Goodstreet";
  if (kind === "payment_confirmed" && order.payment_method === "free") return "No payment needed";
  if (kind === "payment_confirmed" && order.payment_method === "stripe") return "Paid by card";
  if (kind === "evidence_submitted" && order.payment_method === "bank_transfer") {
    return order.role === "buyer" ? "You told the seller you sent the transfer" : "Buyer says they sent the transfer";
  }
  return EVENT_LABELS[kind][order.role];
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

const END_LABELS: Partial<Record<OrderEventView["kind"], Record<Role, string>>> = {
  completed: { buyer: "Picked up", seller: "Handed over" },
  handed_over: { buyer: "Picked up", seller: "Handed over" },
  sold_outside: { buyer: "Bought", seller: "Sold" },
  dispute_resolved: { buyer: "Settled", seller: "Settled" },
  cancelled: { buyer: "Cancelled", seller: "Cancelled" },
  expired: { buyer: "Expired", seller: "Expired" },
  not_collected: { buyer: "Not picked up", seller: "Not picked up" },
  refunded: { buyer: "Refunded", seller: "Refunded" },
  sale_undone: { buyer: "Cancelled", seller: "Cancelled" },
  sale_confirmed: { buyer: "Confirmed", seller: "Confirmed" },
  sale_disowned: { buyer: "Not yours", seller: "Not their purchase" },
  chargeback_lost: { buyer: "Refunded", seller: "Refunded" },
  called_off: { buyer: "Called off", seller: "Called off" },
  called_off_together: { buyer: "Called off", seller: "Called off" },
  collection_missed: { buyer: "Not picked up", seller: "Not picked up" },
};

/** Returns the date to show without a deadline: of the upcoming collection, or of how the order ended. */
export function dateLabel(order: OrderView): string {
  if (isOpen(order) && !order.money_back) return `Pickup ${formatDate(order.collection_date, order.collection_zone)}`;
  const last = order.events.findLast(({ kind }) => END_LABELS[kind]);
  const cancelled = last?.kind === "refunded" && isPaidDirectly(order.payment_method);
  const word = order.trade_id ? "Traded" : cancelled ? "Cancelled" : last && END_LABELS[last.kind]?.[order.role];
  return `${word ?? "Ended"} ${formatDate(last?.at ?? order.updated_at)}`;
}
