import { groupDigits } from "#domain/group-digits";
import { distanceKm, type Point } from "#domain/places/distance";

/**
 * Returns "3 km away" in whole kilometres: both ends are the middle of a suburb, so a decimal would be too precise.
 * Null when either end is unknown.
 */
export function distanceLabel(from: Point | null, to: Point | null): string | null {
  if (!from || !to) return null;
  const km = distanceKm(from, to);
  return km < 1 ? "Under 1 km away" : `${groupDigits(Math.round(km))} km away`;
}
