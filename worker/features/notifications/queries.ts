/** Reads of the notification centre and of notifications to deliver. */

import { sql } from "drizzle-orm";
import type { NotificationView } from "#contract/notifications";
import type { BarCounts } from "#domain/notifications/bar-counts";
import { type ChannelChoices, DEFAULT_ZONE, type QuietHours } from "#domain/notifications/notifications";
import { done, type Result } from "#domain/result";
import { COUNT_MAX, countsJson } from "../../db/bar-counts.ts";
import { batch, type Database } from "../../db/client.ts";
import type { pushSubscriptions } from "../../db/schema/notifications.ts";
import { type CursorPage, cursorList } from "../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import type { Services } from "../../services.ts";
import { pushKeys } from "./push-keys.ts";

export interface NotificationRow extends Omit<NotificationView, "read"> {
  read_at: number | null;
}

const PAGE = 20;

/**
 * Returns a page of a user's notification centre, newest first. Unread rows with one link are shown as one entry, the
 * latest; older ones are skipped with one index lookup each.
 */
export async function listNotifications(
  db: Database,
  userId: string,
  cursor: string | undefined,
): Promise<Result<CursorPage<NotificationRow>>> {
  const list = cursorList("notifications", { user: userId }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const rows = await db.all<NotificationRow>(sql`
    SELECT id, kind, title, body, link, at, read_at, CASE WHEN read_at IS NULL THEN (SELECT count(*) FROM (
        SELECT 1 FROM notifications u WHERE u.user_id = n.user_id AND u.link = n.link AND u.read_at IS NULL
        LIMIT ${COUNT_MAX})) ELSE 1 END AS count
    FROM notifications n
    WHERE user_id = ${userId} ${after ? sql`AND (at, id) < (${after.key}, ${after.id})` : sql``}
      AND (read_at IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM notifications u WHERE u.user_id = n.user_id AND u.link = n.link AND u.read_at IS NULL
          AND u.at >= n.at AND (u.at > n.at OR u.id > n.id)))
    ORDER BY at DESC, id DESC LIMIT ${PAGE + 1}`);
  return done(list.page(rows, PAGE, (last) => ({ key: last.at, id: last.id })));
}

export interface ClaimedRow extends Omit<NotificationRow, "count"> {
  user_id: string;
  mailed: number;
  attempts: number;
}

export interface Recipient {
  id: string;
  email: string;
  full_name: string;
  choices: ChannelChoices;
  quiet: QuietHours | null;
  zone: string;
  counts: BarCounts;
}
interface RecipientRow {
  id: string;
  email: string;
  full_name: string;
  choices: string | null;
  quiet_from: number | null;
  quiet_to: number | null;
  zone: string | null;
  counts: string;
}

export interface PushTarget {
  id: string;
  user_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  last_ok_at: number | null;
}

/** Returns the users with their preferences and counts, and their push subscriptions of live sessions. */
export async function recipientsOf(
  db: Database,
  userIds: readonly string[],
  now: number,
): Promise<{ people: Map<string, Recipient>; targets: PushTarget[] }> {
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(userIds)}))`;
  const [rows, targets] = await batch<[RecipientRow, PushTarget]>(db, [
    sql`SELECT p.id, p.email, p.full_name, n.choices, n.quiet_from, n.quiet_to, n.zone,
        (${countsJson(sql`p.id`, now)}) AS counts
      FROM profiles p LEFT JOIN notification_preferences n ON n.user_id = p.id WHERE p.id IN ${ids}`,
    sql`SELECT s.id, s.user_id, s.endpoint, s.p256dh, s.auth, s.last_ok_at FROM push_subscriptions s
      JOIN sessions ON sessions.id = s.session_id AND sessions.account_id = s.user_id AND sessions.expires_at > ${now}
      WHERE s.user_id IN ${ids}`,
  ]);
  return {
    people: new Map(
      rows.map(({ id, email, full_name, choices, quiet_from, quiet_to, zone, counts }) => [
        id,
        {
          id,
          email,
          full_name,
          choices: choices === null ? {} : (JSON.parse(choices) as ChannelChoices),
          quiet:
            quiet_from === null || quiet_to === null || zone === null ? null : { from: quiet_from, to: quiet_to, zone },
          zone: zone ?? DEFAULT_ZONE,
          counts: JSON.parse(counts) as BarCounts,
        },
      ]),
    ),
    targets,
  };
}

/** Limit of push subscriptions per user; the newest are kept. */
export const DEVICES_MAX = 10;

export interface StoredPreferences {
  /** JSON. */
  choices: string;
  quiet_from: number | null;
  quiet_to: number | null;
  zone: string;
}
export type DeviceRow = Pick<typeof pushSubscriptions.$inferSelect, "id" | "device" | "created_at">;

/** What `presentPreferences` shows. */
export interface PreferenceRows {
  row: StoredPreferences | null;
  devices: DeviceRow[];
  push_key: string;
}

/** Returns a user's preferences and subscribed browsers, with the public key to subscribe another. */
export async function preferencesOf(services: Services, userId: string): Promise<PreferenceRows> {
  const [[row], devices] = await batch<[StoredPreferences, DeviceRow]>(services.db, [
    sql`SELECT choices, quiet_from, quiet_to, zone FROM notification_preferences WHERE user_id = ${userId}`,
    sql`SELECT id, device, created_at FROM push_subscriptions WHERE user_id = ${userId}
      ORDER BY created_at DESC LIMIT ${DEVICES_MAX}`,
  ]);
  const { public_key } = await pushKeys(services);
  return { row: row ?? null, devices, push_key: public_key };
}
