/**
 * Finds the suburb of this device. The coordinates never leave the page: the list of suburbs is loaded, and the nearest
 * one is found here.
 */
import type { PlaceName } from "#domain/places/place-name";
import { loadPlaces } from "./load-places.ts";

/** Further from every suburb than this is outside Australia: no place in the outback is as far from the next one. */
const OUTSIDE_KM = 300;
const WAIT_MS = 15_000;
/** A position that the browser found this recently is good enough for a suburb. */
const RECENT_MS = 10 * 60_000;

/** Why there is no suburb, in words for the visitor. */
export class LocateError extends Error {}

const TEXTS = {
  denied: "Your browser is blocking your location for this site. Allow it in the browser's settings, or type a suburb.",
  unavailable: "We couldn't find your location. Please type your suburb.",
  outside: "You don't seem to be in Australia. Type the suburb you'd like to pick up from.",
  list: "The list of suburbs didn't load. Check your connection and try again, or type your suburb.",
} as const;

function position(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    if (!("geolocation" in navigator)) return reject(new LocateError(TEXTS.unavailable));
    navigator.geolocation.getCurrentPosition(
      resolve,
      ({ code, PERMISSION_DENIED }) =>
        reject(new LocateError(code === PERMISSION_DENIED ? TEXTS.denied : TEXTS.unavailable)),
      { timeout: WAIT_MS, maximumAge: RECENT_MS },
    );
  });
}

/** Asks the browser where it is and returns the nearest suburb. Throws a `LocateError` when there is none. */
export async function locateSuburb(): Promise<PlaceName> {
  const { coords } = await position();
  const point = { lat: coords.latitude, lon: coords.longitude };
  const places = await loadPlaces().catch(() => {
    throw new LocateError(TEXTS.list);
  });
  const nearest = places.nearest(point, OUTSIDE_KM);
  if (nearest === null) throw new LocateError(TEXTS.outside);
  return nearest;
}
