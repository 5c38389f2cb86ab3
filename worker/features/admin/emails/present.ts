import type { OutboxEmail } from "#contract/notifications/email-outbox";
import { withoutTokens } from "#domain/notifications/email-retry";
import type { EmailRow } from "./queries.ts";

/**
 * A link in an email can be as powerful as the recipient's password. On a developer's machine the outbox is the only
 * place to open it; in production links are removed, so that staff cannot take over an account.
 */
export function presentEmail(row: EmailRow, readable: boolean): OutboxEmail {
  const shown = readable ? (body: string) => body : withoutTokens;
  return {
    id: row.id,
    to: row.to_address,
    subject: row.subject,
    text: shown(row.text),
    html: shown(row.html),
    status: row.status,
    attempts: row.attempts,
    last_error: row.last_error,
    created_at: row.created_at,
  };
}
