/** The cookie of the visitor's place (D51). */
import {
  formatNear,
  NEAR_COOKIE,
  NEAR_COOKIE_SECONDS,
  type NearPlace,
  nearPlaceOfCookie,
} from "#domain/places/near-place";
import type { Ctx } from "../../http/context.ts";
import { clearCookie, readCookie, writeCookie } from "../../http/cookies.ts";
import { places } from "./queries.ts";

/** Returns the visitor's place, or null without one. */
export function nearOf(c: Ctx): NearPlace | null {
  return nearPlaceOfCookie(places, readCookie(c, NEAR_COOKIE));
}

export function writeNearCookie(c: Ctx, near: NearPlace): void {
  writeCookie(c, NEAR_COOKIE, formatNear(near), NEAR_COOKIE_SECONDS);
}

export function clearNearCookie(c: Ctx): void {
  clearCookie(c, NEAR_COOKIE);
}
