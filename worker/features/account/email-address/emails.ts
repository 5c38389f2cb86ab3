/** Emails about a change of the email address (A27). */
import { composeEmail, type Email } from "../../notifications/email/emails.ts";

/** To the new address, before it is used. */
export function newEmailEmail(url: string): Email {
  return composeEmail({
    subject: "Confirm your new email address",
    paragraphs: ["You asked to use this email address for your Goodstreet account. Please confirm it's yours."],
    action: { label: "Use this address", url },
    footer: "The link works once, for 24 hours. If you didn't ask for it, you can ignore this email.",
  });
}

/**
 * To the old address, when another one was asked for.
 * @param stopUrl the link that undoes it; null for an address that nobody has confirmed.
 */
export function emailChangeAskedEmail(name: string, masked: string, stopUrl: string | null): Email {
  return composeEmail({
    subject: "Someone asked to change your email address",
    name,
    paragraphs: [
      `Someone, probably you, asked to use the address ${masked} for your Goodstreet account instead of this one. Nothing changes until they confirm it.`,
      ...(stopUrl === null
        ? []
        : [
            "If this wasn't you, stop the change. That works for 7 days, even after the address has changed. We'll give you back this address, sign out every device and ask you for a new password.",
          ]),
    ],
    ...(stopUrl !== null && { action: { label: "This wasn't me", url: stopUrl } }),
    footer: "If it was you, you don't need to do anything. Don't forward this email.",
  });
}

/** To an address that is reserved for the account that had it before (A27). */
export function addressReservedEmail(until: number): Email {
  const day = new Intl.DateTimeFormat("en-AU", { timeZone: "Australia/Sydney", day: "numeric", month: "long" });
  return composeEmail({
    subject: "This email address can't be used yet",
    paragraphs: [
      `Someone, probably you, tried to use this address for a Goodstreet account. Another account used it until a few days ago, so we're keeping it free until ${day.format(until)}, in case that change has to be undone. Please try again after that.`,
    ],
    footer: "If this wasn't you, you don't need to do anything.",
  });
}

/** To the old address, after it was given back. */
export function emailGivenBackEmail(name: string): Email {
  return composeEmail({
    subject: "We stopped the change of your email address",
    name,
    paragraphs: [
      "You used the link to stop a change of your email address. Your Goodstreet account uses this address, every device is signed out, and the old password doesn't work any more.",
      "Please choose a new password if you haven't yet: use “Forgot password” on the sign-in page. Then check your bank details, wallets and orders.",
    ],
  });
}

/** To the old address, after the change. */
export function emailChangedEmail(name: string, masked: string, support: string): Email {
  return composeEmail({
    subject: "Your email address was changed",
    name,
    paragraphs: [`Your Goodstreet account now uses the address ${masked}. You can't sign in with this one any more.`],
    footer: `If this wasn't you, use the link in our email “Someone asked to change your email address”, or email ${support} straight away.`,
  });
}
