/**
 * A visitor's place (D51): a suburb, never the location of the person. It is kept in a cookie, so that the Worker can
 * render the right list.
 */
import { type Refusal, refuseField } from "../result.ts";
import type { Point } from "./distance.ts";
import { type PlaceName, placeText } from "./place-name.ts";
import type { Places } from "./places.ts";
import { stateNamed } from "./states.ts";

/** Radius choices around a suburb or postcode, in kilometres. */
export const RADII_KM = [5, 10, 25, 50] as const;
export type RadiusKm = (typeof RADII_KM)[number];
/** Without a radius of its own, a list counts this far as near. */
export const RADIUS_KM_DEFAULT: RadiusKm = 25;

/** A pickup further away than this is worth a warning before the first step of a purchase (D78). */
export const FAR_PICKUP_KM = 50;

/** Returns the radius of this text, or null, which is no limit. */
export function radiusIn(value: string | null): RadiusKm | null {
  return RADII_KM.find((km) => String(km) === value?.trim()) ?? null;
}

/** A visitor's place. `lat` and `lon` are the centroid of the suburb. */
export interface NearPlace extends PlaceName, Point {
  /** "Newtown NSW 2042": the value of `near` in lists and addresses. */
  place: string;
  /** Listings further away are not shown; null: nearer listings come first. */
  within_km: RadiusKm | null;
}

/** What the cookie holds, and what the query of a list depends on. */
export type NearChoice = Pick<NearPlace, "place" | "within_km">;

/** Name of the cookie. */
export const NEAR_COOKIE = "near";

/** Longest text that is looked up. The longest place has 40 characters. */
const PLACE_MAX = 60;

/** Returns the value of the cookie: "Newtown NSW 2042|25", or "Newtown NSW 2042|" without a limit. */
export function formatNear({ place, within_km }: NearChoice): string {
  return `${place}|${within_km ?? ""}`;
}

/** Parses the cookie. Null for anything that `formatNear` did not write; the place may still be unknown. */
export function parseNear(value: string | undefined): NearChoice | null {
  const [, place, radius = ""] = /^([^|]{1,60})\|(\d{0,2})$/.exec(value ?? "") ?? [];
  const within_km = radiusIn(radius);
  if (place === undefined || (radius !== "" && within_km === null)) return null;
  return { place, within_km };
}

/** Returns the place of the cookie, or null without a valid one. */
export function nearPlaceOfCookie(places: Places, value: string | undefined): NearPlace | null {
  const choice = parseNear(value);
  const found = choice && findNear(places, choice.place, choice.within_km);
  return found?.ok ? found.value : null;
}

/**
 * Returns the place for a typed text: a suburb, city or postcode, with or without its state.
 * @param field the field of the request, for the refusal.
 */
export function findNear(
  places: Places,
  typed: string,
  within_km: RadiusKm | null,
  field = "place",
): { ok: true; value: NearPlace } | Refusal {
  const found = typed.length > PLACE_MAX ? null : places.placeNamed(typed);
  if (found === null) {
    const message = stateNamed(typed)
      ? "A state is too big an area. Enter a suburb, city or postcode."
      : "We don't know that place. Enter a suburb, city or postcode.";
    return refuseField(field, message);
  }
  return { ok: true, value: nearPlaceAt(found, within_km) };
}

export function nearPlaceAt(place: PlaceName & Point, within_km: RadiusKm | null): NearPlace {
  return { place: placeText(place), ...place, within_km };
}
