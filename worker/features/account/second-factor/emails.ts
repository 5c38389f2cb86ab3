/** Emails about signing in and what protects it. */
import { composeEmail, type Email } from "../../notifications/email/emails.ts";

export const SECURITY_CHANGES = [
  "passkey_added",
  "passkey_removed",
  "app_added",
  "app_removed",
  "recovery_codes_made",
  "recovery_code_used",
  "removed_by_staff",
] as const;
export type SecurityChange = (typeof SECURITY_CHANGES)[number];

/** What happened, as a subject and as the first sentence. */
const CHANGES: Record<SecurityChange, [subject: string, said: string]> = {
  passkey_added: ["A passkey was added", "A passkey was added to your Goodstreet account. You can sign in with it."],
  passkey_removed: ["A passkey was removed", "A passkey was removed from your Goodstreet account."],
  app_added: [
    "Authenticator app turned on",
    "An authenticator app was added to your Goodstreet account. We'll ask for its code when you sign in.",
  ],
  app_removed: ["Authenticator app turned off", "The authenticator app was removed from your Goodstreet account."],
  recovery_codes_made: [
    "New recovery codes",
    "New recovery codes were made for your Goodstreet account. The old ones no longer work.",
  ],
  recovery_code_used: [
    "A recovery code was used",
    "Someone signed in to your Goodstreet account, or confirmed a change, with a recovery code. Each works once.",
  ],
  removed_by_staff: [
    "Two-step sign-in was turned off",
    "Our team removed the passkeys and the authenticator app from your Goodstreet account, as you asked.",
  ],
};

const settings = (origin: string) => ({ label: "Check my sign-in settings", url: `${origin}/Settings#security` });
const NOT_YOU = "If this wasn't you, change your password now. That signs out every other device. Then contact us.";

/** These add a way to sign in, which a new password does not end. */
const NEW_WAYS_IN: readonly SecurityChange[] = ["passkey_added", "app_added", "recovery_codes_made"];
const NOT_YOU_BUT_IN =
  "If this wasn't you, someone else can sign in to your account. Contact us now from this email address, and we'll remove what they added.";

export function securityChangedEmail(name: string, change: SecurityChange, origin: string): Email {
  const [subject, said] = CHANGES[change];
  return composeEmail({
    subject,
    name,
    paragraphs: [said],
    action: settings(origin),
    footer: NEW_WAYS_IN.includes(change) ? NOT_YOU_BUT_IN : NOT_YOU,
  });
}

/** To a staff member who has no second factor yet. */
export function firstFactorEmail(name: string, url: string, minutes: number): Email {
  return composeEmail({
    subject: "Set up two-step sign-in for your staff account",
    name,
    paragraphs: ["Open this link in the browser where you're signed in. Then add a passkey or an authenticator app."],
    action: { label: "Set up two-step sign-in", url },
    footer: `The link works once, for ${minutes} minutes. If you didn't ask for it, someone knows your password: change it now.`,
  });
}

/** @param device for example "Chrome on Mac". */
export function newDeviceEmail(name: string, device: string, origin: string): Email {
  return composeEmail({
    subject: "New sign-in to your account",
    name,
    paragraphs: [
      `Someone signed in to your Goodstreet account on a device we haven't seen before: ${device}.`,
      "If it was you, you don't need to do anything.",
    ],
    action: settings(origin),
    footer: NOT_YOU,
  });
}
