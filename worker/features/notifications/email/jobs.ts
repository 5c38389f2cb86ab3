import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { EMAIL_TEXT_RETENTION_MS } from "#domain/account/retention";
import { emailRetryDelay, withoutTokens } from "#domain/notifications/email-retry";
import type { SiteSettings } from "#domain/site/site-settings";
import { mailTransport } from "../../../adapters/email.ts";
import { batch, type Query } from "../../../db/client.ts";
import { mailOutbox } from "../../../db/schema/site-content.ts";
import { siteSettings, supportEmail } from "../../../db/site-settings.ts";
import { configuredOrigin } from "../../../env.ts";
import { errorText } from "../../../log.ts";
import type { EmailTransport } from "../../../ports/email.ts";
import type { Services } from "../../../services.ts";
import { dailyEmails, type WrittenDailyEmail } from "../daily-email.ts";
import { purchaseEmail } from "./emails.ts";
import { withSiteFoot } from "./site-foot.ts";

/** Emails of one round. */
export const EMAILS_AT_ONCE = 20;
/** After this time another run may take the emails of a run that died. */
const LEASE_MS = 2 * 60_000;

/**
 * Sends due emails. Claiming is one statement that moves `next_at` ahead, so that concurrent runs never take the same
 * email. A run that dies after sending but before recording it sends its emails twice, which is better than losing them.
 * @returns how many left the queue.
 */
export async function deliverDueEmails(
  services: Services,
  transport: EmailTransport = mailTransport(services.env),
): Promise<number> {
  const { db, now } = services;
  const due = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.status, "queued"), lte(mailOutbox.next_at, now())))
    .orderBy(mailOutbox.next_at)
    .limit(EMAILS_AT_ONCE);
  const claimed = await db
    .update(mailOutbox)
    .set({ attempts: sql`${mailOutbox.attempts} + 1`, next_at: now() + LEASE_MS })
    .where(inArray(mailOutbox.id, due))
    .returning();
  const daily = await dailyEmails(
    services,
    claimed.flatMap(({ id, daily_for }) => (daily_for === null ? [] : [id])),
  );
  const site = { settings: await siteSettings(services), contact: await supportEmail(services) };
  const outcomes = await Promise.all(claimed.map((mail) => send(services, transport, mail, daily.get(mail.id), site)));
  await batch(
    db,
    outcomes.map(({ record }) => record),
  );
  return outcomes.filter(({ left }) => left).length;
}

const NO_WORDS = { subject: "", text: "", html: "" };

/** Sends one email. Returns whether it has left the queue, and the statement that records what happened. */
async function send(
  { db, env, now }: Pick<Services, "db" | "env" | "now">,
  transport: EmailTransport,
  mail: typeof mailOutbox.$inferSelect,
  daily: WrittenDailyEmail | undefined,
  site: { settings: SiteSettings; contact: string },
): Promise<{ left: boolean; record: Query }> {
  const set = (values: Partial<typeof mailOutbox.$inferInsert>) =>
    db.update(mailOutbox).set(values).where(eq(mailOutbox.id, mail.id));
  // Everything in it has been read meanwhile.
  if (mail.daily_for !== null && !daily)
    return { left: true, record: db.delete(mailOutbox).where(eq(mailOutbox.id, mail.id)) };
  try {
    const written =
      mail.parts && mail.parts.length > 1 ? purchaseEmail(mail.parts, configuredOrigin(env) ?? "") : (daily ?? mail);
    const { subject, text, html } = withSiteFoot(written, site.settings, site.contact);
    const status = await transport.deliver({
      to: daily?.to ?? mail.to_address,
      subject,
      text,
      html,
      unsubscribe_url: daily?.unsubscribe_url ?? mail.unsubscribe_url,
    });
    // A sent email is only a record: a link that still works must not be stored in the database.
    const bodies = status === "sent" ? { text: withoutTokens(text), html: withoutTokens(html) } : { text, html };
    // What people write to each other is kept nowhere but in their thread, except where the outbox is the only reader.
    const words = mail.private_kind !== null && env.APP_ENV !== "local" ? NO_WORDS : { subject, ...bodies };
    return {
      left: true,
      record: set({ status, last_error: null, ...words, ...(daily && { to_address: daily.to }) }),
    };
  } catch (error) {
    const delay = emailRetryDelay(mail.attempts);
    const last_error = errorText(error).slice(0, 500);
    return {
      left: false,
      record: set(
        delay === null
          ? { status: "failed", last_error, ...(mail.private_kind !== null && NO_WORDS) }
          : { next_at: now() + delay, last_error },
      ),
    };
  }
}

const REMOVED_AT_ONCE = 500;

/** Removes recipients and texts of old emails. The row stays, so that no email is sent a second time. */
export async function removeOldEmailTexts({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  await db.run(sql`UPDATE mail_outbox SET status = CASE status WHEN 'failed' THEN 'kept' ELSE status END, to_address = '', subject = '', text = '', html = '', parts = NULL,
      unsubscribe_url = NULL
    WHERE id IN (SELECT id FROM mail_outbox WHERE created_at < ${now() - EMAIL_TEXT_RETENTION_MS}
      AND status <> 'queued' AND to_address <> '' ORDER BY created_at LIMIT ${REMOVED_AT_ONCE})`);
}
