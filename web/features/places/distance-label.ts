import { groupDigits } from "#domain/group-digits";
import { distanceKm, type Point } from "#domain/places/distance";
import { RADIUS_KM_DEFAULT } from "#domain/places/near-place";

/**
 * Returns "3 km away" in whole kilometres: both ends are the middle of a suburb, so a decimal would be too precise.
 * Null when either end is unknown.
 */
export function distanceLabel(from: Point | null, to: Point | null): string | null {
  return from && to ? kmLabel(distanceKm(from, to)) : null;
}

/** Returns "3 km away" for a distance in kilometres. */
export function kmLabel(km: number): string {
  return km < 1 ? "Under 1 km away" : `${groupDigits(Math.round(km))} km away`;
}

/** Whether a place is near enough to the visitor to be called so (D78). */
export function isNearby(from: Point | null, to: Point | null): boolean {
  return from !== null && to !== null && distanceKm(from, to) <= RADIUS_KM_DEFAULT;
}
