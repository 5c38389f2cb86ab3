import type { PurchaseEmailPart } from "#domain/checkout/purchase-email";
import { formatCents } from "#domain/money";

/**
 * Templates of the service's emails, as subject, text and HTML with the same content. Values are escaped in the HTML,
 * once, here.
 */

export interface Email {
  subject: string;
  text: string;
  html: string;
}

interface EmailParts {
  subject: string;
  /** Name in the greeting; empty for a neutral one. */
  name?: string;
  paragraphs: string[];
  /** A `url` without an origin is a path: it is written out instead of linked (http/origin.ts). */
  action?: { label: string; url: string };
  /** What to do if the email was unexpected. */
  footer?: string;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** A line break in a subject would start a new header. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

const isPath = (url: string) => url.startsWith("/");

function actionLine({ label, url }: { label: string; url: string }): string {
  return isPath(url) ? `${label}: open Goodstreet in your browser and add this to its address` : label;
}

/** Composes an email; values are plain text. */
export function composeEmail({ subject, name = "", paragraphs, action, footer }: EmailParts): Email {
  const greeting = name ? `Hello ${oneLine(name)},` : "Hello,";
  const text = [
    greeting,
    ...paragraphs,
    ...(action ? [`${actionLine(action)}:\n${action.url}`] : []),
    ...(footer ? [footer] : []),
    "Goodstreet",
  ].join("\n\n");
  const p = (line: string, style = "") => `<p${style && ` style="${style}"`}>${escapeHtml(line)}</p>`;
  const html = [
    '<!doctype html><html lang="en-AU"><body style="font-family:sans-serif;line-height:1.5;color:#1c1917;max-width:560px">',
    p(greeting),
    ...paragraphs.map((line) => p(line)),
    ...(action
      ? [
          isPath(action.url)
            ? p(`${actionLine(action)}:`)
            : `<p><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
          p(action.url, "font-size:13px;color:#57534e;word-break:break-all"),
        ]
      : []),
    ...(footer ? [p(footer, "font-size:13px;color:#57534e")] : []),
    p("Goodstreet"),
    "</body></html>",
  ].join("\n");
  return { subject: oneLine(subject), text, html };
}

export function verifyEmailEmail(name: string, url: string): Email {
  return composeEmail({
    subject: "Confirm your e-mail address",
    name,
    paragraphs: ["Welcome to Goodstreet. Please confirm that this e-mail address is yours."],
    action: { label: "Confirm my address", url },
    footer: "The link works for 24 hours. If you did not sign up, ignore this message.",
  });
}

/** To the owner of an address that was used for another sign-up (A18). */
export function alreadyRegisteredEmail(signInUrl: string, forgotUrl: string): Email {
  return composeEmail({
    subject: "You already have a Goodstreet account",
    paragraphs: [
      "Somebody, probably you, tried to sign up with this e-mail address. You already have an account with it, so you can simply sign in.",
      `If you have forgotten your password, you can set a new one: ${forgotUrl}`,
    ],
    action: { label: "Sign in", url: signInUrl },
    footer: "If this was not you, nothing has changed and there is nothing you need to do.",
  });
}

export function resetPasswordEmail(name: string, url: string, minutes: number): Email {
  return composeEmail({
    subject: "Set a new password",
    name,
    paragraphs: ["You asked to set a new password for your Goodstreet account."],
    action: { label: "Set a new password", url },
    footer: `The link works once, for ${minutes} minutes. If you did not ask for it, ignore this message: your password stays as it is.`,
  });
}

export function passwordChangedEmail(
  name: string,
  options: { paymentDetailsRemoved: boolean; forgotUrl: string },
): Email {
  return composeEmail({
    subject: "Your password was changed",
    name,
    paragraphs: [
      "The password of your Goodstreet account was changed and every device was signed out.",
      ...(options.paymentDetailsRemoved
        ? [
            "Your e-mail address had not been confirmed before, so we have removed the bank details, wallets, phone number and collection address kept with the account. Please enter yours again in your account settings.",
          ]
        : []),
    ],
    action: { label: "This was not me", url: options.forgotUrl },
  });
}

/** `what`: "bank details", "wallet addresses" or both. */
export function paymentDetailsChangedEmail(name: string, what: string, url: string): Email {
  return composeEmail({
    subject: `Your ${what} were changed`,
    name,
    paragraphs: [
      `The ${what} of your Goodstreet account were changed. For your safety buyers are shown new ones 24 hours from now and not before; orders already placed keep the old ones.`,
    ],
    action: { label: "Check my account settings", url },
    footer: "If this was not you, set a new password at once: that signs out every other device.",
  });
}

/** Google sign-in has taken over an account whose address was never confirmed (A24). */
export function accountClaimedEmail(name: string): Email {
  return composeEmail({
    subject: "You now sign in with Google",
    name,
    paragraphs: [
      "You signed in to Goodstreet with Google. An account with your e-mail address existed already, but nobody had confirmed the address, so its password, its other sign-ins and the payment details in it were removed. It is yours alone now.",
    ],
  });
}

/** To the new address, before it is used. */
export function newEmailEmail(name: string, url: string): Email {
  return composeEmail({
    subject: "Confirm your new e-mail address",
    name,
    paragraphs: ["You asked to use this e-mail address for your Goodstreet account. Please confirm that it is yours."],
    action: { label: "Use this address", url },
    footer: "The link works once, for 24 hours. If you did not ask for it, ignore this message.",
  });
}

/** To the old address, after the change. */
export function emailChangedEmail(name: string, masked: string, support: string): Email {
  return composeEmail({
    subject: "Your e-mail address was changed",
    name,
    paragraphs: [`Your Goodstreet account now uses the address ${masked}. This one no longer signs in.`],
    footer: `If this was not you, write to ${support} at once.`,
  });
}

/** The seller's payout account is ready (A66). */
export function payoutsReadyEmail(): Email {
  return composeEmail({
    subject: "Payouts of your card sales are set up",
    paragraphs: [
      "Your account with our card provider is ready. From now on we send it the proceeds of your card sales once the goods have changed hands.",
    ],
    footer: "If this was not you, set a new password at once: that signs out every other device. Then write to us.",
  });
}

/** State of a disputed top-up at the bank. */
export type TopupDisputeState = "open" | "won" | "lost";

/** A bank has taken a top-up back, or has decided about it. */
export function topupReversedEmail(news: TopupDisputeState, amount: string): Email & { said: string } {
  const [subject, said] = {
    open: [
      `Your bank took back a top-up of ${amount}`,
      `Your bank has taken back your ${amount} top-up while it looks into the payment, so we've taken that ad credit off your balance. If you've already spent some of it, you can't promote items until the rest is paid.`,
    ],
    won: [
      `Your top-up of ${amount} stands`,
      `Your bank has let your ${amount} top-up stand. The ad credit we took is back on your balance.`,
    ],
    lost: [
      `Your top-up of ${amount} was reversed`,
      `Your bank has given you back the ${amount} you paid for a top-up, so that ad credit stays off your balance. If some of it is still owed, your next top-up pays for it.`,
    ],
  }[news] as [string, string];
  const action = "If you didn't ask your bank for this, call them and reply to us through Contact Us.";
  return { said, ...composeEmail({ subject, paragraphs: news === "open" ? [said, action] : [said] }) };
}

/** A card payment was refunded. `late`: it arrived when the item was no longer available. */
export function refundEmail(
  side: "buyer" | "seller",
  amount: string,
  title: string,
  late: boolean,
): Email & { said: string } {
  const said = {
    buyer: late
      ? `Your card payment of ${amount} for "${title}" arrived when the item was no longer available. We have given all of it back; banks need a few days to show it.`
      : `${amount} for "${title}" is on its way back to your card; banks need a few days to show it.`,
    seller: late
      ? `A card payment of ${amount} for "${title}" came too late and has been given back to the buyer. You do not need to do anything.`
      : `${amount} for "${title}" has been given back to the buyer.`,
  }[side];
  return { said, ...composeEmail({ subject: `Refund of ${amount}: ${title}`, paragraphs: [said] }) };
}

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
