/**
 * Access tokens: a signed statement of the user, valid for five minutes without a database query. Its role is trusted
 * for reads only (D10).
 */

import { eq } from "drizzle-orm";
import { base64url, jwtVerify, SignJWT } from "jose";
import type { Role } from "#contract/account/profiles";
import { COOKIE_SECONDS } from "#domain/site/policies/cookies";
import { batch } from "../db/client.ts";
import { appKeys } from "../db/schema/account.ts";
import { IsolateCache } from "../isolate-cache.ts";
import type { Services } from "../services.ts";
import type { Actor } from "./context.ts";
import { newSecret } from "./secrets.ts";

const ISSUER = "goodstreet";
const AUDIENCE = "goodstreet-api";
/** Token type, so that other tokens signed with the same key are not accepted as access tokens. */
const TYPE = "at+jwt";
const cache = new IsolateCache<{ secret: string | undefined; key: Promise<CryptoKey> }>();

/**
 * Returns the key that signs all tokens: from SESSION_SECRET, else one that is created once and stored in the database,
 * so that a plain `wrangler deploy` is enough. Cold isolates may create it concurrently; the first insert wins and all
 * read it.
 */
export function signingKey(services: Services): Promise<CryptoKey> {
  const secret = services.env.SESSION_SECRET;
  const known = cache.get();
  if (known && known.secret === secret) return known.key;
  // A CryptoKey instead of bytes, which would be imported for every token.
  const key = (secret ? derivedKey(secret).then(hmacKey) : storedKey(services, "session")).catch((error: unknown) => {
    cache.set(undefined);
    throw error;
  });
  cache.set({ secret, key });
  return key;
}

/** Returns 16 characters that only this key makes of a text, so that nobody else can tell what it was. */
export async function keyedHash(services: Services, text: string): Promise<string> {
  const signed = await crypto.subtle.sign("HMAC", await signingKey(services), new TextEncoder().encode(text));
  return [...new Uint8Array(signed, 0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function hmacKey(bytes: BufferSource): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

function derivedKey(secret: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
}

/** Returns the key of this name, which is created once and stored in the database. */
export async function storedKey({ db, now }: Services, name: string): Promise<CryptoKey> {
  const fresh = newSecret();
  const [, [row]] = await batch<[object, { value: string }]>(db, [
    db.insert(appKeys).values({ name, value: fresh, created_at: now() }).onConflictDoNothing(),
    db.select({ value: appKeys.value }).from(appKeys).where(eq(appKeys.name, name)),
  ]);
  if (!row) throw new Error("The signing key could not be stored.");
  return hmacKey(base64url.decode(row.value));
}

export async function signAccessToken(services: Services, actor: Actor): Promise<string> {
  const seconds = Math.floor(services.now() / 1000);
  const { impersonatedBy: viewing } = actor;
  // An impersonation ends at its fixed time, so its token must not outlive it.
  const expires = Math.min(seconds + COOKIE_SECONDS.access, viewing ? Math.floor(viewing.until / 1000) : Infinity);
  return new SignJWT({
    role: actor.role,
    sid: actor.session_id,
    ...(viewing && { viewer: viewing.by, viewing_until: viewing.until }),
  })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(actor.id)
    .setIssuedAt(seconds)
    .setExpirationTime(expires)
    .sign(await signingKey(services));
}

const ROLES: ReadonlySet<unknown> = new Set<Role>(["user", "admin", "super_admin"]);

/** Returns the user of a valid access token, or null. */
export async function verifyAccessToken(services: Services, token: string): Promise<Actor | null> {
  const key = await signingKey(services);
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ["exp", "iat", "sub", "sid", "role"],
      currentDate: new Date(services.now()),
    });
    const { sub, sid, role, viewer, viewing_until } = payload;
    if (typeof sub !== "string" || typeof sid !== "string" || !ROLES.has(role)) return null;
    const actor: Actor = { id: sub, session_id: sid, role: role as Role };
    if (viewer === undefined && viewing_until === undefined) return actor;
    if (typeof viewer !== "string" || typeof viewing_until !== "number") return null;
    return { ...actor, impersonatedBy: { by: viewer, until: viewing_until } };
  } catch {
    return null;
  }
}
