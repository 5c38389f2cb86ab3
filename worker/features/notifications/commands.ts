/** Marks as read, preferences of a user, browsers subscribed to push, and delivery after a response. */

import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { NOT_FOUND } from "#contract/errors";
import type {
  PushDevice,
  ReadNotificationsInput,
  SubscribeToPushInput,
  UpdateNotificationPreferencesInput,
} from "#contract/notifications";
import type { BarCounts } from "#domain/notifications/bar-counts";
import { changedChoices, isPushEndpoint, isTimeZone } from "#domain/notifications/notifications";
import { done, type Result, refuse } from "#domain/result";
import { countsOf } from "../../db/bar-counts.ts";
import { batch } from "../../db/client.ts";
import { notificationPreferences, pushSubscriptions } from "../../db/schema/notifications.ts";
import { afterResponse } from "../../http/after-response.ts";
import type { Actor } from "../../http/context.ts";
import { pushToUser } from "../../http/user-channel.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { deliverDueEmails, EMAILS_AT_ONCE } from "./email/jobs.ts";
import { deliverDueNotifications, NOTIFICATIONS_AT_ONCE } from "./jobs.ts";
import { presentDevice } from "./present.ts";
import { DEVICES_MAX } from "./queries.ts";

/**
 * Marks notifications as read, cancels their unsent emails and updates the user's other devices.
 * @returns the counters that are left.
 */
export async function markRead(services: Services, userId: string, what: ReadNotificationsInput): Promise<BarCounts> {
  const { db, env, now } = services;
  await batch(db, markReadStatements(userId, what, now()));
  const counts = await countsOf(db, userId, now());
  services.defer(pushToUser(env, userId, { type: "counts", ...counts }));
  return counts;
}

const UNKNOWN_ZONE = refuse("invalid", "We don't know that time zone.", {
  fields: [{ field: "zone", message: "Use a name such as Australia/Perth." }],
});

/**
 * Writes the given preferences and leaves the rest. Read, then written: of two concurrent changes the later one wins
 * for the kinds it names.
 */
export async function changePreferences(
  { db, now }: Pick<Services, "db" | "now">,
  userId: string,
  changes: UpdateNotificationPreferencesInput,
): Promise<Result> {
  if (changes.zone !== undefined && !isTimeZone(changes.zone)) return UNKNOWN_ZONE;
  const [row] = await db.select().from(notificationPreferences).where(eq(notificationPreferences.user_id, userId));
  const values = {
    choices: changes.choices ? changedChoices(row?.choices ?? {}, changes.choices) : (row?.choices ?? {}),
    ...(changes.quiet !== undefined && {
      quiet_from: changes.quiet?.from ?? null,
      quiet_to: changes.quiet?.to ?? null,
    }),
    ...(changes.zone !== undefined && { zone: changes.zone }),
    updated_at: now(),
  };
  await db
    .insert(notificationPreferences)
    .values({ user_id: userId, ...values })
    .onConflictDoUpdate({ target: notificationPreferences.user_id, set: values });
  return done();
}

const FOREIGN_ENDPOINT = refuse("invalid", "We don't support this browser's push service.", {
  fields: [{ field: "endpoint", message: "That isn't the address of a push service we know." }],
});

/**
 * Stores a push subscription. Its endpoint identifies it: repeating this, or subscribing as another user of the same
 * browser, moves the row.
 */
export async function subscribe(
  { db, now }: Pick<Services, "db" | "now">,
  actor: Actor,
  input: SubscribeToPushInput,
  device: string,
): Promise<Result<PushDevice>> {
  if (!isPushEndpoint(input.endpoint)) return FOREIGN_ENDPOINT;
  const values = {
    user_id: actor.id,
    session_id: actor.session_id,
    p256dh: input.keys.p256dh,
    auth: input.keys.auth,
    device,
  };
  const id = await stableId("psh", input.endpoint);
  const [row] = await db
    .insert(pushSubscriptions)
    .values({ id, endpoint: input.endpoint, created_at: now(), ...values })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...values, last_ok_at: null } })
    .returning();
  if (!row) throw new Error("A subscription was neither made nor found.");
  const [held] = await db
    .select({ count: count() })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.user_id, actor.id));
  if (held && held.count > DEVICES_MAX) await dropOldest(db, actor.id);
  return done(presentDevice(row));
}

async function dropOldest(db: Services["db"], userId: string): Promise<void> {
  const rows = await db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.user_id, userId))
    .orderBy(desc(pushSubscriptions.created_at))
    .limit(100)
    .offset(DEVICES_MAX);
  for (const { id } of rows) await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}

/** Removes one of the user's own push subscriptions. */
export async function unsubscribeDevice(db: Services["db"], userId: string, id: string): Promise<Result> {
  const gone = await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.user_id, userId)))
    .returning({ id: pushSubscriptions.id });
  return gone.length > 0 ? done() : NOT_FOUND;
}

const deliver = afterResponse("delivery", async (services, userIds) => {
  const notifications = await deliverDueNotifications(services, { alsoCounts: userIds });
  const emails = await deliverDueEmails(services);
  return notifications === NOTIFICATIONS_AT_ONCE || emails === EMAILS_AT_ONCE;
});

/**
 * Delivers notifications after the response: live, by email and by push. Call it after a batch that wrote notifications
 * or changed these users' counters. Cron retries what fails here.
 */
export function notifySoon(services: Services, userIds: readonly string[]): void {
  if (userIds.length > 0) deliver(services, userIds);
}

/** Sends what a command has just queued, emails and notifications, after the response. Cron retries what fails here. */
export function deliverSoon(services: Services): void {
  deliver(services);
}

/**
 * Returns statements for a batch that mark notifications with one link, or up to a time, as read, and cancel their
 * unsent emails. A link to a part of the page ("#coming") counts as the page. The emails come first, while it is still known which notifications were unread.
 */
export function markReadStatements(userId: string, what: ReadNotificationsInput, at: number): [SQL, SQL] {
  const where = sql`user_id = ${userId} AND read_at IS NULL
    AND ${"link" in what ? sql`link IN (${what.link}, ${`${what.link}#coming`})` : sql`at <= ${what.up_to}`}`;
  return [
    sql`DELETE FROM mail_outbox WHERE status = 'queued' AND attempts = 0 AND dedupe_key IN (
      SELECT 'notification:' || id FROM notifications WHERE ${where})`,
    sql`UPDATE notifications SET read_at = ${at} WHERE ${where}`,
  ];
}
