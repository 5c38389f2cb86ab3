import { MINUTE_MS } from "../deadlines.ts";

/** After this many failed attempts an email is no longer sent, and staff can see it. */
export const EMAIL_ATTEMPTS_MAX = 8;

/** Returns the wait after the n-th failed attempt: one minute, doubling. Null: no more attempts. */
export function emailRetryDelay(attempts: number): number | null {
  return attempts >= EMAIL_ATTEMPTS_MAX ? null : MINUTE_MS * 2 ** (attempts - 1);
}

/** Links that act without a session, as they appear in an email's text and HTML. */
const TOKEN_LINK = /([#?])(token|verify|new-email|stop-email-change|first-factor)=[A-Za-z0-9_.-]+/g;

/** Removes the secret tokens from the links of an email body. */
export function withoutTokens(body: string): string {
  return body.replace(TOKEN_LINK, "$1$2=removed");
}
