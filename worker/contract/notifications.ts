/** The notification centre, preferences, and push subscriptions (decision 0028). */

import * as z from "zod/mini";
import type { BarCounts } from "#domain/notifications/bar-counts";
import { NOTIFICATION_KINDS, type NotificationKind } from "#domain/notifications/notification-kinds";
import type { EmailTopic } from "#domain/notifications/notifications";

export type { NotificationKind };

/**
 * An entry of the notification centre. Unread events of one kind in one place (messages of a thread, price drops of an
 * item) are one entry with a `count` and the text of the latest.
 */
export interface NotificationView {
  id: string;
  kind: NotificationKind;
  title: string;
  body: string;
  /** A path of this site. */
  link: string;
  at: number;
  read: boolean;
  count: number;
}

/** GET /api/notifications?cursor= */
export const ListNotifications = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(300))),
});

/** GET /api/notifications/counts, also part of a session. */
export interface CountsReply extends BarCounts {
  server_now: number;
}

/** POST /api/notifications/read: marks entries as read, up to a time or for one link. Idempotent. */
export const ReadNotifications = z.union([
  z.strictObject({ link: z.string().check(z.regex(/^\/(?!\/)/), z.maxLength(500)) }),
  z.strictObject({ up_to: z.int().check(z.minimum(0)) }),
]);
export type ReadNotificationsInput = z.infer<typeof ReadNotifications>;

export interface NotificationChoice {
  kind: NotificationKind;
  email: boolean;
  push: boolean;
  /** Emails about money and orders are always sent and cannot be turned off. */
  email_fixed: boolean;
  /** Emails of this kind are gathered into one a day. */
  email_daily: boolean;
}

/** GET and PATCH /api/notifications/preferences */
export interface NotificationPreferences {
  choices: NotificationChoice[];
  /** Minutes after midnight in `zone`; null without quiet hours. */
  quiet: { from: number; to: number } | null;
  zone: string;
  /** The public key for push subscriptions. */
  push_key: string;
  devices: PushDevice[];
}

export interface PushDevice {
  id: string;
  /** For example "Chrome on Android". */
  name: string;
  created_at: number;
}

const minuteOfDay = z.int().check(z.minimum(0), z.maximum(1439));

export const UpdateNotificationPreferences = z.strictObject({
  choices: z.optional(
    z
      .array(
        z.strictObject({
          kind: z.enum(NOTIFICATION_KINDS),
          email: z.optional(z.boolean()),
          push: z.optional(z.boolean()),
        }),
      )
      .check(z.maxLength(NOTIFICATION_KINDS.length)),
  ),
  quiet: z.optional(z.nullable(z.strictObject({ from: minuteOfDay, to: minuteOfDay }))),
  /** IANA name, such as Australia/Perth. */
  zone: z.optional(z.string().check(z.maxLength(60))),
});
export type UpdateNotificationPreferencesInput = z.infer<typeof UpdateNotificationPreferences>;

/** POST /api/notifications/push: the result of `PushSubscription.toJSON()`. */
export const SubscribeToPush = z.strictObject({
  endpoint: z.string().check(z.maxLength(1_000)),
  keys: z.strictObject({
    /** An uncompressed P-256 point: 65 bytes. */
    p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{86,88}=*$/)),
    /** 16 bytes. */
    auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}=*$/)),
  }),
});
export type SubscribeToPushInput = z.infer<typeof SubscribeToPush>;

/** GET /api/notifications/unsubscribe?token=: the emails an unsubscribe link is for, without a session. */
export interface UnsubscribeView {
  kind: EmailTopic;
  /** Whether these emails are still sent. */
  email: boolean;
}
