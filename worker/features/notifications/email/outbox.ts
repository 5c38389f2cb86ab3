import { mailOutbox } from "../../../db/schema/site-content.ts";
import type { Services } from "../../../services.ts";
import type { Email } from "./emails.ts";

export interface OutgoingEmail extends Email {
  to: string;
  /** Identifies the event; a second email for the same event is dropped. */
  dedupeKey: string;
}

/**
 * Returns the statement that queues an email, not executed. It joins the batch of its cause, so that neither exists
 * without the other. Call `deliverSoon` afterwards to send it at once.
 */
export function queueEmail({ db, now, newId }: Pick<Services, "db" | "now" | "newId">, mail: OutgoingEmail) {
  return db
    .insert(mailOutbox)
    .values({
      id: newId("mail"),
      dedupe_key: mail.dedupeKey,
      to_address: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      next_at: now(),
      created_at: now(),
    })
    .onConflictDoNothing({ target: mailOutbox.dedupe_key });
}
