/** Delivers stored notifications: live, by email, by push. Never before the response of a request. */

import { type SQL, sql } from "drizzle-orm";
import { NOTIFICATION_RETENTION_MS } from "#domain/account/retention";
import { PRIVATE_KINDS } from "#domain/notifications/notification-kinds";
import {
  deliveryOf,
  emailDelayMs,
  isCommercial,
  isDailyEmail,
  NOTIFICATION_ATTEMPTS_MAX,
  oneUnreadEmailPerLink,
  pushRetryDelay,
} from "#domain/notifications/notifications";
import { webPushSender } from "../../adapters/web-push.ts";
import { batch, type Database } from "../../db/client.ts";
import { supportEmail } from "../../db/site-settings.ts";
import { configuredOrigin } from "../../env.ts";
import { pushToUser } from "../../http/user-channel.ts";
import { errorText, log } from "../../log.ts";
import type { PushOutcome, PushSender } from "../../ports/push.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { mailedLink } from "./answer-links.ts";
import { joinDailyEmail } from "./daily-email.ts";
import { notificationEmail, unsubscribeAddresses } from "./emails.ts";
import { pushKeys } from "./push-keys.ts";
import { type ClaimedRow, type PushTarget, type Recipient, recipientsOf } from "./queries.ts";

/** Notifications of one round. */
export const NOTIFICATIONS_AT_ONCE = 25;
/** After this time another run may take the notifications of a run that died. */
const LEASE_MS = 2 * 60_000;

async function ownSender(services: Services): Promise<PushSender> {
  // Contact in case our pushes misbehave (RFC 8292 section 2.1).
  return webPushSender(
    await pushKeys(services),
    `mailto:${(await supportEmail(services)) || "support@goodstreet.example"}`,
  );
}

/**
 * Delivers due notifications. Claiming moves `next_at` ahead, so that concurrent runs never take the same one. The
 * email is queued in the batch that records the delivery, under the notification's id, so a run that dies in between
 * does not cause a second email.
 * @returns how many were taken.
 */
export async function deliverDueNotifications(
  services: Services,
  options: { sender?: PushSender; alsoCounts?: readonly string[] } = {},
): Promise<number> {
  const { db, now } = services;
  const claimed = await claimDue(db, now(), LEASE_MS, NOTIFICATIONS_AT_ONCE);
  const userIds = new Set([...claimed.map((row) => row.user_id), ...(options.alsoCounts ?? [])]);
  if (userIds.size === 0) return 0;
  const { people, targets } = await recipientsOf(db, [...userIds], now());
  await sendLive(services, claimed, people);
  if (claimed.length === 0) return 0;
  const sender = targets.length > 0 ? (options.sender ?? (await ownSender(services))) : null;
  const records = await Promise.all(
    claimed.map(async (row) => {
      const browsers = targets.filter((target) => target.user_id === row.user_id);
      try {
        return await deliver(services, row, people.get(row.user_id), browsers, sender);
      } catch (error) {
        return failed(row, error);
      }
    }),
  );
  try {
    await batch(db, records.flat());
  } catch {
    // One of them fails: the others are recorded.
    for (const [index, row] of claimed.entries()) {
      await batch(db, records[index] ?? []).catch((error: unknown) => batch(db, failed(row, error)));
    }
  }
  return claimed.length;
}

/** Logs a failure. The notification is tried again after its lease, a limited number of times. */
function failed(row: ClaimedRow, error: unknown): SQL[] {
  log("error", { notification: row.id, error: errorText(error) });
  return row.attempts >= NOTIFICATION_ATTEMPTS_MAX ? [tryAt(row.id, null)] : [];
}

/** Returns the statement that sets when to try again; null for never. */
function tryAt(id: string, at: number | null): SQL {
  return sql`UPDATE notifications SET next_at = ${at} WHERE id = ${id}`;
}

/** Delivers one notification and returns the statements that record it. Pushes are sent here, emails by the outbox. */
async function deliver(
  services: Services,
  row: ClaimedRow,
  person: Recipient | undefined,
  browsers: readonly PushTarget[],
  sender: PushSender | null,
): Promise<SQL[]> {
  const { now } = services;
  const done = tryAt(row.id, null);
  if (!person) return [done];
  const what = deliveryOf({ ...row, read: row.read_at !== null, mailed: row.mailed === 1 }, person, now());
  if ("done" in what) return [done];
  if ("later" in what) return [tryAt(row.id, what.later)];
  // Advertising needs a way to stop it without a session, and so an origin for the link.
  const unstoppable = isCommercial(row.kind) && configuredOrigin(services.env) === null;
  const email =
    !what.email || unstoppable
      ? []
      : isDailyEmail(row.kind)
        ? await joinDailyEmail(services, row, person)
        : [await emailStatement(services, row, person)];
  if (!what.push || !sender) return [...email, done];
  // On a repeat, skip browsers that have received it already.
  const waiting = browsers.filter((target) => row.attempts === 1 || (target.last_ok_at ?? 0) < row.at);
  const outcomes = await Promise.all(
    waiting.map(async (target): Promise<[PushTarget, PushOutcome]> => {
      const [page] = row.link.split("#");
      const message = { title: row.title, body: row.body, link: row.link, tag: `${row.kind}:${page}` };
      try {
        return [target, await sender.send(target, message)];
      } catch {
        return [target, "later"];
      }
    }),
  );
  const delay = outcomes.some(([, outcome]) => outcome === "later") ? pushRetryDelay(row.attempts) : null;
  return [
    ...email,
    ...outcomes.flatMap(([{ id }, outcome]) =>
      outcome === "sent"
        ? [sql`UPDATE push_subscriptions SET last_ok_at = ${now()} WHERE id = ${id}`]
        : outcome === "gone"
          ? [sql`DELETE FROM push_subscriptions WHERE id = ${id}`]
          : [],
    ),
    delay === null ? done : tryAt(row.id, now() + delay),
  ];
}

/** Queues the email under the notification's id, unless an email about the same unread page is queued already. */
async function emailStatement(services: Services, row: ClaimedRow, person: Recipient): Promise<SQL> {
  const { env, now } = services;
  const origin = configuredOrigin(env) ?? "";
  const links = await unsubscribeAddresses(services, origin, row);
  const link = await mailedLink(services, row.link);
  const mail = notificationEmail({ ...person, ...row, link, origin, unsubscribe: links?.page ?? null });
  const key = `notification:${row.id}`;
  // Only to confirmed addresses, because others may belong to another person.
  const noneUnread = oneUnreadEmailPerLink(row.kind)
    ? sql`AND NOT EXISTS (
        SELECT 1 FROM notifications u JOIN mail_outbox m ON m.dedupe_key = 'notification:' || u.id
        WHERE u.user_id = ${row.user_id} AND u.link = ${row.link} AND u.read_at IS NULL)`
    : sql``;
  return sql`INSERT INTO mail_outbox
      (id, dedupe_key, to_address, subject, text, html, unsubscribe_url, private_kind, next_at, created_at)
    SELECT ${await stableId("mail", key)}, ${key}, email, ${mail.subject}, ${mail.text}, ${mail.html},
      ${links?.oneClick ?? null}, ${PRIVATE_KINDS.includes(row.kind) ? row.kind : null},
      ${Math.max(now(), row.at + emailDelayMs(row.kind))}, ${now()}
    FROM accounts WHERE id = ${row.user_id} AND email_verified = 1 ${noneUnread}
    ON CONFLICT (dedupe_key) DO NOTHING`;
}

/** Sends the notification to open devices at once. Quiet hours do not apply to the notification centre. */
async function sendLive(
  { env }: Pick<Services, "env">,
  claimed: readonly ClaimedRow[],
  people: ReadonlyMap<string, Recipient>,
): Promise<void> {
  await Promise.all(
    Array.from(people, async ([userId, { counts }]) => {
      const arrived = claimed
        .filter((row) => row.user_id === userId && row.attempts === 1)
        .map(({ id, kind, title, body, link, at }) => ({
          type: "notification" as const,
          notification: { id, kind, title, body, link, at },
          notifications: counts.notifications,
        }));
      await pushToUser(env, userId, ...arrived, { type: "counts", ...counts });
    }),
  );
}

const REMOVED_AT_ONCE = 500;

/**
 * Deletes old notifications and push subscriptions of ended sessions.
 * @returns how many rows.
 */
export async function removeOldNotifications({ db, now }: Services): Promise<number> {
  const [old, ended] = await batch<[{ id: string }, { id: string }]>(db, [
    sql`DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications WHERE at < ${now() - NOTIFICATION_RETENTION_MS} ORDER BY at LIMIT ${REMOVED_AT_ONCE}) RETURNING id`,
    sql`DELETE FROM push_subscriptions WHERE id IN (
      SELECT p.id FROM push_subscriptions p LEFT JOIN sessions s ON s.id = p.session_id AND s.account_id = p.user_id
      WHERE s.id IS NULL LIMIT ${REMOVED_AT_ONCE}) RETURNING id`,
  ]);
  return old.length + ended.length;
}

/** Claims due notifications, exclusively until the lease ends. */
export async function claimDue(db: Database, now: number, leaseMs: number, limit: number): Promise<ClaimedRow[]> {
  return db.all<ClaimedRow>(sql`
    UPDATE notifications SET attempts = attempts + 1, next_at = ${now + leaseMs}
    WHERE id IN (SELECT id FROM notifications WHERE next_at <= ${now} ORDER BY next_at LIMIT ${limit})
    RETURNING id, user_id, kind, title, body, link, at, read_at, mailed, attempts`);
}
