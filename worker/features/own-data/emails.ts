/** Emails about a copy of one's data and the deletion of one's account. */
import { composeEmail, type Email } from "../notifications/email/emails.ts";

const settings = (origin: string) => ({ label: "Open your settings", url: `${origin}/Settings#your-data` });
const NOT_YOU = "If this wasn't you, change your password now and contact us.";

export function exportReadyEmail(name: string, origin: string): Email {
  return composeEmail({
    subject: "Your data is ready to download",
    name,
    paragraphs: ["Your copy of your Goodstreet data is ready. You can download it for 24 hours in your settings."],
    action: settings(origin),
    footer: `For your safety the file isn't attached, and only you can download it. ${NOT_YOU}`,
  });
}

/** @param day for example "Wednesday 9 December". */
export function deletionScheduledEmail(name: string, origin: string, day: string): Email {
  return composeEmail({
    subject: `We'll delete your account on ${day}`,
    name,
    paragraphs: [
      `You asked us to delete your Goodstreet account. We'll erase your data on ${day}.`,
      "Until then your listings are hidden. Changed your mind? Sign in and choose Keep my account.",
    ],
    action: settings(origin),
    footer: NOT_YOU,
  });
}

export function deletionStoppedEmail(name: string, origin: string): Email {
  return composeEmail({
    subject: "We're keeping your account",
    name,
    paragraphs: [
      "Your Goodstreet account won't be deleted. Your listings are visible again, unless you're on holiday.",
    ],
    action: settings(origin),
    footer: NOT_YOU,
  });
}

export function deletionWaitsEmail(name: string, origin: string): Email {
  return composeEmail({
    subject: "We can't delete your account yet",
    name,
    paragraphs: [
      "We were about to delete your Goodstreet account, but something is still open, such as an order or a refund.",
      "Your settings list what to finish. We'll try again every day.",
    ],
    action: settings(origin),
  });
}

export function accountErasedEmail(name: string): Email {
  return composeEmail({
    subject: "Your account has been deleted",
    name,
    paragraphs: [
      "We've deleted your Goodstreet account and erased your personal data.",
      "We keep records of past orders and payments for seven years, as the law requires, without your name.",
      "This is the last email you'll get from us. Thanks for being part of the neighbourhood.",
    ],
  });
}
