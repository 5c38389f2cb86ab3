/**
 * Email of a notification, and its unsubscribe link: the holder of an email may stop its kind without a session. The
 * link's token names the user and kind and allows nothing else. It does not expire, because emails are kept.
 */

import { jwtVerify, SignJWT } from "jose";
import { displayName } from "#domain/account/display-name";
import { KIND_COPY, NOTIFICATION_KINDS, type NotificationKind } from "#domain/notifications/notification-kinds";
import { isEmailFixed } from "#domain/notifications/notifications";
import { done, type Result, refuse } from "#domain/result";
import { signingKey } from "../../http/access-token.ts";
import type { Services } from "../../services.ts";
import { composeEmail, type Email } from "./email/emails.ts";

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
        ? `You're getting this because emails about ${what} are on. You can turn them off in your account settings.`
        : `You're getting this because emails about ${what} are on. Turn them off: ${unsubscribe}`,
  });
}

const TYPE = "unsubscribe+jwt";
const AUDIENCE = "unsubscribe";

export interface Unsubscription {
  user_id: string;
  kind: NotificationKind;
}

/** Returns a token that turns off the emails of one kind for a user. */
export async function unsubscribeToken(services: Services, { user_id, kind }: Unsubscription): Promise<string> {
  return new SignJWT({ kind })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setAudience(AUDIENCE)
    .setSubject(user_id)
    .sign(await signingKey(services));
}

const GONE = refuse("not_found", "This link isn't valid. You can choose your emails in your account settings.");

/** Returns the content of a valid token. */
export async function readUnsubscribeToken(services: Services, token: string): Promise<Result<Unsubscription>> {
  const key = await signingKey(services);
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      typ: TYPE,
      audience: AUDIENCE,
      requiredClaims: ["sub", "kind"],
      currentDate: new Date(services.now()),
    });
    const kind = NOTIFICATION_KINDS.find((known) => known === payload.kind);
    return kind && !isEmailFixed(kind) && typeof payload.sub === "string" ? done({ user_id: payload.sub, kind }) : GONE;
  } catch {
    return GONE;
  }
}
