/** Emails to a user about an action of staff on their account. */
import type { UserAction } from "#domain/account/permissions";
import { composeEmail, type Email } from "../../notifications/email/emails.ts";

const APPEAL = "If you think this is a mistake, sign in and choose Appeal. Someone else on our team will review it.";
const SUPPORT =
  "Someone on our team made this decision. If you think it's a mistake, use Contact Support and we'll review it.";
const PAYOUTS = "Payouts of your card sales are on hold for now. The Seller Hub shows until when.";
const SETTLE = "You can still complete any open orders.";

const WORDS: Record<UserAction, (days: number | null) => { subject: string; effect: string; footer?: string }> = {
  suspend: (days) => ({
    subject:
      days === null
        ? "Your account is suspended until further notice"
        : `Your account is suspended for ${days === 1 ? "a day" : `${days} days`}`,
    effect: `Until then you can't buy, sell or send messages. ${SETTLE}`,
    footer: APPEAL,
  }),
  ban: () => ({
    subject: "Your account has been banned",
    effect: `You can no longer buy, sell or send messages. ${SETTLE} ${PAYOUTS}`,
    footer: APPEAL,
  }),
  restrict: () => ({
    subject: "Your account is restricted",
    effect: "You can't list or buy anything new for now. You can still finish anything you've already started.",
    footer: SUPPORT,
  }),
  lift_suspension: () => ({ subject: "Your suspension has been lifted", effect: "You can buy and sell again." }),
  lift_ban: () => ({ subject: "Your ban has been lifted", effect: "You can use your account again." }),
  lift_restriction: () => ({ subject: "Your restriction has been lifted", effect: "You can list and buy again." }),
};

/** Returns the email about an action of staff on the user's account. */
export function userActionEmail(
  { name, origin, note }: { name: string; origin: string; note: string },
  measure: UserAction,
  days: number | null,
): Email {
  const { subject, effect, footer } = WORDS[measure](days);
  return composeEmail({
    subject,
    name,
    paragraphs: [note, effect],
    ...(origin === "" ? {} : { action: { label: "Go to Goodstreet", url: origin } }),
    ...(footer !== undefined && { footer }),
  });
}
