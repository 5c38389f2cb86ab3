/** One email about an event of several orders of one purchase, with the items and the total of the payment. */

import type { PurchaseEmailPart } from "#domain/checkout/purchase-email";
import { formatCents } from "#domain/money";
import { composeEmail, type Email } from "./templates.ts";

interface Words {
  subject: string;
  first: string;
  rest: string[];
}

export function purchaseEmail(parts: readonly PurchaseEmailPart[], origin: string): Email {
  const [first] = parts;
  if (!first) throw new Error("an email about no order");
  const confirms = first.kind === "evidence_submitted" && first.side === "seller";
  const path = confirms ? "/PaymentConfirmations" : "/MyOrders";
  const { subject, first: opening, rest } = wordsOf(first, parts);
  const others = parts.length - 1;
  return composeEmail({
    subject: `${subject}: ${first.title} and ${others} more ${others === 1 ? "item" : "items"}`,
    paragraphs: [opening, ...parts.map(line), ...rest],
    action: { label: confirms ? "Payment confirmations" : "Your orders", url: `${origin}${path}` },
  });
}

function line({ kind, title, amount_cents, collection }: PurchaseEmailPart): string {
  const price = `${title}: ${formatCents(amount_cents)}`;
  return kind === "payment_confirmed" ? `${price}, collection on ${collection}` : price;
}

function wordsOf(part: PurchaseEmailPart, parts: readonly PurchaseEmailPart[]): Words {
  const { kind, reference, pay_by: payBy } = part;
  const buyer = part.side === "buyer";
  const total = formatCents(parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0));
  const items = `${parts.length} ${buyer ? "items" : "of your items"}`;
  switch (kind) {
    case "placed":
      return buyer
        ? {
            subject: "Your order",
            first: `You've ordered ${items} for ${total} in total.`,
            rest: [
              `Please pay ${payBy}${reference === null ? "" : ` and use the reference ${reference}`}. One payment covers all of them.`,
              "The payment details are on your order pages.",
            ],
          }
        : {
            subject: "New order",
            first: `One buyer has ordered ${items} for ${total} in total.`,
            rest: ["We'll let you know when the buyer has paid."],
          };
    case "evidence_submitted":
      return buyer
        ? {
            subject: "We told the seller about your payment",
            first: `You said that ${total} for ${items} is on its way.`,
            rest: ["The seller will confirm when it arrives."],
          }
        : {
            subject: "Please confirm a payment",
            first: `The buyer of ${items} says that ${total} is on its way${reference === null ? "" : ` with the reference ${reference}`}.`,
            rest: [`Please check your account and confirm each order ${part.confirm_by}.`],
          };
    case "payment_confirmed":
      return {
        subject: "Payment confirmed",
        first: buyer ? `Your payment of ${total} for ${items} is confirmed.` : `You've sold ${items} for ${total}.`,
        rest: [
          buyer
            ? "The collection address appears on each order page 24 hours before. Your collection code is there too: show it to the seller once you have the item."
            : "The buyer sees the collection address 24 hours before. When you hand an item over, ask for the code on its order page: it completes the order.",
          ...(part.paid_by === null
            ? []
            : [
                `Paid: ${total} by ${part.paid_by}${reference === null ? "" : `, reference ${reference}`}, on ${part.at}.`,
              ]),
          `Order numbers: ${parts.map(({ order_id }) => order_id).join(", ")}`,
        ],
      };
    case "card_failed":
      return {
        subject: "Your card was not accepted",
        first: `The card payment of ${total} for ${items} did not go through, and nothing was taken.`,
        rest: [`You can try again or use another card ${payBy}.`],
      };
    case "cancelled":
      return buyer
        ? { subject: "Order cancelled", first: `You've cancelled your order of ${items}.`, rest: [] }
        : {
            subject: "Order cancelled",
            first: `The order of ${items} was cancelled.`,
            rest: ["They're for sale again."],
          };
    case "expired":
      return buyer
        ? {
            subject: "Order expired",
            first: `We didn't hear of a payment for ${items} in time, so your order has expired.`,
            rest: [],
          }
        : {
            subject: "Order expired",
            first: `The buyer of ${items} didn't pay in time.`,
            rest: ["They're for sale again."],
          };
    case "chargeback_opened":
      return {
        subject: "Payment disputed",
        first: buyer
          ? `Your bank has taken back your payment of ${total} for ${items} while it looks into it. Collection is paused.`
          : `The buyer's bank has taken back the payment of ${total} for ${items} while it looks into it.`,
        rest: buyer
          ? [
              "Banks usually decide within three months. We'll email you when yours does.",
              "If you didn't ask for this, call your bank and tell us through Contact Us.",
            ]
          : [
              "Please don't hand over anything that hasn't been collected yet. If you can show that the buyer collected it, send us that through Contact Us and we'll pass it on to the bank.",
              "We'll email you when the bank decides, usually within three months. If the payment stands, everything goes on as before.",
            ],
      };
    case "chargeback_won":
      return {
        subject: "Payment stands",
        first: `${buyer ? "Your" : "The buyer's"} bank has let the payment of ${total} for ${items} stand.`,
        rest: ["Your orders go on as before. If a collection day has passed, please agree on a new time by message."],
      };
    case "chargeback_lost":
      return {
        subject: "Orders over",
        first: buyer
          ? `Your bank has decided for you and has given back your payment for ${items}.`
          : `The buyer's bank has decided for the buyer, so ${items} won't be paid out.`,
        rest: [
          buyer
            ? "These orders are over."
            : "These orders are over. What wasn't collected is off sale; you can list it again. If you need help with what happened, contact us.",
        ],
      };
  }
}
