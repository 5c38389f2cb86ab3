import { MESSAGES } from "#contract/copy";
import { done, type Result, refuse } from "#domain/result";
import { insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import type { Services } from "../../../services.ts";
import { profileById } from "../../account/profiles/queries.ts";
import { deliverSoon } from "./deliver.ts";
import { sampleEmails } from "./gallery.ts";
import { queueEmail } from "./outbox.ts";

/** Queues a sample email to the caller's own address. */
export async function sendTest(services: Services, staffId: string, template: string): Promise<Result<string>> {
  const { db, env, now, newId } = services;
  const at = now();
  const mail = sampleEmails(env.APP_ORIGIN, at).find(({ key }) => key === template);
  const me = await profileById(db, staffId);
  if (!mail || !me) return refuse("not_found", MESSAGES.notFound);
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
