import type { NotificationKind } from "#domain/notifications/notification-kinds";
import type { Query } from "../../../db/client.ts";
import { insertNotification } from "../../../db/notifications.ts";
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

interface Announcement {
  to: { id: string; email: string };
  /** Identifies the event in the outbox and in the notification centre. */
  key: string;
  mail: Email;
  /** Title in the notification centre; the email's subject if left out. */
  title?: string;
  body: string;
  link: string;
  kind?: NotificationKind;
}

/** Returns the statements that email a user and show the same in the notification centre, like `queueEmail`. */
export function announce(
  services: Pick<Services, "db" | "now" | "newId">,
  { to, key, mail, title = mail.subject, body, link, kind = "standing" }: Announcement,
): [Query, Query] {
  const { subject, text, html } = mail;
  return [
    queueEmail(services, { to: to.email, dedupeKey: key, subject, text, html }),
    insertNotification({
      id: services.newId("ntf"),
      user_id: to.id,
      kind,
      dedupe_key: key,
      title,
      body,
      link,
      at: services.now(),
      mailed: true,
    }),
  ];
}
