import type { ItemPlace } from "#contract/items/marketplace";
import type { Point } from "#domain/places/distance";

/** Suburbs that share one marker, which stands at the first. */
export interface Cluster {
  /** Those with the most items first. */
  places: readonly [ItemPlace, ...ItemPlace[]];
  count: number;
}

/** Closer together than this, in pixels, two markers would cover each other. */
const APART_PX = 52;
/** Size of the world at zoom 0, as in MapLibre. */
const WORLD_PX = 512;

/** Identifies a suburb by its centroid; the value of `at` in addresses and requests. */
export const placeKey = ({ lat, lon }: Point) => `${lat},${lon}`;

/** Mercator position in pixels. */
function positionAt({ lat, lon }: Point, zoom: number): { x: number; y: number } {
  const world = WORLD_PX * 2 ** zoom;
  const sin = Math.sin((lat * Math.PI) / 180);
  return { x: (lon / 360) * world, y: (Math.log((1 - sin) / (1 + sin)) / (4 * Math.PI)) * world };
}

/**
 * Groups suburbs whose markers would cover each other at this zoom. Each joins the closest larger one, so the markers stand
 * at the suburbs with the most items and do not depend on what is in view.
 * @param places those with the most items first.
 */
export function clustersOf(places: readonly ItemPlace[], zoom: number): Cluster[] {
  const found: { x: number; y: number; places: [ItemPlace, ...ItemPlace[]]; count: number }[] = [];
  for (const place of places) {
    const { x, y } = positionAt(place, zoom);
    let closest: (typeof found)[number] | undefined;
    let least = APART_PX;
    for (const other of found) {
      const apart = Math.hypot(other.x - x, other.y - y);
      if (apart < least) [closest, least] = [other, apart];
    }
    if (closest) {
      closest.places.push(place);
      closest.count += place.count;
    } else {
      found.push({ x, y, places: [place], count: place.count });
    }
  }
  return found;
}

/** Box around points, as MapLibre takes it: south-west, then north-east. */
export type Bounds = [[west: number, south: number], [east: number, north: number]];

export function boundsOf(points: readonly Point[]): Bounds {
  const lats = points.map(({ lat }) => lat);
  const lons = points.map(({ lon }) => lon);
  return [
    [Math.min(...lons), Math.min(...lats)],
    [Math.max(...lons), Math.max(...lats)],
  ];
}
