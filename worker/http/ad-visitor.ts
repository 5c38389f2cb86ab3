/**
 * Identifies viewers of ads: by account, or by a signed visitor cookie. The cookie is set by replies with ads; an event
 * without it is not counted, so a caller cannot be a new visitor on every call (D46, A100).
 */

import { createMiddleware } from "hono/factory";
import { base64url } from "jose";
import { COOKIE_SECONDS } from "#domain/site/policies/cookies";
import { signingKey } from "./access-token.ts";
import type { AppContext, Ctx } from "./context.ts";
import { readCookie, writeCookie } from "./cookies.ts";
import { newSecret } from "./secrets.ts";
import { hasSession } from "./session-cookies.ts";

const COOKIE = "vid";
const VALUE = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

async function signature(c: Ctx, id: string): Promise<Uint8Array> {
  const key = await signingKey(c.get("services"));
  // The key also signs access tokens; the prefix keeps the two apart.
  const signed = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`ad-visitor:${id}`));
  return new Uint8Array(signed);
}

/** Returns the key for counting this viewer's ad events, or null for a visitor who has never been shown an ad. */
export async function adViewer(c: Ctx): Promise<string | null> {
  const actor = c.get("actor");
  if (actor) return actor.id;
  const [, id, sent] = VALUE.exec(readCookie(c, COOKIE) ?? "") ?? [];
  if (id === undefined || sent === undefined) return null;
  return crypto.subtle.timingSafeEqual(await signature(c, id), base64url.decode(sent)) ? `anon:${id}` : null;
}

/**
 * Gives a visitor without a valid cookie a new one, with a reply that shows ads. It stands outside the edge cache, so
 * that a kept reply contains no cookie. Signed-in users need none.
 */
export const adVisitor = createMiddleware<AppContext>(async (c, next) => {
  await next();
  if (c.res.status !== 200 || hasSession(c) || (await adViewer(c)) !== null) return;
  const id = newSecret();
  writeCookie(c, COOKIE, `${id}.${base64url.encode(await signature(c, id))}`, COOKIE_SECONDS.visitor);
  c.header("Cache-Control", "private, no-store");
});
