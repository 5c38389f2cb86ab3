import type { PurchaseEmailPart } from "#domain/checkout/purchase-email";
import { escapeHtml } from "#domain/escape-html";
import { formatCents } from "#domain/money";
import { emailDocument, linked } from "#domain/notifications/email-html";
import { orderNumber } from "#domain/orders/order-number";

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
  /** News with a link each. */
  entries?: readonly { title: string; body: string; url: string }[];
  /** A paragraph after the entries. */
  ending?: string;
  /** A `url` without an origin is a path: it is written out instead of linked (http/origin.ts). */
  action?: { label: string; url: string };
  /** What to do if the email was unexpected. */
  footer?: string;
}

/** A line break in a subject would start a new header. */
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

const isPath = (url: string) => url.startsWith("/");

function actionLine({ label, url }: { label: string; url: string }): string {
  return isPath(url) ? `${label}: open Goodstreet in your browser and add this to its address` : label;
}

function entryHtml({ title, body, url }: { title: string; body: string; url: string }): string {
  const heading = isPath(url)
    ? `<strong>${escapeHtml(title)}</strong>`
    : `<a href="${escapeHtml(url)}" style="color:#0f766e;font-weight:bold">${escapeHtml(title)}</a>`;
  return `<p dir="auto">${heading}${body && `<br>${escapeHtml(body)}`}</p>`;
}

/**
 * Greets by a first name that looks like one. An email may reach somebody else's address, and its account's name is an
 * advertisement that its owner could not send otherwise (A84).
 */
function greetingOf(name: string): string {
  const [first = ""] = oneLine(name).split(" ");
  return /^[\p{L}\p{M}'’-]{1,20}$/u.test(first) ? `Hello ${first},` : "Hello,";
}

/** Composes an email; values are plain text. */
export function composeEmail(parts: EmailParts): Email {
  const { subject, name = "", paragraphs, entries = [], ending, action, footer } = parts;
  const greeting = greetingOf(name);
  const text = [
    greeting,
    ...paragraphs,
    ...entries.map(({ title, body, url }) => [title, body, url].filter(Boolean).join("\n")),
    ...(ending ? [ending] : []),
    ...(action ? [`${actionLine(action)}:\n${action.url}`] : []),
    ...(footer ? [footer] : []),
    "Goodstreet",
  ].join("\n\n");
  const p = (line: string, style = "") => `<p dir="auto"${style && ` style="${style}"`}>${linked(line)}</p>`;
  const html = emailDocument(oneLine(subject), [
    p(greeting),
    ...paragraphs.map((line) => p(line)),
    ...entries.map(entryHtml),
    ...(ending ? [p(ending)] : []),
    ...(action
      ? [
          isPath(action.url)
            ? p(`${actionLine(action)}:`)
            : `<p dir="auto"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f766e;color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
          p(action.url, "font-size:13px;word-break:break-all"),
        ]
      : []),
    ...(footer ? [p(footer, "font-size:13px")] : []),
    p("Goodstreet"),
  ]);
  return { subject: oneLine(subject), text, html };
}

/** Without a name: the address may be a stranger's, and the name an advertisement that somebody typed at sign-up (A84). */
export function verifyEmailEmail(url: string): Email {
  return composeEmail({
    subject: "Confirm your email address",
    paragraphs: ["Welcome to Goodstreet. Please confirm this is your email address."],
    action: { label: "Confirm my email address", url },
    footer: "The link works for 24 hours. If you didn't sign up, you can ignore this email.",
  });
}

/** To the owner of an address that was used for another sign-up (A18). */
export function alreadyRegisteredEmail(signInUrl: string, forgotUrl: string): Email {
  return composeEmail({
    subject: "You already have a Goodstreet account",
    paragraphs: [
      "Someone, probably you, tried to sign up with this email address. You already have an account, so just sign in.",
      `Forgotten your password? Set a new one: ${forgotUrl}`,
    ],
    action: { label: "Sign in", url: signInUrl },
    footer: "If this wasn't you, nothing has changed and you don't need to do anything.",
  });
}

export function resetPasswordEmail(name: string, url: string, minutes: number): Email {
  return composeEmail({
    subject: "Set a new password",
    name,
    paragraphs: ["You asked to set a new password for your Goodstreet account."],
    action: { label: "Set a new password", url },
    footer: `The link works once, for ${minutes} minutes. If you didn't ask for it, ignore this email. Your password won't change.`,
  });
}

export function passwordChangedEmail(
  name: string,
  options: { signedOut: "every device" | "every other device"; paymentDetailsRemoved: boolean; forgotUrl: string },
): Email {
  return composeEmail({
    subject: "Your password was changed",
    name,
    paragraphs: [
      `Your Goodstreet password was changed and we've signed out ${options.signedOut}.`,
      ...(options.paymentDetailsRemoved
        ? [
            "Your email address hadn't been confirmed, so we've removed the bank details, wallets, phone number and pickup address saved in the account. Please add yours again in your account settings.",
          ]
        : []),
    ],
    action: { label: "This wasn't me", url: options.forgotUrl },
  });
}

/** `what`: "bank details", "wallet addresses" or both. */
export function paymentDetailsChangedEmail(name: string, what: string, url: string): Email {
  return composeEmail({
    subject: `Your ${what} were changed`,
    name,
    paragraphs: [
      `The ${what} on your Goodstreet account were changed. For your safety, buyers won't see the new ones for 24 hours. Orders already placed keep the old ones.`,
    ],
    action: { label: "Check my account settings", url },
    footer: "If this wasn't you, set a new password now. That signs out every other device.",
  });
}

/** Google sign-in has taken over an account whose address was never confirmed (A24). */
export function accountClaimedEmail(name: string): Email {
  return composeEmail({
    subject: "You now sign in with Google",
    name,
    paragraphs: [
      "You signed in to Goodstreet with Google. There was already an account with your email address, but no one had confirmed it. We've removed its password, other sign-ins and payment details, so it's yours alone now.",
    ],
  });
}

/** The seller's payout account is ready (A66). */
export function payoutsReadyEmail(): Email {
  return composeEmail({
    subject: "Payouts for card sales are set up",
    paragraphs: [
      "Your account with our card provider is ready. From now on, we'll pay you for card sales once the item is handed over.",
    ],
    footer: "If this wasn't you, set a new password now. That signs out every other device. Then contact us.",
  });
}

/** Proceeds of a seller wait because they have no account that can receive money. */
export function proceedsWaitingEmail(amount: string, origin: string): Email & { said: string } {
  const said = `Buyers paid you ${amount} by card. Set up payouts to get it. It takes about 5 minutes.`;
  return {
    said,
    ...composeEmail({
      subject: `${amount} is waiting for you`,
      paragraphs: [said, "The money stays yours for as long as it takes."],
      ...(origin !== "" && { action: { label: "Set up payouts", url: `${origin}/Connect` } }),
    }),
  };
}

/** A seller's payouts wait (D71). `title`: the item of the order; null when it concerns all of them. */
export function payoutsHeldEmail(title: string | null, reason: string, until: string): Email & { said: string } {
  const subject = title === null ? "Your payouts are on hold" : `A payout is on hold: ${title}`;
  const said = `${reason} On hold until ${until}.`;
  return {
    said,
    ...composeEmail({
      subject,
      paragraphs: [
        title === null
          ? `Money from your card sales isn't sent to you until ${until}.`
          : `The money for “${title}” isn't sent to you until ${until}.`,
        `Reason: ${reason}`,
        "Then we send it, unless we write to you again. Nothing is kept for longer than 90 days without being yours or the buyer's.",
      ],
      footer: "If you think this is a mistake, use Contact Support. A person will look at it again.",
    }),
  };
}

/** State of a disputed top-up at the bank. */
export type TopupDisputeState = "open" | "won" | "lost";

/** A bank has taken a top-up back, or has decided about it. */
export function topupReversedEmail(news: TopupDisputeState, amount: string): Email & { said: string } {
  const [subject, said] = {
    open: [
      `Your bank took back a top-up of ${amount}`,
      `Your bank has taken back your ${amount} top-up while it looks into the payment, so we've taken that ad credit off your balance. If you've already spent some of it, you can't promote items until you've paid it back.`,
    ],
    won: [
      `Your top-up of ${amount} is back`,
      `Your bank has decided in our favour, so your ${amount} top-up is valid. The ad credit we took off is back on your balance.`,
    ],
    lost: [
      `Your top-up of ${amount} was reversed`,
      `Your bank has returned the ${amount} you paid for a top-up, so that ad credit stays off your balance. If you still owe some of it, it comes out of your next top-up.`,
    ],
  }[news] as [string, string];
  const action = "If you didn't ask your bank for this, call them and let us know through Contact Us.";
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
      ? `Your card payment of ${amount} for “${title}” came through after the item was gone, so we've refunded it in full. It can take a few days to show in your account.`
      : `Your refund of ${amount} for “${title}” is on its way to your card. It can take a few days to show in your account.`,
    seller: late
      ? `A card payment of ${amount} for “${title}” came too late, so we've refunded the buyer. You don't need to do anything.`
      : `We've refunded the buyer ${amount} for “${title}”.`,
  }[side];
  return { said, ...composeEmail({ subject: `Refund of ${amount}: ${title}`, paragraphs: [said] }) };
}

/** The subject, which the items follow, the paragraph before the list of items, and those after it. */
type Words = [subject: string, opening: string, ...rest: string[]];

export function purchaseEmail(parts: readonly PurchaseEmailPart[], origin: string): Email {
  const [first] = parts;
  if (!first) throw new Error("an email about no order");
  const confirms = first.kind === "evidence_submitted" && first.side === "seller";
  const path = confirms ? "/PaymentConfirmations" : "/MyOrders";
  const [subject, opening, ...rest] = wordsOf(first, parts);
  const others = parts.length - 1;
  return composeEmail({
    subject: `${subject}: ${first.title} and ${others} more ${others === 1 ? "item" : "items"}`,
    paragraphs: [opening, ...parts.map(line), ...rest],
    action: { label: confirms ? "Payment confirmations" : "Your orders", url: `${origin}${path}` },
  });
}

function line({ kind, title, amount_cents, collection }: PurchaseEmailPart): string {
  const price = `${title}: ${formatCents(amount_cents)}`;
  return kind === "payment_confirmed" || kind === "cash_agreed" ? `${price}, pickup on ${collection}` : price;
}

function wordsOf(part: PurchaseEmailPart, parts: readonly PurchaseEmailPart[]): Words {
  const { kind, reference, pay_by: payBy } = part;
  const buyer = part.side === "buyer";
  const total = formatCents(parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0));
  const items = `${parts.length} ${buyer ? "items" : "of your items"}`;
  switch (kind) {
    case "placed":
      return buyer
        ? [
            "Your order",
            `You've ordered ${items} for ${total} in total.`,
            `Please pay ${payBy}${reference === null ? "" : ` and use the reference ${reference}`}. One payment covers all of them.`,
            "The payment details are on your order pages.",
          ]
        : [
            "New order",
            `A buyer has ordered ${items} for ${total} in total.`,
            "We'll let you know when the buyer has paid.",
          ];
    case "cash_agreed":
      return buyer
        ? [
            "They're reserved for you",
            `${items} are reserved for you. Pay ${total} in cash or by PayID when you pick them up.`,
            "Check the items first, then pay, then show the seller the codes on your order pages. Please don't pay before pickup.",
            "If you can't make it, call it off on the order page before then.",
          ]
        : [
            "New order, paid at pickup",
            `A buyer has ordered ${items} and will pay you ${total} in cash or by PayID at pickup.`,
            "Once you have the money, ask for the codes on their order pages and enter them. They complete the orders.",
          ];
    case "evidence_submitted":
      return buyer
        ? [
            "We've let the seller know you've paid",
            `You told us you've sent ${total} for ${items}.`,
            "The seller will confirm when it arrives.",
          ]
        : [
            "Please confirm a payment",
            `The buyer of ${items} says they've sent ${total}${reference === null ? "" : ` with the reference ${reference}`}.`,
            `Please check your account and confirm each order ${part.confirm_by}.`,
          ];
    case "payment_confirmed":
      return [
        "Payment confirmed",
        buyer ? `Your payment of ${total} for ${items} is confirmed.` : `You've sold ${items} for ${total}.`,
        buyer
          ? "The pickup address appears on each order page 24 hours before. Your pickup code is there too. Show it to the seller once you have the item."
          : "The buyer can see the pickup address 24 hours before. When you hand an item over, ask for the code on its order page. It completes the order.",
        ...(part.paid_by === null
          ? []
          : [
              `Paid: ${total} by ${part.paid_by}${reference === null ? "" : `, reference ${reference}`}, on ${part.at}.`,
            ]),
        `Order numbers: ${parts.map(({ order_id }) => orderNumber(order_id)).join(", ")}`,
      ];
    case "card_failed":
      return [
        "Your card payment didn't go through",
        `Your card payment of ${total} for ${items} didn't go through, and you haven't been charged.`,
        `You can try again or use another card ${payBy}.`,
      ];
    case "cancelled":
      return buyer
        ? ["Order cancelled", `You've cancelled your order for ${items}.`]
        : ["Order cancelled", `The order for ${items} was cancelled.`, "They're for sale again."];
    case "expired":
      return buyer
        ? ["Order expired", `We didn't hear about a payment for ${items} in time, so your order has expired.`]
        : ["Order expired", `The buyer of ${items} didn't pay in time.`, "They're for sale again."];
    case "inquiry_opened":
      return [
        "Payment questioned",
        buyer
          ? `Your bank is asking us about your payment of ${total} for ${items}, because you or someone with your card questioned it. Pickup is paused until it has decided.`
          : `The buyer's bank is asking about the payment of ${total} for ${items}. It hasn't taken any money back.`,
        ...(buyer
          ? ["If you didn't ask for this, call your bank and let us know through Contact Us."]
          : [
              "Please don't hand over anything the buyer hasn't picked up yet. If you refund the buyer now, the matter ends there. Otherwise we'll answer the bank, and email you when it decides.",
              "If you have proof of the sale or of pickup, send it to us through Contact Us.",
            ]),
      ];
    case "chargeback_opened":
      return [
        "Payment disputed",
        buyer
          ? `Your bank has taken back your payment of ${total} for ${items} while it looks into it. Pickup is paused.`
          : `The buyer's bank has taken back the payment of ${total} for ${items} while it looks into it.`,
        ...(buyer
          ? [
              "Banks usually decide within 3 months. We'll email you when yours does.",
              "If you didn't ask for this, call your bank and let us know through Contact Us.",
            ]
          : [
              "Please don't hand over anything the buyer hasn't picked up yet. If you have proof of pickup, send it to us through Contact Us and we'll pass it on to the bank.",
              "We'll email you when the bank decides, usually within 3 months. If it decides in your favour, everything goes ahead as before.",
            ]),
      ];
    case "chargeback_won":
      return [
        "Payment dispute closed",
        `${buyer ? "Your" : "The buyer's"} bank has decided the payment of ${total} for ${items} was valid.`,
        "Your orders go ahead as before. If a pickup date has passed, please message each other to agree on a new time.",
      ];
    case "chargeback_lost":
      return [
        "Orders closed",
        buyer
          ? `Your bank has decided in your favour and returned your payment for ${items}.`
          : `The buyer's bank has decided in the buyer's favour, so you won't be paid for ${items}.`,
        buyer
          ? "These orders are now closed."
          : "These orders are now closed. Items that weren't picked up aren't for sale now, but you can list them again. If you need help, contact us.",
      ];
  }
}
