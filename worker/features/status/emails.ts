/** Emails about account status. */
import { MESSAGES } from "#contract/copy";
import { composeEmail, type Email } from "../notifications/email/emails.ts";

interface About {
  name: string;
  /** Empty when the service has no configured address; then there is no link. */
  origin: string;
  items: readonly string[];
}

const link = (label: string, url: string) => (url === "" ? {} : { action: { label, url } });
const quoted = (items: readonly string[]) => items.map((title) => `“${title}”`).join(", ");

export function suspendedEmail({ name, origin, items }: About): Email {
  return composeEmail({
    subject: "Your account is suspended for 24 hours",
    name,
    paragraphs: [
      `${MESSAGES.suspensionReason} This is about ${quoted(items)}.`,
      "You can't buy or sell for the next 24 hours. The suspension ends automatically. Payment deadlines that pass in the meantime don't count against you.",
      "If it happens again within 12 months, you'll be permanently banned from buying and selling.",
    ],
    ...link("See the details or appeal", origin),
    footer: "If you think this is a mistake, sign in and choose Appeal. Someone on our team will review it.",
  });
}

export function bannedEmail({ name, origin, items }: About): Email {
  return composeEmail({
    subject: "Your account has been banned",
    name,
    paragraphs: [MESSAGES.defaultBanReason, `This is about ${quoted(items)}.`],
    ...link("See the details or appeal", origin),
    footer: "If you think this is a mistake, sign in and choose Appeal. Someone on our team will review it.",
  });
}

/** After an appeal, or when a strike turned out to be wrong. */
export function appealDecidedEmail(about: {
  name: string;
  origin: string;
  kind: "suspension" | "ban";
  /** Titles of the unpaid orders; empty when staff acted for another reason. */
  items: readonly string[];
  overturned: boolean;
  answer: string;
  standing: "good" | "suspended" | "banned" | "restricted";
}): Email {
  const left = {
    good: "You can buy and sell again.",
    restricted: "You can use your account again. You still have payments to confirm.",
    suspended: "Your account is still suspended until the time shown when you sign in.",
    banned: "Your account is still banned.",
  }[about.standing];
  return composeEmail({
    subject: about.overturned ? "Your appeal was successful" : "Your appeal wasn't successful",
    name: about.name,
    paragraphs: [
      `This is about your ${about.kind}${about.items.length === 0 ? "" : ` for missed payments: ${quoted(about.items)}`}.`,
      about.answer,
      left,
      ...(about.overturned
        ? []
        : ["If you have anything new to add, sign in and choose Appeal. If you have questions, use Contact Us."]),
    ],
    ...link("Go to Goodstreet", about.origin),
  });
}

export function strikeReversedEmail({ name, origin, items }: About): Email {
  return composeEmail({
    subject: "A missed payment was removed from your record",
    name,
    paragraphs: [`Your payment for ${quoted(items)} did arrive, so this no longer counts against you.`],
    ...link("Go to Goodstreet", origin),
  });
}

/** To the support address, so that staff notice the appeal. */
export function newAppealEmail(about: { id: string; who: string; kind: string; message: string }): Email {
  return composeEmail({
    subject: `Appeal against a ${about.kind}`,
    paragraphs: [`${about.who} wrote:`, about.message, `Appeal ${about.id}`],
  });
}
