import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxAround, distanceKm, haversineOf, shownDistance } from "#domain/places/distance";
import { DEMO_SELLERS } from "../../scripts/demo/catalogue.ts";
import { places } from "../../scripts/places.ts";
import cases from "./places.json" with { type: "json" };

const MELBOURNE = { lat: -37.8136, lon: 144.9631 };
const SYDNEY = { lat: -33.8688, lon: 151.2093 };
const australian = fc.record({
  lat: fc.double({ min: -44, max: -10, noNaN: true }),
  lon: fc.double({ min: 112, max: 154, noNaN: true }),
});

describe("distanceKm and boxAround", () => {
  it("match known distances", () => {
    expect(distanceKm(MELBOURNE, SYDNEY)).toBeCloseTo(713.4, 0);
    expect(distanceKm(MELBOURNE, MELBOURNE)).toBe(0);
    // A degree of latitude.
    expect(distanceKm({ lat: -30, lon: 140 }, { lat: -31, lon: 140 })).toBeCloseTo(111.19, 1);
  });

  it("are symmetric, and every point within the radius lies inside the box", () => {
    fc.assert(
      fc.property(australian, australian, fc.double({ min: 1, max: 200, noNaN: true }), (a, b, km) => {
        expect(distanceKm(a, b)).toBeCloseTo(distanceKm(b, a), 6);
        if (distanceKm(a, b) > km) return;
        const { south, north, west, east } = boxAround(a, km);
        expect(b.lat >= south && b.lat <= north && b.lon >= west && b.lon <= east).toBe(true);
      }),
    );
    // Points on the circle itself, which a box that is too narrow would miss.
    for (const km of [5, 50, 200]) {
      for (let bearing = 0; bearing < 360; bearing += 3) {
        const point = destination(MELBOURNE, km * 0.999_999, bearing);
        const { south, north, west, east } = boxAround(MELBOURNE, km);
        expect(point.lat >= south && point.lat <= north && point.lon >= west && point.lon <= east).toBe(true);
        expect(Math.sin(distanceKm(MELBOURNE, point) / 6371 / 2) ** 2).toBeLessThan(haversineOf(km));
      }
    }
  });

  it("show distances to one decimal, and nothing below a kilometre", () => {
    expect([0, 0.4, 0.99, 1, 1.04, 12.345, 49.96].map(shownDistance)).toEqual([0.5, 0.5, 0.5, 1, 1, 12.3, 50]);
  });
});

function destination(from: { lat: number; lon: number }, km: number, bearing: number) {
  const rad = Math.PI / 180;
  const d = km / 6371;
  const lat = Math.asin(
    Math.sin(from.lat * rad) * Math.cos(d) + Math.cos(from.lat * rad) * Math.sin(d) * Math.cos(bearing * rad),
  );
  const lon =
    from.lon * rad +
    Math.atan2(
      Math.sin(bearing * rad) * Math.sin(d) * Math.cos(from.lat * rad),
      Math.cos(d) - Math.sin(from.lat * rad) * Math.sin(lat),
    );
  return { lat: lat / rad, lon: lon / rad };
}

describe("places table", () => {
  it("has the suburbs of the demo data within a few kilometres of their city", () => {
    const cities: Record<string, number[]> = cases.cities;
    for (const { suburb, city, postcode } of DEMO_SELLERS) {
      const point = places.pointOfListing({ suburb, city, postcode });
      const [lat = 0, lon = 0] = cities[city] ?? [];
      expect(point, suburb).not.toBeNull();
      if (point) expect(distanceKm(point, { lat, lon }), suburb).toBeLessThan(30);
    }
  });
});

describe("pointNamed", () => {
  const near = (text: string, to: { lat: number; lon: number }) => {
    const point = places.pointNamed(text);
    return point === null ? null : distanceKm(point, to);
  };

  it("accepts a suburb, a postcode, or both with a state, in any spelling", () => {
    const brunswick = { lat: -37.766, lon: 144.96 };
    for (const text of ["Brunswick", "brunswick vic", "BRUNSWICK, VIC 3056", "Brunswick 3056", "3056", " 3056 "]) {
      expect(near(text, brunswick), text).toBeLessThan(2);
    }
    expect(near("St. Kilda", { lat: -37.864, lon: 144.982 })).toBeLessThan(3);
    expect(near("O’Connor ACT", { lat: -35.257, lon: 149.114 })).toBeLessThan(3);
  });

  it("prefers the suburb of a city to a remote place of the same name, unless the state says otherwise", () => {
    expect(near("Richmond VIC", { lat: -37.823, lon: 145 })).toBeLessThan(3);
    expect(near("Richmond TAS 7025", { lat: -42.73, lon: 147.44 })).toBeLessThan(5);
    expect(near("Richmond 4822", { lat: -20.73, lon: 143.14 })).toBeLessThan(5);
  });

  it("prefers the more populous of two places with one name", () => {
    const margaretRiver = { lat: -33.961, lon: 115.077 };
    expect(near("Margaret River", margaretRiver)).toBeLessThan(1);
    expect(near("margaret river nt", margaretRiver)).toBeGreaterThan(2_000);
    for (const state of ["ACT", "NSW", "NT", "QLD", "SA", "TAS", "VIC", "WA"]) {
      const { suburb } = places.suggest(`p ${state}`, 1)[0] ?? { suburb: "" };
      expect(places.pointNamed(`${suburb} ${state.toLowerCase()}`), state).not.toBeNull();
    }
    // A state alone is the beginning of a name, not a state.
    expect(places.suggest("vic", 3).every(({ suburb }) => suburb.startsWith("Vic"))).toBe(true);
  });

  it("returns null for unknown places", () => {
    for (const text of [
      "",
      " ",
      "Atlantis",
      "0000",
      "9999",
      "305",
      "Brunswick 9000",
      "%",
      "Brunswick TAS",
      "\ud800",
      "🏠".repeat(50),
    ]) {
      expect(places.pointNamed(text), text).toBeNull();
    }
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const point = places.pointNamed(text);
        expect(point === null || point.lat < 0).toBe(true);
        expect(places.suggest(text, 5).length).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe("pointOfListing", () => {
  it("uses the suburb in its postcode, else the postcode, else the suburb near its city", () => {
    const richmond = { lat: -37.823, lon: 145 };
    const at = (place: Parameters<typeof places.pointOfListing>[0]) => places.pointOfListing(place);
    const distance = (point: ReturnType<typeof at>) => (point ? distanceKm(point, richmond) : Number.NaN);
    expect(distance(at({ suburb: "Richmond", city: null, postcode: "3121" }))).toBeLessThan(3);
    expect(distance(at({ suburb: "Richmnod", city: null, postcode: "3121" }))).toBeLessThan(5);
    expect(distance(at({ suburb: "Richmond", city: "Melbourne", postcode: null }))).toBeLessThan(3);
    expect(distance(at({ suburb: null, city: "Melbourne", postcode: null }))).toBeLessThan(10);
    expect(distance(at({ suburb: "Unknown Bend", city: "Melbourne", postcode: null }))).toBeLessThan(10);
  });

  it("looks in the state given by its code, and in all states without one", () => {
    const richmond = (state: string | null, city: string | null = null) =>
      places.pointOfListing({ suburb: "Richmond", city, postcode: null, state });
    expect(richmond("VIC")).toEqual({ lat: -37.823, lon: 144.998 });
    expect(richmond("tas")).toEqual({ lat: -42.733, lon: 147.433 });
    for (const state of ["ACT", "Victoria", "", null]) expect(richmond(state), String(state)).toBeNull();
    // Richmond in New South Wales is near Sydney, Richmond in Victoria is not.
    expect(richmond("NSW", "Sydney")).toEqual({ lat: -33.6, lon: 150.75 });
    expect(richmond("VIC", "Sydney")).toBeNull();
  });

  it("merges entries of one name that lie close together, and returns null when they do not", () => {
    const at = (suburb: string, postcode: string | null = null) =>
      places.pointOfListing({ suburb, city: null, postcode });
    expect(at("Mingoola")).toEqual({ lat: -29.005, lon: 151.535 });
    expect(at("Mingoola", "4380")).toEqual({ lat: -28.95, lon: 151.547 });
    expect(at("Hillsborough")).toBeNull();
    expect(at("Hillsborough", "2320")).toEqual({ lat: -32.635, lon: 151.476 });
    expect(at("Silverwater", "0000")).toBeNull();
  });

  it("returns null for an ambiguous or unknown place", () => {
    for (const place of [
      { suburb: "Richmond", city: null, postcode: null },
      { suburb: null, city: null, postcode: null },
      { suburb: "Atlantis", city: "Utopia", postcode: "0001" },
    ]) {
      expect(places.pointOfListing(place)).toBeNull();
    }
  });
});

describe("suggest", () => {
  it("starts with the typed text, whole names and cities first", () => {
    expect(places.suggest("brunsw", 3)[0]).toEqual({ suburb: "Brunswick", state: "VIC", postcode: "3056" });
    expect(places.suggest("richmond", 10).every((place) => place.suburb.startsWith("Richmond"))).toBe(true);
    expect(places.suggest("richmond tas", 3)).toEqual([{ suburb: "Richmond", state: "TAS", postcode: "7025" }]);
    expect(places.suggest("305", 50).every((place) => place.postcode.startsWith("305"))).toBe(true);
    expect(places.suggest("3056", 5)).toContainEqual({ suburb: "Brunswick", state: "VIC", postcode: "3056" });
    expect(places.suggest("", 5)).toEqual([]);
    expect(places.suggest("zzz", 5)).toEqual([]);
  });

  it("ranks the whole name first, then the least remote, then alphabetically", () => {
    const said = (text: string, limit: number) =>
      places.suggest(text, limit).map(({ suburb, state, postcode }) => `${suburb} ${state} ${postcode}`);
    expect(said("margaret river", 2)).toEqual(["Margaret River WA 6285", "Margaret River NT 0822"]);
    expect(said("brunswick", 4)).toEqual([
      "Brunswick VIC 3056",
      "Brunswick WA 6224",
      "Brunswick East VIC 3057",
      "Brunswick Lower VIC 3056",
    ]);
    expect(said("3056", 3)).toEqual(["Brunswick VIC 3056", "Brunswick Lower VIC 3056", "Brunswick North VIC 3056"]);
    expect(said("north brunswick 3056", 3)).toEqual([]);
    expect(said("brunswick n 3056", 3)).toEqual(["Brunswick North VIC 3056"]);
    expect(said("30561", 3)).toEqual([]);
  });

  it("names the centre of a city that is no suburb, and no mail centres", () => {
    const said = (text: string) => places.suggest(text, 3).map(({ suburb, state }) => `${suburb} ${state}`);
    expect(said("Gold Coast")).toEqual(["Surfers Paradise QLD"]);
    expect(said("gold coast, Queensland")).toEqual(["Surfers Paradise QLD"]);
    expect(said("dural d")).toEqual([]);
    expect(said("northgate")).not.toContain("Northgate Mc QLD");
  });
});

describe("nearest", () => {
  const nearest = (lat: number, lon: number) => {
    const place = places.nearest({ lat, lon }, 300);
    return place && `${place.suburb} ${place.state} ${place.postcode}`;
  };

  it("finds the suburb around a point", () => {
    expect(nearest(-33.8975, 151.1785)).toBe("Newtown NSW 2042");
    expect(nearest(-37.767, 144.961)).toBe("Brunswick VIC 3056");
  });

  it("finds the suburb in the middle of a city, not its post office", () => {
    expect(nearest(-31.953, 115.858)).toBe("Perth WA 6000");
    expect(nearest(-33.8688, 151.2093)).toBe("Sydney NSW 2000");
  });

  it("finds a place for people in the outback, and none abroad", () => {
    // The Great Victoria Desert and the Simpson Desert.
    expect(nearest(-28.5, 127.8)).not.toBeNull();
    expect(nearest(-24.6, 137.1)).not.toBeNull();
    // Auckland, Port Moresby, Dili and London.
    expect(nearest(-36.85, 174.76)).toBeNull();
    expect(nearest(-9.44, 147.18)).toBeNull();
    expect(nearest(-8.55, 125.57)).toBeNull();
    expect(nearest(51.5, -0.12)).toBeNull();
  });
});

describe("Places.suburbAt", () => {
  it("finds the suburb of a listing's centroid, also where only the postcode was known", () => {
    const stated = [
      ["Newtown", "2042", "Newtown"],
      ["Nowhere", "3056", "Brunswick"],
    ] as const;
    for (const [suburb, postcode, found] of stated) {
      const point = places.pointOfListing({ suburb, city: null, postcode });
      expect(point && places.suburbAt(point)?.suburb).toBe(found);
    }
  });

  it("is null for any other point", () => {
    expect(places.suburbAt({ lat: -33.5, lon: 151.179 })).toBeNull();
  });
});
