/**
 * Email of a notification, and its unsubscribe link: the holder of an email may stop its kind without a session. The
 * link's token names the user and kind and allows nothing else. It does not expire, because emails are kept.
 */

import { jwtVerify, SignJWT } from "jose";
import { displayName } from "#domain/account/display-name";
import { KIND_COPY, NOTIFICATION_KINDS, type NotificationKind } from "#domain/notifications/notification-kinds";
import { type EmailTopic, isEmailFixed } from "#domain/notifications/notifications";
import { done, type Result, refuse } from "#domain/result";
import { storedKey } from "../../http/access-token.ts";
import { loadedOnce } from "../../isolate-cache.ts";
import type { Services } from "../../services.ts";
import { composeEmail, type Email } from "./email/emails.ts";

/** What an email says about a notification. */
export interface MailedNotification {
  kind: NotificationKind;
  title: string;
  body: string;
  link: string;
}

interface About extends MailedNotification {
  full_name: string;
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
        ? `You're getting this because emails about ${what} are on. You can turn them off in your account settings.`
        : `You're getting this because emails about ${what} are on. Turn them off: ${unsubscribe}`,
  });
}

/** More are under the bell in the app. */
const ENTRIES_MAX = 20;

interface AboutDay {
  full_name: string;
  /** At least one. */
  notifications: readonly MailedNotification[];
  origin: string;
  unsubscribe: string | null;
}

export function dailyEmail({ full_name, notifications, origin, unsubscribe }: AboutDay): Email {
  const [first] = notifications;
  if (!first) throw new Error("a daily email about nothing");
  const others = notifications.length - 1;
  const more = notifications.length - ENTRIES_MAX;
  return composeEmail({
    subject: others === 0 ? first.title : `${first.title}, and ${others} more`,
    name: displayName(full_name),
    paragraphs: ["Here's what's new for you on Goodstreet."],
    entries: notifications.slice(0, ENTRIES_MAX).map(({ title, body, link }) => ({ title, body, url: origin + link })),
    ...(more > 0 && { ending: `There ${more === 1 ? "is 1 more" : `are ${more} more`} under the bell in Goodstreet.` }),
    footer:
      unsubscribe === null
        ? "You get this email at most once a day. You can turn it off in your account settings."
        : `You get this email at most once a day. Turn it off: ${unsubscribe}`,
  });
}

const TYPE = "unsubscribe+jwt";
const AUDIENCE = "unsubscribe";

export interface Unsubscription {
  user_id: string;
  kind: EmailTopic;
}

/** A key of its own: a new SESSION_SECRET must not end the links of emails that were sent. */
const unsubscribeKey = loadedOnce((services: Services) => storedKey(services, "unsubscribe"));

/** Returns a token that turns off the emails of one kind for a user. */
export async function unsubscribeToken(services: Services, { user_id, kind }: Unsubscription): Promise<string> {
  return new SignJWT({ kind })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setAudience(AUDIENCE)
    .setSubject(user_id)
    .sign(await unsubscribeKey(services));
}

/** Returns the addresses that turn off emails, for people and for mail clients (RFC 8058); null without an origin. */
export async function unsubscribeAddresses(
  services: Services,
  origin: string,
  what: Unsubscription,
): Promise<{ page: string; oneClick: string } | null> {
  if (origin === "") return null;
  const token = await unsubscribeToken(services, what);
  return {
    page: `${origin}/Unsubscribe?token=${token}`,
    oneClick: `${origin}/api/notifications/unsubscribe?token=${token}`,
  };
}

const GONE = refuse("not_found", "This link isn't valid. You can choose your emails in your account settings.");

/** Returns the content of a valid token. */
export async function readUnsubscribeToken(services: Services, token: string): Promise<Result<Unsubscription>> {
  const key = await unsubscribeKey(services);
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      typ: TYPE,
      audience: AUDIENCE,
      requiredClaims: ["sub", "kind"],
      currentDate: new Date(services.now()),
    });
    if (typeof payload.sub !== "string") return GONE;
    if (payload.kind === "daily") return done({ user_id: payload.sub, kind: "daily" });
    const kind = NOTIFICATION_KINDS.find((known) => known === payload.kind);
    return kind && !isEmailFixed(kind) ? done({ user_id: payload.sub, kind }) : GONE;
  } catch {
    return GONE;
  }
}
