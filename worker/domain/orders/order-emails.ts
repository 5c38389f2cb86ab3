/** Emails about an order, one per event and side. They contain no address and no bank details. */

import { isRefundedByUs, owedBySeller } from "../checkout/undone-order.ts";
import { FRAUD_DECISION_MS, NO_SHOW_REPORT_MS } from "../deadlines.ts";
import { escapeHtml } from "../escape-html.ts";
import { formatCents } from "../money.ts";
import { emailDocument, linked } from "../notifications/email-html.ts";
import { addressOpens } from "./collection.ts";
import { formatDateInZone } from "./collection-date-text.ts";
import { owedInFull } from "./deal-changes.ts";
import { contestUntil } from "./no-show.ts";
import { cashEndsAt, endedByDenial, type Order, type OrderEvent } from "./order.ts";
import { reportDeadline } from "./order-deadlines.ts";
import { orderNumber } from "./order-number.ts";
import { isTraded } from "./outside-sale.ts";

export interface OrderEmail {
  id: string;
  dedupe_key: string;
  /** User whose profile has the email address; the room does not know it. */
  to_profile: string;
  subject: string;
  text: string;
  html: string;
  /** Email in one line, for the notification centre. */
  summary: string;
  /** Page the email is about. */
  path: string;
}

type Side = "buyer" | "seller";
/** The subject, which the item's title follows, and the paragraphs. */
type EmailCopy = [subject: string, ...lines: string[]];

/**
 * Returns the emails of one event. With an empty `origin` the page is named instead of linked. `offSale`: the item is
 * now inactive.
 */
export function orderEmails(order: Order, event: OrderEvent, origin: string, offSale = false): OrderEmail[] {
  // Two events at the same instant make one email: placed and paid, denied and expired, sent and contested.
  const next = order.events[order.events.findIndex(({ rev }) => rev === event.rev) + 1];
  const joins =
    event.kind === "placed" ||
    event.kind === "payment_denied" ||
    next?.kind === "payment_contested" ||
    next?.kind === "chargeback_part_lost";
  if (joins && next?.at === event.at) return [];
  return (["buyer", "seller"] as const).flatMap((side) => {
    const copy = emailCopy(order, event, side, offSale);
    if (!copy) return [];
    // The reason given by staff goes to both parties verbatim.
    if (event.note !== undefined) copy.push(`Our team's note: ${event.note}`);
    return [compose(order, event, side, copy, origin)];
  });
}

function emailCopy(order: Order, event: OrderEvent, side: Side, offSale: boolean): EmailCopy | null {
  const title = titleOf(order);
  const amount = formatCents(order.amount_cents);
  const day = formatDateInZone(order.collection_date, order.collection_zone, order.collection_ends_at);
  const by = (at: number | null) => (at === null ? "soon" : `by ${formatDateInZone(at, order.collection_zone)}`);
  const buyer = side === "buyer";
  switch (event.kind) {
    case "placed":
      return buyer
        ? [
            "Your order",
            `You've ordered “${title}” for ${amount}.`,
            `Please pay ${by(order.payment_deadline)}${order.bank_reference ? ` and use the reference ${order.bank_reference}` : ""}.`,
            "The payment details are on your order page.",
          ]
        : ["New order", `Someone has ordered “${title}” for ${amount}. We'll let you know when they've paid.`];
    case "cash_agreed":
      return buyer
        ? [
            "It's reserved for you",
            `“${title}” is reserved for you. Pay ${amount} in cash or by PayID when you pick it up on ${day}.`,
            "Check the item first, then pay, then show the seller the code on your order page. Please don't pay before pickup.",
            "If you can't make it, call it off on the order page before then.",
            `Order number: ${orderNumber(order.id)}`,
          ]
        : [
            "New order, paid at pickup",
            `Someone has ordered “${title}” and will pay you ${amount} in cash or by PayID at pickup on ${day}.`,
            "Once you have the money, ask for the code on their order page and enter it. It completes the order.",
            `Without the code the order ends ${by(cashEndsAt(order))}, and your item goes back on sale.`,
            `Order number: ${orderNumber(order.id)}`,
          ];
    case "evidence_submitted":
      return buyer
        ? [
            "We've let the seller know you've paid",
            `You told us you've sent ${amount} for “${title}”. The seller will confirm when it arrives.`,
          ]
        : [
            "Please confirm a payment",
            `The buyer of “${title}” says they've sent ${amount}${order.bank_reference ? ` with the reference ${order.bank_reference}` : ""}.`,
            `Please check your account and reply ${by(order.confirmation_deadline)}.`,
          ];
    case "payment_contested":
      return [
        "Payment named twice",
        ...(buyer
          ? [
              `Someone else has named the transaction that you gave for “${title}”. Our team finds out whose it is, and the item stays reserved for you.`,
              "If you made it, send our team something that shows it through Contact Us, such as a screenshot of your wallet.",
            ]
          : [
              `The buyer of “${title}” named a transaction that another buyer has named too. Our team finds out whose it is.`,
              `If ${amount} for this order has arrived in your wallet, confirm it. Otherwise you don't need to do anything, and nothing is restricted.`,
            ]),
      ];
    case "payment_confirmed": {
      const isOpen = event.at >= addressOpens(order.collection_date);
      return [
        `${order.payment_method === "free" ? (buyer ? "It's yours" : "It's been claimed") : "Payment confirmed"}`,
        buyer
          ? `“${title}” is yours. Pickup is on ${day}.`
          : `“${title}” ${order.payment_method === "free" ? "has been claimed" : "is sold"}. Pickup is on ${day}.`,
        ...receipt(order, event),
        buyer
          ? `The pickup address ${isOpen ? "is on your order page" : "appears on your order page 24 hours before"}. Your pickup code is there too. Show it to the seller once you have the item.`
          : `The buyer can see the pickup address ${isOpen ? "now" : "24 hours before"}. When you hand the item over, ask for the code on their order page. It completes the order.`,
        ...(!buyer && order.payment_method === "stripe"
          ? [
              "After that we pay you, to the account you set up in the Seller Hub. Until you have one, your money waits.",
            ]
          : []),
      ];
    }
    case "payment_denied":
      return buyer
        ? [
            "The seller hasn't received your payment yet",
            `The seller of “${title}” hasn't received ${amount}.`,
            order.payment_method === "crypto"
              ? `Please check your transaction and send us its hash again ${by(order.payment_deadline)}.`
              : `Please check your transfer and let us know again ${by(order.payment_deadline)}.`,
          ]
        : null;
    case "completed":
      if (event.staff) {
        return [
          "Completed",
          `Our team has marked the order for “${title}” as complete because it's paid and the pickup date has passed.`,
        ];
      }
      return ["Completed", buyer ? `You've picked up “${title}”. Enjoy it!` : `The buyer has picked up “${title}”.`];
    case "cancelled":
      return [
        "Order cancelled",
        buyer
          ? `You've cancelled your order for “${title}”.`
          : `The order for “${title}” was cancelled. Your item is for sale again.`,
      ];
    case "expired":
      if (endedByDenial(order.events)) {
        return [
          "Order ended",
          ...(buyer
            ? [
                `The seller of “${title}” hasn't received ${amount}, and there's no time left to pay again before pickup. The order has ended.`,
                "If you've paid, please contact support from your order page.",
              ]
            : [`You haven't received ${amount} for “${title}”, so the order has ended. Your item is for sale again.`]),
        ];
      }
      return [
        "Order expired",
        buyer
          ? `We didn't hear about a payment for “${title}” in time, so the order has expired.`
          : `The buyer of “${title}” didn't pay in time. Your item is for sale again.`,
      ];
    case "not_collected":
      return [
        "Not picked up",
        `Nobody entered the pickup code for “${title}” in time, so the order has ended.${buyer ? "" : " Your item is for sale again."}`,
        `Did the ${buyer ? "seller" : "buyer"} not turn up? Tell us on the order page ${by(order.collection_ends_at + NO_SHOW_REPORT_MS)}.`,
        ...(buyer ? [] : ["If it was picked up, mark it as sold in My Items."]),
      ];
    case "disputed":
      return buyer
        ? [
            "The seller hasn't replied",
            `The seller of “${title}” didn't confirm your payment in time. We'll keep the item for you, and our team is looking into it.`,
          ]
        : [
            "Your account is restricted",
            `You haven't told us whether the payment for “${title}” arrived. Your account is restricted until you do.`,
          ];
    case "card_failed":
      return buyer
        ? [
            "Your card payment didn't go through",
            `Your card payment of ${amount} for “${title}” didn't go through, and you haven't been charged.`,
            `You can try again or use another card ${by(order.payment_deadline)}.`,
          ]
        : null;
    case "handed_over":
      return [
        "Handed over",
        buyer
          ? `The seller has entered your pickup code, so “${title}” is yours. Enjoy it!`
          : `You've handed over “${title}”. The order is complete.`,
      ];
    case "refunded":
      if (order.events[0]?.kind === "placed" && order.events[1]?.rev === event.rev) {
        return [
          "Payment too late",
          buyer
            ? `“${title}” was gone when you told us about your payment. We've recorded it.`
            : `A buyer paid for “${title}” after someone else got it. Please check your wallet.`,
          ...owed(order, amount, buyer),
        ];
      }
      return [
        isRefundedByUs(order.payment_method) ? "Order refunded" : "Order cancelled by our team",
        ...(isRefundedByUs(order.payment_method)
          ? [
              `We're refunding the order for “${title}”. ${amount} ${buyer ? "goes back to your card" : "goes back to the buyer"}, usually within a few days.`,
            ]
          : [
              `Our team has cancelled the order for “${title}”.`,
              ...owed(order, formatCents(owedInFull(order)), buyer),
            ]),
        ...(offSale && !buyer ? ["Your item isn't for sale now. To sell it again, activate it in My Items."] : []),
      ];
    case "dispute_opened": {
      // We hold the money of a card payment; a transfer is already with the seller, and a gift moves none.
      const held = order.payment_method === "stripe" ? "We'll hold the money" : "The money stays where it is";
      const money = (what: string) => (order.payment_method === "free" ? "" : ` ${what} until then.`);
      return [
        "A problem was reported",
        buyer
          ? `You reported a problem with “${title}”. Our team will look into it.${money("The money stays where it is")}`
          : `The buyer of “${title}” has reported a problem. Our team will look into it.${money(held)}`,
      ];
    }
    case "sold_outside":
      // Both parties have reported the trade themselves.
      if (isTraded(order)) return null;
      return buyer
        ? [
            "Marked as sold to you",
            `The seller of “${title}” says you've bought it. Please confirm it within 14 days. Then you can rate each other.`,
            "If you haven't bought it, tell us with one tap on the order's page. Until you confirm, it counts for nobody.",
          ]
        : null;
    case "sale_confirmed":
    case "sale_disowned":
      if (buyer) return null;
      return event.kind === "sale_confirmed"
        ? ["Sale confirmed", `The buyer of “${title}” has confirmed that they bought it. You can now rate each other.`]
        : [
            "Not their purchase",
            `The person you named as the buyer of “${title}” says they didn't buy it, so we've removed their name. Your item stays sold.`,
          ];
    case "sale_undone":
      return buyer
        ? [
            "No longer marked as sold to you",
            `The seller of “${title}” has taken this back, so we've removed the sale.`,
          ]
        : null;
    case "inquiry_opened":
      return [
        "Payment questioned",
        ...(buyer
          ? [
              `Your bank is asking us about your payment of ${amount} for “${title}”, because you or someone with your card questioned it. Pickup is paused until it has decided.`,
              "If you didn't ask for this, call your bank and let us know through Contact Us.",
            ]
          : [
              `The buyer's bank is asking about the payment of ${amount} for “${title}”. It hasn't taken any money back.`,
              `${order.completed_at === null ? "Please don't hand the item over. " : ""}If you refund the buyer now, the matter ends there. Otherwise we'll answer the bank, and email you when it decides. If you have proof of ${order.completed_at === null ? "the sale" : "pickup"}, send it to us through Contact Us.`,
            ]),
      ];
    case "fraud_warned": {
      const decided =
        order.completed_at === null && event.at < reportDeadline(order) ? by(event.at + FRAUD_DECISION_MS) : null;
      return [
        "Payment being checked",
        ...(buyer
          ? [
              `The bank of the card that paid for “${title}” has told us that its owner may not have made this payment.${decided === null ? "" : " Pickup is paused while our team checks it."}`,
              ...(decided === null
                ? []
                : [`If we haven't decided ${decided}, the order is cancelled and the card gets ${amount} back.`]),
              "If you made this payment, let us know through Contact Us.",
            ]
          : [
              `The bank of the card that paid for “${title}” has told us that the payment may be fraud.`,
              decided === null
                ? "Our team is checking it. What we haven't paid you for this sale waits until then, for 14 days at most. If the money goes back to the card, you owe us what we've already paid you. If you have proof of pickup, send it to us through Contact Us."
                : `Please don't hand the item over, even if the pickup was meant to be sooner. If our team hasn't decided ${decided}, the order is cancelled and the money goes back to the card.`,
            ]),
      ];
    }
    case "chargeback_opened":
      return [
        "Payment disputed",
        ...(buyer
          ? [
              `Your bank has taken back your payment of ${amount} for “${title}” while it looks into it. Pickup is paused.`,
              "Banks usually decide within 3 months. We'll email you when yours does.",
              "If you didn't ask for this, call your bank and let us know through Contact Us.",
            ]
          : [
              `The buyer's bank has taken back the payment of ${amount} for “${title}” while it looks into it.`,
              order.completed_at === null
                ? "Please don't hand the item over. We'll email you when the bank decides, usually within 3 months. If it decides in your favour, pickup goes ahead as before."
                : "If you have proof of pickup, send it to us through Contact Us and we'll pass it on to the bank. We'll email you when the bank decides, usually within 3 months. If it decides in your favour, you keep the money.",
            ]),
      ];
    case "chargeback_won":
      return [
        "Payment dispute closed",
        `${buyer ? "Your" : "The buyer's"} bank has decided the payment of ${amount} for “${title}” was valid.`,
        ...(order.status === "payment_confirmed"
          ? [
              `Pickup goes ahead as before${order.collection_date > event.at ? ` on ${day}` : ". Please message each other to agree on a new time"}.`,
            ]
          : []),
        ...(buyer || order.status !== "completed" ? [] : ["Your payout goes ahead as before."]),
      ];
    case "chargeback_lost":
      return [
        "Order closed",
        ...(buyer
          ? [
              `Your bank has decided in your favour and returned your payment for “${title}”. This order is now closed.`,
              ...(order.card?.state === "refund_due"
                ? ["It returned only part of the price. The rest is on its way to your card."]
                : []),
            ]
          : [
              `The buyer's bank has decided in the buyer's favour, so you won't be paid for “${title}”. This order is now closed.`,
              order.completed_at === null
                ? "Your item isn't for sale now. You can list it again."
                : "If you need help, contact us.",
            ]),
      ];
    case "chargeback_part_lost": {
      const lost = formatCents(
        order.reversals?.findLast(({ lost_cents }) => lost_cents !== undefined)?.lost_cents ?? 0,
      );
      return [
        "Part of a payment taken back",
        ...(buyer
          ? [`Your bank has returned ${lost} of your payment for “${title}” to you. Your order stays complete.`]
          : [
              `The buyer's bank has taken back ${lost} of the ${amount} for “${title}”. The sale stands, and you're paid the rest. The Seller Hub shows it.`,
              "If you need help, contact us.",
            ]),
      ];
    }
    case "refund_found":
      return [
        "Refund being checked",
        `The payment for “${title}” was refunded outside Goodstreet.`,
        order.completed_at === null
          ? `Pickup is paused while our team checks it${buyer ? "" : ". Please don't hand the item over yet"}. We'll email you when we've finished, usually within 2 days.`
          : "Our team is checking it. We'll email you when we've finished, usually within 2 days.",
      ];
    case "called_off": {
      const byBuyer = event.actor_id === order.buyer_id;
      const own = buyer === byBuyer;
      const free = order.payment_method === "free";
      return [
        `${free ? "Giveaway" : "Pickup"} called off`,
        own
          ? `You've called off the ${free ? "giveaway" : "pickup"} of “${title}”.`
          : `${byBuyer ? "The person picking up" : free ? "The person giving away" : "The seller of"} “${title}” has called it off.`,
        buyer ? "You don't need to do anything." : "Your item is listed again.",
      ];
    }
    case "collection_missed": {
      const own = buyer === (event.actor_id === order.buyer_id);
      return [
        "Pickup missed",
        own
          ? `You've reported that the ${buyer ? "seller" : "buyer"} didn't turn up for “${title}”.`
          : `The ${buyer ? "seller" : "buyer"} reported that you didn't turn up for “${title}”.`,
        ...(own
          ? []
          : [
              `If that isn't what happened, tell us on the order page ${by(contestUntil({ created_at: event.at }))}. Our team will then decide.`,
            ]),
        buyer ? "The order has ended." : "The order has ended and your item is listed again.",
      ];
    }
    case "time_proposed": {
      const byBuyer = event.actor_id === order.buyer_id;
      const proposal = order.proposals.find(({ by: side }) => (side === "buyer") === byBuyer);
      if (!proposal || buyer === byBuyer) return null;
      return [
        "Another pickup time proposed",
        `The ${proposal.by} of “${title}” proposes ${formatDateInZone(proposal.from, order.collection_zone, proposal.until)}.`,
        `Please accept or decline ${by(proposal.expires_at)}. Without an answer, pickup stays on ${day}.`,
      ];
    }
    case "time_accepted":
      return [
        "Pickup moved",
        `Pickup of “${title}” is now on ${day}.`,
        "Add it to your calendar again from the order page, and the old entry moves.",
      ];
    case "time_declined":
      if (buyer === (event.actor_id === order.buyer_id)) return null;
      return [
        "Pickup time unchanged",
        `The ${buyer ? "seller" : "buyer"} of “${title}” can't make the time you proposed. Pickup stays on ${day}.`,
      ];
    case "price_proposed":
    case "calling_off_asked": {
      const byBuyer = event.actor_id === order.buyer_id;
      const change = order.changes?.findLast(({ at }) => at === event.at);
      if (!change || buyer === byBuyer) return null;
      const who = `The ${byBuyer ? "buyer" : "seller"} of “${title}”`;
      return [
        ...(change.kind === "price"
          ? ([
              "Lower price proposed",
              `${who} proposes ${formatCents(change.to_cents)} instead of ${formatCents(change.from_cents)}.`,
            ] as const)
          : ([
              "Call it off?",
              `${who} would like to call the order off. If you agree, ${buyer ? "the seller sends your money back" : "you send the money back"}, and it doesn't count against either of you.`,
            ] as const)),
        `Please answer on the order page ${by(change.expires_at)}. Without an answer nothing changes.`,
      ];
    }
    case "price_agreed": {
      const change = order.changes?.findLast((one) => one.kind === "price" && one.agreed_rev === event.rev);
      if (change?.kind !== "price") return null;
      const [before, after] = [formatCents(change.from_cents), formatCents(change.to_cents)];
      const difference = formatCents(change.from_cents - change.to_cents);
      return [
        "New price agreed",
        `“${title}” now costs ${after} instead of ${before}.`,
        ...priceDifference(order, difference, buyer),
        `Order number: ${orderNumber(order.id)}`,
      ];
    }
    case "price_declined":
    case "calling_off_declined":
    case "change_withdrawn":
      if (buyer === (event.actor_id === order.buyer_id)) return null;
      return event.kind === "change_withdrawn"
        ? ["Proposal withdrawn", `The ${buyer ? "seller" : "buyer"} of “${title}” has taken their proposal back.`]
        : event.kind === "price_declined"
          ? ["Price unchanged", `The ${buyer ? "seller" : "buyer"} of “${title}” keeps to ${amount}.`]
          : ["Order goes on", `The ${buyer ? "seller" : "buyer"} of “${title}” would rather not call it off.`];
    case "called_off_together":
      return [
        "Called off together",
        `You've both agreed to call off the order for “${title}”. It doesn't count against either of you.`,
        ...owed(order, formatCents(owedInFull(order)), buyer),
        ...(offSale && !buyer ? ["Your item isn't for sale now. To sell it again, activate it in My Items."] : []),
      ];
    case "difference_settled":
      return [
        "Difference settled",
        `You've both said that the difference to the agreed price of “${title}” was paid back.`,
      ];
    case "dispute_resolved":
      return [
        "Problem reviewed",
        `Our team has reviewed the order for “${title}”, and the sale stands. Your order page shows the details.`,
      ];
  }
}

const GIVE_ACCOUNT = "Tell us on the order page which account to send it to. You have 7 days.";
const SEND_BACK =
  "We'll let you know when the buyer tells us their account, and show it on the order page. You have 7 days to send the money.";

/** Says how the difference to an agreed price reaches the buyer (D82). */
function priceDifference({ payment_method: method }: Order, difference: string, buyer: boolean): string[] {
  if (method === "cash") return buyer ? ["Pay the new price at pickup."] : ["The buyer pays the new price at pickup."];
  if (isRefundedByUs(method)) {
    return [
      `We're refunding ${difference} to ${buyer ? "your" : "the buyer's"} card. It can take a few days.`,
      ...(buyer ? [] : ["Your payout and our fee go by the new price."]),
    ];
  }
  return [
    buyer ? `The seller owes you ${difference}.` : `Please give the buyer ${difference} back.`,
    "Tell us on the order page once it's settled.",
  ];
}

/** Says who returns money that did not pass through us. Where the payment was in doubt: only if it arrived. */
function owed(order: Order, amount: string, buyer: boolean): string[] {
  switch (owedBySeller({ amount: order.amount_cents, received: order.paid_at !== null })) {
    case "nothing":
      return [];
    case "received":
      return buyer
        ? [`The seller must refund you ${amount}.`, GIVE_ACCOUNT]
        : [`Please refund the buyer ${amount}.`, SEND_BACK];
    case "doubtful":
      return buyer
        ? [`If the ${amount} left your account, the seller must refund it.`, GIVE_ACCOUNT]
        : [
            `If the ${amount} has arrived or arrives later, please refund the buyer. If it never arrives, contact support from the order page.`,
            SEND_BACK,
          ];
  }
}

export const PAYMENT_METHOD_LABELS = {
  bank_transfer: "bank transfer",
  stripe: "card",
  crypto: "crypto",
  cash: "cash or PayID",
  free: null,
  outside: null,
} as const;

/**
 * What was paid, how and when; nothing for free items. No code, address or account number, because email is not
 * private.
 */
function receipt(order: Order, event: OrderEvent): string[] {
  const method = PAYMENT_METHOD_LABELS[order.payment_method];
  if (method === null) return [];
  const proof =
    order.crypto?.tx_hash != null
      ? `, transaction ${order.crypto.tx_hash}`
      : order.bank_reference === null
        ? ""
        : `, reference ${order.bank_reference}`;
  return [
    `Paid: ${formatCents(order.amount_cents)} by ${method}${proof}, on ${formatDateInZone(event.at, order.collection_zone)}.`,
    `Order number: ${orderNumber(order.id)}`,
  ];
}

/** One line: a line break would start a header in the subject, and a paragraph in our name in the text (A82). */
const titleOf = (order: Order) => order.item_title.replace(/\s+/g, " ").trim();

/** Events that the seller answers under Payment Confirmations. */
const TO_CONFIRM: readonly OrderEvent["kind"][] = ["evidence_submitted", "payment_contested", "disputed"];

function compose(
  order: Order,
  event: OrderEvent,
  side: Side,
  [subject, ...lines]: EmailCopy,
  origin: string,
): OrderEmail {
  const confirms = side === "seller" && TO_CONFIRM.includes(event.kind);
  const path = confirms ? "/PaymentConfirmations" : `/MyOrders/${order.id}`;
  const label = confirms ? "Payment Confirmations" : "Your order";
  const link = origin === "" ? null : `${origin}${path}`;
  const last = link ? `${label}: ${link}` : `Open ${confirms ? label : "My Orders"} in Goodstreet to see more.`;
  const key = `${order.id.replace(/^[a-z]+_/, "")}${event.rev}${side === "buyer" ? "b" : "s"}`;
  return {
    id: `mail_${key}`,
    dedupe_key: `order:${order.id}:${event.rev}:${side}`,
    to_profile: side === "buyer" ? order.buyer_id : order.seller_id,
    subject: `${subject}: ${titleOf(order)}`,
    summary: lines[0] ?? "",
    path,
    text: [...lines, last, "Goodstreet"].join("\n\n"),
    html: emailDocument(
      `${subject}: ${titleOf(order)}`,
      [...lines.map(linked), link ? `<a href="${escapeHtml(link)}">${label}</a>` : escapeHtml(last), "Goodstreet"].map(
        (line) => `<p dir="auto">${line}</p>`,
      ),
    ),
  };
}
