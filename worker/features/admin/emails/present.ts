import type { OutboxEmail } from "#contract/notifications/email-outbox";
import { withoutTokens } from "#domain/notifications/email-retry";
import { KIND_COPY } from "#domain/notifications/notification-kinds";
import { pick } from "#domain/pick";
import type { EmailRow } from "./queries.ts";

/**
 * A link in an email can be as powerful as the recipient's password. On a developer's machine the outbox is the only
 * place to open it; in production links are removed, so that staff cannot take over an account.
 */
export function presentEmail(row: EmailRow, readable: boolean): OutboxEmail {
  const shown = readable ? (body: string) => body : withoutTokens;
  // What people wrote to each other is not for staff (D98): they see what it is, to whom, and whether it went out.
  const kind = readable && row.text !== "" ? null : row.private_kind;
  return {
    ...pick(row, "id", "status", "attempts", "last_error", "created_at"),
    to: row.to_address,
    private: kind !== null,
    subject: kind === null ? row.subject : KIND_COPY[kind].label,
    text: kind === null ? shown(row.text) : "",
    html: kind === null ? shown(row.html) : "",
  };
}
