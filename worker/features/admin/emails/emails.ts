/** Lets staff settle failed emails and send samples. */

import { sql } from "drizzle-orm";
import { NOT_FOUND } from "#contract/errors";
import { done, type Result, refuse } from "#domain/result";
import { CHANGED, insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import type { Services } from "../../../services.ts";
import { profileById } from "../../account/profiles/queries.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import { queueEmail } from "../../notifications/email/outbox.ts";
import { sampleEmails } from "./gallery.ts";

const NOT_FAILED = refuse("wrong_state", "This email was already sent or is about to be.");

/**
 * Settles a failed email for staff. `retry`: queues it again with all attempts. `close`: stays as a record and is never
 * sent.
 */
export async function resolveFailedEmail(
  services: Services,
  staffId: string,
  id: string,
  action: "retry" | "leave",
): Promise<Result> {
  const { db, now } = services;
  const at = now();
  // The text of a private email is gone, so there is nothing to send.
  const isLeft = action === "retry" ? sql`AND private_kind IS NULL` : sql``;
  const change = action === "retry" ? sql`status = 'queued', attempts = 0, next_at = ${at}` : sql`status = 'kept'`;
  const [written] = await batch<[{ id: string }, object]>(db, [
    sql`UPDATE mail_outbox SET ${change} WHERE id = ${id} AND status = 'failed' ${isLeft} RETURNING id`,
    insertAuditEntry(
      {
        actor_id: staffId,
        action: action === "retry" ? "mail_retried" : "mail_left",
        subject: id,
        at,
      },
      CHANGED,
    ),
  ]);
  if (written.length === 0) return NOT_FAILED;
  if (action === "retry") deliverSoon(services);
  return done();
}

/** Queues a sample email to the caller's own address. */
export async function sendTest(services: Services, staffId: string, template: string): Promise<Result<string>> {
  const { db, env, now, newId } = services;
  const at = now();
  const mail = sampleEmails(env.APP_ORIGIN, at).find(({ key }) => key === template);
  const me = await profileById(db, staffId);
  if (!mail || !me) return NOT_FOUND;
  const { text, html } = mail;
  await batch(db, [
    queueEmail(services, {
      to: me.email,
      dedupeKey: `test:${newId("mail")}`,
      subject: `[Test] ${mail.subject}`,
      text,
      html,
    }),
    insertAuditEntry({ actor_id: staffId, action: "mail_tested", subject: staffId, details: { template }, at }),
  ]);
  deliverSoon(services);
  return done(me.email);
}
