import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findNear, formatNear, nearPlaceOfCookie, parseNear, RADII_KM, radiusIn } from "#domain/places/near-place";
import { placeText } from "#domain/places/place-name";
import { Places } from "#domain/places/places";
import { places, table } from "../../scripts/places.ts";

const NEWTOWN = { suburb: "Newtown", state: "NSW", postcode: "2042", lat: -33.898, lon: 151.179 };
const found = (typed: string) => {
  const near = findNear(places, typed, null);
  return near.ok ? near.value.place : near.message;
};

describe("findNear", () => {
  it("accepts a suburb, a city or a postcode, with its state as a code or in full", () => {
    for (const typed of [
      "Newtown NSW 2042",
      "newtown, new south wales",
      "Newtown, N.S.W.",
      " newtown  2042 ",
      "Newtown, New South Wales 2042",
      "2042",
    ]) {
      expect(found(typed), typed).toBe("Newtown NSW 2042");
    }
    expect(findNear(places, "2042", 10)).toEqual({
      ok: true,
      value: { ...NEWTOWN, place: "Newtown NSW 2042", within_km: 10 },
    });
    for (const [typed, place] of [
      ["Perth", "Perth WA 6000"],
      ["Perth, Tasmania", "Perth TAS 7300"],
      ["Canberra, Australian Capital Territory", "Canberra ACT 2600"],
      ["Gold Coast", "Surfers Paradise QLD 4217"],
      ["central coast nsw", "Gosford NSW 2250"],
    ] as const) {
      expect(found(typed), typed).toBe(place);
    }
  });

  it("takes a name that ends with a state as a name", () => {
    expect(found("Port Victoria")).toBe("Port Victoria SA 5573");
    expect(found("Mount Victoria NSW")).toBe("Mount Victoria NSW 2786");
    expect(found("University of Tasmania")).toBe("University Of Tasmania TAS 7005");
  });

  it("refuses a state, with a hint, and an unknown place", () => {
    for (const state of ["New South Wales", "VIC", "tasmania", "N.T."]) {
      expect(found(state), state).toBe("A state is too big an area. Enter a suburb, city or postcode.");
    }
    for (const typed of ["Atlantis", "0000", "%", "🏠", "x".repeat(200)]) {
      expect(found(typed), typed).toBe("We don't know that place. Enter a suburb, city or postcode.");
    }
    expect(findNear(places, "Atlantis", null, "suburb")).toMatchObject({
      code: "invalid",
      details: { fields: [{ field: "suburb" }] },
    });
  });
});

describe("the cookie of the visitor's place", () => {
  it("brings back the place and the radius", () => {
    for (const within_km of [null, ...RADII_KM]) {
      const near = findNear(places, "Newtown NSW", within_km);
      const value = near.ok ? formatNear(near.value) : "";
      expect(value).toBe(`Newtown NSW 2042|${within_km ?? ""}`);
      expect(nearPlaceOfCookie(places, value)).toEqual({ ...NEWTOWN, place: "Newtown NSW 2042", within_km });
    }
  });

  it("is ignored unless we wrote it", () => {
    for (const value of [
      undefined,
      "",
      "|",
      "|25",
      "Newtown NSW 2042",
      "Newtown NSW 2042|7",
      "Newtown NSW 2042|25|25",
      "Newtown NSW 2042|25x",
      `${"x".repeat(61)}|`,
      "Atlantis|10",
    ]) {
      expect(nearPlaceOfCookie(places, value), value).toBeNull();
    }
    fc.assert(fc.property(fc.string({ unit: "binary" }), (value) => void nearPlaceOfCookie(places, value)));
    expect(parseNear("Newtown NSW 2042|50")).toEqual({ place: "Newtown NSW 2042", within_km: 50 });
  });

  it("finds its place in the text of the table as in the parsed table", () => {
    const parsed = new Places(table);
    parsed.suggest("x", 1);
    const lines = table.trimEnd().split("\n").slice(1);
    for (const line of lines.filter((_, index) => index % 97 === 0)) {
      const [postcode = "", state = "", , , , ...name] = line.split(" ");
      const place = parsed.placeNamed(placeText({ suburb: name.join(" "), state, postcode }));
      expect(place, line).not.toBeNull();
      if (place) expect(new Places(table).placeNamed(placeText(place)), line).toEqual(place);
    }
  });
});

describe("suburbOf", () => {
  it("finds the suburb of a profile by its postcode, its state or its city, and nothing where they leave several", () => {
    const suburbOf = (
      suburb: string | null,
      city: string | null,
      postcode: string | null,
      state: string | null = null,
    ) => {
      const place = places.suburbOf({ suburb, city, postcode, state });
      return place && placeText(place);
    };
    expect(suburbOf("Newtown", null, "2042")).toBe("Newtown NSW 2042");
    expect(suburbOf("Newtown", "Sydney", null)).toBe("Newtown NSW 2042");
    expect(suburbOf("Richmond", null, null, "TAS")).toBe("Richmond TAS 7025");
    expect(suburbOf("Newtwon", null, "2042")).toBe("Newtown NSW 2042");
    expect(suburbOf("Richmond", null, null)).toBeNull();
    expect(suburbOf("Atlantis", "Utopia", null)).toBeNull();
    expect(suburbOf(null, null, null)).toBeNull();
  });
});

it("radiusIn accepts only the offered radii", () => {
  expect([" 50 ", "5", "7", "", null].map(radiusIn)).toEqual([50, 5, null, null, null]);
});
