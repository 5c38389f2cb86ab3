/**
 * Links in emails that answer without a session. What is stored and shown in the app has the page's address without a
 * token, because staff who impersonate a user read it too; the token is added when the email is written.
 */
import { eq } from "drizzle-orm";
import { jwtVerify, SignJWT } from "jose";
import { items } from "../../db/schema/items.ts";
import { signingKey } from "../../http/access-token.ts";
import type { Services } from "../../services.ts";

const TYPE = "still-available+jwt";
const AUDIENCE = "still-available";
const PAGE = "/StillAvailable?item=";

/** Returns the address of the page about an old listing, for its signed-in seller (D59). */
export const stillAvailablePage = (itemId: string) => `${PAGE}${itemId}`;

/** Returns the token of a link about one listing. The link works until the listing is asked about again. */
async function stillAvailableToken(services: Services, itemId: string, askedAt: number): Promise<string> {
  return new SignJWT({ asked: askedAt })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setAudience(AUDIENCE)
    .setSubject(itemId)
    .sign(await signingKey(services));
}

/** Returns the listing and the question that a valid token is for, or null. */
export async function readStillAvailableToken(services: Services, token: string) {
  try {
    const { payload } = await jwtVerify(token, await signingKey(services), {
      algorithms: ["HS256"],
      typ: TYPE,
      audience: AUDIENCE,
      requiredClaims: ["sub", "asked"],
      currentDate: new Date(services.now()),
    });
    return typeof payload.sub === "string" ? { itemId: payload.sub, askedAt: payload.asked } : null;
  } catch {
    return null;
  }
}

/** Returns the link of a notification as its email has it: one that works without a session, where there is one. */
export async function mailedLink(services: Services, link: string): Promise<string> {
  if (!link.startsWith(PAGE)) return link;
  const itemId = link.slice(PAGE.length);
  const [item] = await services.db.select({ asked_at: items.asked_at }).from(items).where(eq(items.id, itemId));
  if (!item?.asked_at) return link;
  return `/StillAvailable?token=${await stillAvailableToken(services, itemId, item.asked_at)}`;
}
