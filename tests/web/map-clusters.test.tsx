import { describe, expect, it } from "vitest";
import type { ItemPlace } from "#contract/items/marketplace";
import { boundsOf, clustersOf } from "../../web/features/marketplace/map/clusters.ts";
import { priceRange } from "../../web/features/marketplace/map/price-range.ts";

const place = (suburb: string, lat: number, lon: number, count: number): ItemPlace => ({
  place: suburb,
  suburb,
  lat,
  lon,
  count,
  min_price: 5,
  max_price: 40,
});
const PLACES = [
  place("Brunswick", -37.767, 144.958, 14),
  place("Newtown", -33.898, 151.179, 6),
  place("Fitzroy", -37.797, 144.98, 5),
  place("Enmore", -33.901, 151.168, 2),
];
const shown = (zoom: number) =>
  clustersOf(PLACES, zoom).map(({ places, count }) => `${places.map(({ suburb }) => suburb).join("+")} ${count}`);

describe("clustersOf", () => {
  it("groups suburbs that are close on the screen at the largest, and separates them with more zoom", () => {
    expect(shown(4)).toEqual(["Brunswick+Fitzroy 19", "Newtown+Enmore 8"]);
    expect(shown(10.5)).toEqual(["Brunswick 14", "Newtown+Enmore 8", "Fitzroy 5"]);
    expect(shown(13)).toEqual(["Brunswick 14", "Newtown 6", "Fitzroy 5", "Enmore 2"]);
  });

  it("loses no item at any zoom", () => {
    for (let zoom = 0; zoom <= 14; zoom += 0.5) {
      expect(clustersOf(PLACES, zoom).reduce((sum, { count }) => sum + count, 0)).toBe(27);
    }
  });
});

it("boundsOf contains every point", () => {
  expect(boundsOf(PLACES)).toEqual([
    [144.958, -37.797],
    [151.179, -33.898],
  ]);
});

it("priceRange names the lowest and highest price in whole dollars", () => {
  const priced = (min_price: number, max_price: number) => ({ ...place("Newtown", 0, 0, 2), min_price, max_price });
  expect(priceRange([priced(15, 15)])).toBe("$15");
  expect(priceRange([priced(0, 1_250)])).toBe("free to $1,250");
  expect(priceRange([priced(0, 0)])).toBe("free");
  expect(priceRange([priced(8, 9), priced(3, 4.5)])).toBe("$3 to $9");
});
