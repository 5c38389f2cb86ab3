/** Explains an order to its buyer and seller: what has happened, and what comes next. */
import type { OrderView } from "#contract/orders";
import { owedBySeller } from "#domain/checkout/undone-order";
import { FRAUD_DECISION_MS } from "#domain/deadlines";
import { type NextStep, nextStep, type StepAction, type StepWait } from "#domain/orders/next-step";
import { cashEndsAt, endedByDenial } from "#domain/orders/order";
import { reportDeadline } from "#domain/orders/order-deadlines";
import { formatDollars, formatPlaceTime } from "../../lib/format.ts";
import { isCalledOff, isOfCircle, isPaidDirectly } from "./order-labels.ts";

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
