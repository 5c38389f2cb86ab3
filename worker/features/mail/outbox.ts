import { mailOutbox } from "../../db/schema/community.ts";
import type { Services } from "../../http/context.ts";
import type { Letter } from "./templates.ts";

export interface OutgoingMail extends Letter {
  to: string;
  /** Names the event; a second mail for the same event is dropped. */
  dedupeKey: string;
}

/**
 * Puts a mail into the outbox. An unexecuted statement: it joins the batch of its cause, so there is never a mail
 * without the event nor an event without its mail. Afterwards `later(deliverDueMail(services))` sends it at once.
 */
export function enqueueMail({ db, now, newId }: Pick<Services, "db" | "now" | "newId">, mail: OutgoingMail) {
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
