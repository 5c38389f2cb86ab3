import type { NotificationPreferences, NotificationView, PushDevice } from "#contract/notifications";
import { NOTIFICATION_KINDS } from "#domain/notifications/notification-kinds";
import {
  type ChannelChoices,
  channelsOf,
  DEFAULT_ZONE,
  isDailyEmail,
  isEmailFixed,
} from "#domain/notifications/notifications";
import { HIDDEN } from "../../http/impersonation.ts";
import type { DeviceRow, NotificationRow, PreferenceRows } from "./queries.ts";

export const presentNotification = ({
  id,
  kind,
  title,
  body,
  link,
  at,
  read_at,
  count,
}: NotificationRow): NotificationView => ({
  id,
  kind,
  title,
  body,
  link,
  at,
  read: read_at !== null,
  count,
});

/** Hides the text of a message, and a link that would act for the user. For staff who impersonate the user. */
export const withoutSecrets = (view: NotificationView): NotificationView => ({
  ...view,
  ...(view.kind === "message" && { body: HIDDEN }),
  // Stored links have no token; this holds for one that is stored by mistake.
  ...(view.link.includes("token=") && { link: view.link.split(/[?#]/)[0] ?? "" }),
});

export const presentDevice = ({ id, device, created_at }: DeviceRow): PushDevice => ({ id, name: device, created_at });

export function presentPreferences({ row, devices, push_key }: PreferenceRows): NotificationPreferences {
  const choices = row ? (JSON.parse(row.choices) as ChannelChoices) : {};
  return {
    choices: NOTIFICATION_KINDS.map((kind) => ({
      kind,
      ...channelsOf(kind, choices),
      email_fixed: isEmailFixed(kind),
      email_daily: isDailyEmail(kind),
    })),
    quiet: row && row.quiet_from !== null && row.quiet_to !== null ? { from: row.quiet_from, to: row.quiet_to } : null,
    zone: row?.zone ?? DEFAULT_ZONE,
    push_key,
    devices: devices.map(presentDevice),
  };
}
