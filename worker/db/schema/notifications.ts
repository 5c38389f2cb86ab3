/** Notifications, preferences and push subscriptions (decision 0028). */
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { NotificationKind } from "#domain/notifications/notification-kinds";
import { profiles } from "./account.ts";
import { idOf, keyOf } from "./columns.ts";

export const notifications = sqliteTable(
  "notifications",
  {
    id: text().primaryKey(),
    user_id: idOf(() => profiles.id),
    kind: text().$type<NotificationKind>().notNull(),
    /** Identifies the event, so that a user is notified of it once. */
    dedupe_key: text().notNull(),
    title: text().notNull(),
    body: text().notNull().default(""),
    /** Path that the notification opens. */
    link: text().notNull(),
    at: integer().notNull(),
    read_at: integer(),
    /** The writer of this row also sends its own email, so no second one is sent. */
    mailed: integer({ mode: "boolean" }).notNull().default(false),
    /** Key of the daily email that contains it (`mail_outbox.dedupe_key`). */
    daily_email: text(),
    /** When it is sent by email and push (UTC ms); set ahead while a run processes it, null when done. */
    next_at: integer(),
    attempts: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex("notifications_once").on(t.user_id, t.dedupe_key),
    index("notifications_of_user").on(t.user_id, t.at, t.id),
    index("notifications_unread_of_place").on(t.user_id, t.link, t.at).where(sql`read_at IS NULL`),
    index("notifications_due").on(t.next_at).where(sql`next_at IS NOT NULL`),
    index("notifications_by_age").on(t.at),
    check("notifications_link_is_ours", sql`${t.link} LIKE '/%' AND ${t.link} NOT LIKE '//%'`),
  ],
);

/** Created with a user's first choice; without a row the defaults of `#domain/notifications` apply. */
export const notificationPreferences = sqliteTable(
  "notification_preferences",
  {
    user_id: keyOf(() => profiles.id),
    /** Choices that differ from the defaults, by kind. */
    choices: text({ mode: "json" })
      .$type<Partial<Record<string, { email?: boolean; push?: boolean }>>>()
      .notNull()
      .default(sql`'{}'`),
    /** Minutes after midnight in `zone`; both or neither. The span may cross midnight. */
    quiet_from: integer(),
    quiet_to: integer(),
    zone: text().notNull().default("Australia/Sydney"),
    updated_at: integer().notNull(),
  },
  (t) => [
    check("notification_preferences_quiet_whole", sql`(${t.quiet_from} IS NULL) = (${t.quiet_to} IS NULL)`),
    check(
      "notification_preferences_quiet_minutes",
      sql`${t.quiet_from} IS NULL OR (${t.quiet_from} BETWEEN 0 AND 1439 AND ${t.quiet_to} BETWEEN 0 AND 1439)`,
    ),
  ],
);

/** A browser subscribed to pushes. Its endpoint moves to the user who signs in there last. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: text().primaryKey(),
    user_id: idOf(() => profiles.id),
    /** The session that subscribed. Pushes end with it, because other people may use the device after sign-out. */
    session_id: text().notNull().default(""),
    endpoint: text().notNull().unique(),
    /** The browser's public key and shared secret (RFC 8291), base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    device: text().notNull().default(""),
    created_at: integer().notNull(),
    last_ok_at: integer(),
  },
  (t) => [index("push_subscriptions_of_user").on(t.user_id, t.created_at)],
);
