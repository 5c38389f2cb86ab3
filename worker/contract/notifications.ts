/** The centre in the bar, how people want to be told, and the browsers that asked for pushes (decision 0055). */
import * as z from "zod/mini";
import { NOTIFICATION_KINDS, type NotificationKind } from "#domain/notification-kinds";

export type { NotificationKind };

/**
 * One line of the centre. What happened several times in one place (messages of one conversation, drops of one item)
 * while nobody looked is one line: `count` says how many, the words are those of the latest.
 */
export interface NotificationView {
  id: string;
  kind: NotificationKind;
  title: string;
  body: string;
  /** A path of ours. */
  link: string;
  at: number;
  read: boolean;
  count: number;
}

/** GET /api/notifications?cursor= */
export const ListNotifications = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(300))),
});

/** GET /api/notifications/counts: what the bar shows. */
export interface NotificationCounts {
  /** Unread lines of the centre. */
  notifications: number;
  /** Unread messages. */
  messages: number;
  /** Trades waiting for one's own answer. */
  trades: number;
}
export interface CountsReply extends NotificationCounts {
  server_now: number;
}

/** POST /api/notifications/read: everything up to a moment, or what leads to one place. Idempotent. */
export const ReadNotifications = z.union([
  z.strictObject({ link: z.string().check(z.regex(/^\/(?!\/)/), z.maxLength(500)) }),
  z.strictObject({ up_to: z.int().check(z.minimum(0)) }),
]);
export type ReadNotificationsInput = z.infer<typeof ReadNotifications>;

export interface NotificationChoice {
  kind: NotificationKind;
  email: boolean;
  push: boolean;
  /** Letters about money and orders are always sent; there is nothing to choose. */
  email_fixed: boolean;
}

/** GET and PATCH /api/notifications/preferences */
export interface NotificationPreferences {
  choices: NotificationChoice[];
  /** Minutes after midnight in `zone`; null: no quiet hours. */
  quiet: { from: number; to: number } | null;
  zone: string;
  /** What a browser subscribes with. */
  push_key: string;
  devices: PushDevice[];
}

export interface PushDevice {
  id: string;
  /** As "Chrome on Android". */
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

/** POST /api/notifications/push: what the browser's `PushSubscription.toJSON()` says. */
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

/** GET /api/notifications/unsubscribe?token=: what a link in a letter is about, without signing in. */
export interface UnsubscribeView {
  kind: NotificationKind;
  /** Whether these letters still come. */
  email: boolean;
}
