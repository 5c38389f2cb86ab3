/** Distances on the ground between suburb centroids. Kilometres, degrees; plain numbers in and out. */

export interface Point {
  lat: number;
  lon: number;
}

export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** Mean radius. Australia is small enough for a sphere: the error stays below 0.4 %. */
export const EARTH_RADIUS_KM = 6371;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/** Along the great circle. */
export function distanceKm(a: Point, b: Point): number {
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine(a, b))));
}

function haversine(a: Point, b: Point): number {
  const lat = Math.sin(radians(b.lat - a.lat) / 2);
  const lon = Math.sin(radians(b.lon - a.lon) / 2);
  return lat * lat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * lon * lon;
}

/** The haversine of a distance: comparing with it spares a root and an arc sine a row. */
export function haversineOf(km: number): number {
  return Math.sin(km / EARTH_RADIUS_KM / 2) ** 2;
}

/**
 * Degrees around a circle: never smaller than the circle, so that an index on them may choose the candidates. The
 * circle is widest in longitude towards the pole from its centre, not at it, hence the arc sine.
 */
export function boxAround({ lat, lon }: Point, km: number): Box {
  const angle = km / EARTH_RADIUS_KM;
  const high = degrees(angle);
  const wide = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(lat)))));
  return { south: lat - high, north: lat + high, west: lon - wide, east: lon + wide };
}

/**
 * A distance as it is shown: one decimal. Below a kilometre it is 0.5 whatever it is: both ends are centroids of
 * suburbs, and "0 km" would claim to know the street.
 */
export function shownDistance(km: number): number {
  return km < 1 ? 0.5 : Math.round(km * 10) / 10;
}
