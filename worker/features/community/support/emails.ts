import { composeEmail, type Email } from "../../notifications/email/emails.ts";

/** Fields of a request that emails need. */
export interface Asked {
  id: string;
  user_id: string | null;
  order_id: string | null;
  item_name: string | null;
  issue_description: string;
  user_email: string;
  topic: string | null;
  sender_name: string | null;
}

/** To the support address: a request for help with an order or a fault. */
export function supportRequestEmail(row: Asked): Email {
  return composeEmail({
    subject: row.item_name === null ? "Support request" : `Support request: ${row.item_name}`,
    paragraphs: [
      `From ${row.user_email} (account ${row.user_id})`,
      ...(row.order_id === null ? [] : [`Order ${row.order_id}: ${row.item_name}`]),
      row.issue_description,
      `Request ${row.id}`,
    ],
  });
}

/** To the support address: a message of the contact page. */
export function contactEmail(row: Asked): Email {
  const who = row.sender_name === null ? row.user_email : `${row.sender_name}, ${row.user_email}`;
  return composeEmail({
    subject: `Contact: ${row.topic}`,
    paragraphs: [
      `From ${who} (${row.user_id === null ? "not signed in" : `account ${row.user_id}`})`,
      row.issue_description,
      `Request ${row.id}`,
    ],
  });
}

const QUOTED_MAX = 600;

/** The answer of staff, with the quoted request. */
export function supportAnswerEmail(row: Asked, message: string, support: string): Email {
  const asked =
    row.issue_description.length <= QUOTED_MAX
      ? row.issue_description
      : `${row.issue_description.slice(0, QUOTED_MAX).trimEnd()}…`;
  return composeEmail({
    subject: row.item_name === null ? "Your message to Goodstreet" : `Your message to Goodstreet: ${row.item_name}`,
    name: row.sender_name ?? "",
    paragraphs: [message, `You wrote: ${asked}`],
    footer:
      support === ""
        ? "To reply, use Contact Us on Goodstreet."
        : `To reply, use Contact Us on Goodstreet or email ${support}.`,
  });
}
