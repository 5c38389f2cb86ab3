/** What people are told, how they want to be told, and the browsers that asked for it (decision 0055). */
import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { NotificationKind } from "#domain/notification-kinds";
import { profiles } from "./accounts.ts";

export const notifications = sqliteTable(
  "notifications",
  {
    id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => profiles.id),
    kind: text().$type<NotificationKind>().notNull(),
    /** Names the event: the same event never tells the same person twice. */
    dedupe_key: text().notNull(),
    title: text().notNull(),
    body: text().notNull().default(""),
    /** A path of ours: where the reader is taken. */
    link: text().notNull(),
    at: integer().notNull(),
    read_at: integer(),
    /** 1: whoever wrote this row has written a letter about the same event, so no second e-mail follows. */
    mailed: integer({ mode: "boolean" }).notNull().default(false),
    /** When it goes out by e-mail and push, moved ahead while a run has it in hand; null once that is done. */
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

/** A row only once somebody has chosen; without one the defaults of `#domain/notifications` hold. */
export const notificationPreferences = sqliteTable(
  "notification_preferences",
  {
    user_id: text()
      .primaryKey()
      .references(() => profiles.id),
    /** Choices that differ from the defaults, by kind. */
    choices: text({ mode: "json" })
      .$type<Partial<Record<string, { email?: boolean; push?: boolean }>>>()
      .notNull()
      .default(sql`'{}'`),
    /** Minutes after midnight in `zone`; both or neither. The span may go over midnight. */
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

/** One browser that asked for pushes. The endpoint is the browser's own address: whoever signs in there last has it. */
export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => profiles.id),
    /** Who was signed in there. Pushes end with the session: after signing out, this screen may be anybody's. */
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
