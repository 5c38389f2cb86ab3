/**
 * The daily email: one message in the morning with the notifications that are not urgent. The outbox has one row per
 * person and day without a text. Its notifications are read when it is sent, so that nothing in it is out of date.
 */

import { type SQL, sql } from "drizzle-orm";
import { dailyEmailAt } from "#domain/notifications/daily-email";
import { type ChannelChoices, channelsOf, oneUnreadEmailPerLink } from "#domain/notifications/notifications";
import type { Database } from "../../db/client.ts";
import { configuredOrigin } from "../../env.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { mailedLink } from "./answer-links.ts";
import type { Email } from "./email/emails.ts";
import { dailyEmail, type MailedNotification, unsubscribeAddresses } from "./emails.ts";
import type { ClaimedRow, Recipient } from "./queries.ts";

/** Returns statements that put a notification into its person's next daily email. */
export async function joinDailyEmail(
  { now }: Pick<Services, "now">,
  row: ClaimedRow,
  { zone, quiet }: Pick<Recipient, "zone" | "quiet">,
): Promise<SQL[]> {
  const { day, at } = dailyEmailAt(now(), zone, quiet);
  const key = `daily:${row.user_id}:${day}`;
  const wanted = oneUnreadEmailPerLink(row.kind)
    ? sql`NOT EXISTS (SELECT 1 FROM notifications u WHERE u.user_id = ${row.user_id} AND u.link = ${row.link}
        AND u.read_at IS NULL AND u.daily_email IS NOT NULL AND u.daily_email <> ${key})`
    : sql`1`;
  return [
    // Only to confirmed addresses, because others may belong to another person.
    sql`INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, daily_for, next_at, created_at)
      SELECT ${await stableId("mail", key)}, ${key}, email, 'Daily email', '', '', id, ${at}, ${now()}
      FROM accounts WHERE id = ${row.user_id} AND email_verified = 1 AND ${wanted}
      ON CONFLICT (dedupe_key) DO NOTHING`,
    sql`UPDATE notifications SET daily_email = ${key} WHERE id = ${row.id} AND ${wanted}`,
  ];
}

/** A written daily email, to the person's address of now. */
export interface WrittenDailyEmail extends Email {
  to: string;
  unsubscribe_url: string | null;
}

interface Entry extends MailedNotification {
  mail_id: string;
  user_id: string;
  email: string;
  full_name: string;
  choices: string | null;
}

/**
 * Returns the content of daily emails by their id. One whose notifications have all been read meanwhile, or turned off,
 * is missing.
 */
export async function dailyEmails(services: Services, ids: readonly string[]): Promise<Map<string, WrittenDailyEmail>> {
  if (ids.length === 0) return new Map();
  const origin = configuredOrigin(services.env) ?? "";
  const entries = Map.groupBy(await unreadEntries(services.db, ids), ({ mail_id }) => mail_id);
  const written = await Promise.all(
    [...entries].map(async ([id, [first, ...more]]) => {
      if (!first) return [];
      const links = await unsubscribeAddresses(services, origin, { user_id: first.user_id, kind: "daily" });
      const notifications = await Promise.all(
        [first, ...more].map(async (entry) => ({ ...entry, link: await mailedLink(services, entry.link) })),
      );
      const email = dailyEmail({ full_name: first.full_name, notifications, origin, unsubscribe: links?.page ?? null });
      return [[id, { ...email, to: first.email, unsubscribe_url: links?.oneClick ?? null }]] as const;
    }),
  );
  return new Map(written.flat());
}

/** Returns what to say in these emails, newest first, once for each place. */
async function unreadEntries(db: Database, ids: readonly string[]): Promise<Entry[]> {
  const rows = await db.all<Entry>(sql`
    SELECT m.id AS mail_id, n.user_id, n.kind, n.title, n.body, n.link, a.email, p.full_name, c.choices
    FROM mail_outbox m
    JOIN notifications n ON n.user_id = m.daily_for AND n.daily_email = m.dedupe_key AND n.read_at IS NULL
    JOIN accounts a ON a.id = n.user_id AND a.email_verified = 1
    JOIN profiles p ON p.id = n.user_id
    LEFT JOIN notification_preferences c ON c.user_id = n.user_id
    WHERE m.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    ORDER BY n.at DESC, n.id DESC`);
  const known = new Set<string>();
  return rows.filter(({ mail_id, kind, link, choices }) => {
    const place = `${mail_id} ${link}`;
    const again = known.has(place);
    known.add(place);
    return !again && channelsOf(kind, choices === null ? {} : (JSON.parse(choices) as ChannelChoices)).email;
  });
}
