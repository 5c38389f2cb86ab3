/** Email of a notification, with its link and how to unsubscribe from its kind. */
import { displayName } from "#domain/account/display-name";
import { KIND_COPY, type NotificationKind } from "#domain/notifications/notification-kinds";
import { composeEmail, type Email } from "./email/templates.ts";

interface About {
  full_name: string;
  kind: NotificationKind;
  title: string;
  body: string;
  link: string;
  /** Empty when the service has no configured address; then the page is named. */
  origin: string;
  unsubscribe: string | null;
}

export function notificationEmail({ full_name, kind, title, body, link, origin, unsubscribe }: About): Email {
  const { what } = KIND_COPY[kind];
  return composeEmail({
    subject: title,
    name: displayName(full_name),
    paragraphs: [...(body === "" ? [title] : [body]), ...(origin === "" ? ["Open Goodstreet to see more."] : [])],
    ...(origin !== "" && { action: { label: "Open in Goodstreet", url: `${origin}${link}` } }),
    footer:
      unsubscribe === null
        ? `You get this because e-mails about ${what} are on. You can turn them off in your account settings.`
        : `You get this because e-mails about ${what} are on. Turn them off: ${unsubscribe}`,
  });
}
