/** Distances between suburb centroids, in kilometres and degrees. */

export interface Point {
  lat: number;
  lon: number;
}

/** Returns where a row is; null where that is unknown. */
export const pointOf = ({ lat, lon }: { lat: number | null; lon: number | null }): Point | null =>
  lat === null || lon === null ? null : { lat, lon };

export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** Mean radius. A sphere is accurate enough for Australia: the error stays below 0.4 %. */
export const EARTH_RADIUS_KM = 6371;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** Great-circle distance. */
export function distanceKm(a: Point, b: Point): number {
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine(a, b))));
}

function haversine(a: Point, b: Point): number {
  const lat = Math.sin(radians(b.lat - a.lat) / 2);
  const lon = Math.sin(radians(b.lon - a.lon) / 2);
  return lat * lat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * lon * lon;
}

/** Returns the haversine of a distance. Comparing haversines saves a root and an arcsine per row. */
export function haversineOf(km: number): number {
  return Math.sin(km / EARTH_RADIUS_KM / 2) ** 2;
}

/**
 * Returns a bounding box in degrees that always contains the circle, for use with an index. The circle is widest in
 * longitude north or south of its centre, hence the arcsine.
 */
export function boxAround({ lat, lon }: Point, km: number): Box {
  const angle = km / EARTH_RADIUS_KM;
  const high = degrees(angle);
  const wide = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(lat)))));
  return { south: lat - high, north: lat + high, west: lon - wide, east: lon + wide };
}

/**
 * Rounds a distance for display to one decimal. Below a kilometre it is always 0.5, because both ends are suburb
 * centroids and "0 km" would be too precise.
 */
export function shownDistance(km: number): number {
  return km < 1 ? 0.5 : Math.round(km * 10) / 10;
}
