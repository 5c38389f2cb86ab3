/** After this many failed attempts a mail is given up and left for staff to see. */
export const MAIL_ATTEMPTS_MAX = 8;

const FIRST_MS = 60_000;
const LONGEST_MS = 6 * 60 * 60_000;

/** Wait after the n-th failed attempt (from 1): one minute, then doubling, at most six hours. Null: given up. */
export function mailRetryDelay(attempts: number): number | null {
  if (attempts >= MAIL_ATTEMPTS_MAX) return null;
  return Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS);
}

/** Single-use links, as they stand in a mail's text and HTML. */
const TOKEN_LINK = /#(token|verify|new-email)=[A-Za-z0-9_-]{43}/g;

/** The body without anything that could still be used: the address stays, the secret goes. */
export function withoutTokens(body: string): string {
  return body.replace(TOKEN_LINK, "#$1=removed");
}
