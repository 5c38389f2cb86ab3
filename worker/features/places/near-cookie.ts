/** The cookie of the visitor's place (D51). */

import { formatNear, NEAR_COOKIE, type NearPlace, nearPlaceOfCookie } from "#domain/places/near-place";
import { COOKIE_SECONDS } from "#domain/site/policies/cookies";
import type { Ctx } from "../../http/context.ts";
import { clearCookie, readCookie, writeCookie } from "../../http/cookies.ts";
import { edgeCache, LIST_CACHE } from "../../http/edge-cache.ts";
import { places } from "./queries.ts";

/** Returns the visitor's place, or null without one: what every list, page and distance goes by (D78). */
export function nearOf(c: Ctx): NearPlace | null {
  return nearPlaceOfCookie(places, readCookie(c, NEAR_COOKIE));
}

/** Names the visitor's place among what a kept reply depends on. */
export function nearVariant(c: Ctx): string {
  const near = nearOf(c);
  return near ? formatNear(near) : "";
}

/** Keeps a list that depends on the visitor's place (D65). */
export const keepNearby = edgeCache({ ...LIST_CACHE, variant: nearVariant });

export function writeNearCookie(c: Ctx, near: NearPlace): void {
  writeCookie(c, NEAR_COOKIE, formatNear(near), COOKIE_SECONDS.near);
}

export function clearNearCookie(c: Ctx): void {
  clearCookie(c, NEAR_COOKIE);
}
