/** Notification preferences of a user, and the browsers subscribed to push. */

import { and, count, desc, eq, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import type {
  NotificationPreferences,
  PushDevice,
  SubscribeToPushInput,
  UpdateNotificationPreferencesInput,
} from "#contract/notifications";
import { NOTIFICATION_KINDS } from "#domain/notifications/notification-kinds";
import {
  type ChannelChoices,
  changedChoices,
  channelsOf,
  isEmailFixed,
  isPushEndpoint,
  isTimeZone,
} from "#domain/notifications/notifications";
import { done, type Result, refuse } from "#domain/result";
import { batch } from "../../db/client.ts";
import { notificationPreferences, pushSubscriptions } from "../../db/schema/notifications.ts";
import type { Actor } from "../../http/context.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { pushKeys } from "./push-keys.ts";

/** Limit of push subscriptions per user; the newest are kept. */
const DEVICES_MAX = 10;

interface StoredPreferences {
  /** JSON. */
  choices: string;
  quiet_from: number | null;
  quiet_to: number | null;
  zone: string;
}
type DeviceRow = Pick<typeof pushSubscriptions.$inferSelect, "id" | "device" | "created_at">;

const presentDevice = ({ id, device, created_at }: DeviceRow): PushDevice => ({ id, name: device, created_at });

export async function preferencesOf(services: Services, userId: string): Promise<NotificationPreferences> {
  const [[row], devices] = await batch<[StoredPreferences, DeviceRow]>(services.db, [
    sql`SELECT choices, quiet_from, quiet_to, zone FROM notification_preferences WHERE user_id = ${userId}`,
    sql`SELECT id, device, created_at FROM push_subscriptions WHERE user_id = ${userId}
      ORDER BY created_at DESC LIMIT ${DEVICES_MAX}`,
  ]);
  const { public_key } = await pushKeys(services);
  return present(row ?? null, devices, public_key);
}

function present(
  row: StoredPreferences | null,
  devices: readonly DeviceRow[],
  push_key: string,
): NotificationPreferences {
  const choices = row ? (JSON.parse(row.choices) as ChannelChoices) : {};
  return {
    choices: NOTIFICATION_KINDS.map((kind) => ({
      kind,
      ...channelsOf(kind, choices),
      email_fixed: isEmailFixed(kind),
    })),
    quiet: row && row.quiet_from !== null && row.quiet_to !== null ? { from: row.quiet_from, to: row.quiet_to } : null,
    zone: row?.zone ?? "Australia/Sydney",
    push_key,
    devices: devices.map(presentDevice),
  };
}

const UNKNOWN_ZONE = refuse("invalid", "We do not know that time zone.", {
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

const FOREIGN_ENDPOINT = refuse("invalid", "This browser's push service is not one we know.", {
  fields: [{ field: "endpoint", message: "Not the address of a known push service." }],
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
  return gone.length > 0 ? done() : refuse("not_found", MESSAGES.notFound);
}
