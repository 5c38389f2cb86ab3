import { expect, it } from "vitest";
import { distanceKm } from "#domain/places/distance";
import { Places } from "#domain/places/places";
import { correctionsTable, placesTable, secondSource } from "../../scripts/generate-places.ts";
import { read } from "../support/repository.ts";

const table = read("worker/domain/places/places.txt");
const places = new Places(table);

it("places.txt and its corrections equal the output of their generator", () => {
  expect(table).toBe(placesTable());
  expect(read("tests/inputs/place-corrections.tsv")).toBe(correctionsTable());
});

/** Regions, whose middle is anywhere. */
const REGIONS = new Set(["stgeorgeranges WA"]);

it("has the towns of a second source within 10 km, or a namesake that several places bear", () => {
  const suburbs = places.suburbs();
  const byName = Map.groupBy(suburbs, ({ suburb, state }) => `${suburb.toLowerCase().replace(/[^a-z]/g, "")} ${state}`);
  const far: string[] = [];
  let compared = 0;
  for (const [name, [town, ...namesakes]] of secondSource()) {
    const rows = byName.get(name);
    if (!town || namesakes.length > 0 || !rows) continue;
    compared += 1;
    const km = Math.min(...rows.map((row) => distanceKm(row, town)));
    if (km > 10 && !REGIONS.has(name)) far.push(`${name} ${Math.round(km)} km`);
  }
  expect(compared).toBeGreaterThan(3_300);
  expect(far).toEqual([]);
});

it("puts the visitor at a town of the second source into its state, near by or in its nearest suburb", () => {
  const wrong: string[] = [];
  const ofState = new Map<string, number>();
  for (const [name, towns] of secondSource()) {
    const [town] = towns;
    const state = name.split(" ").at(-1) ?? "";
    const number = ofState.get(state) ?? 0;
    if (!town || number >= 60) continue;
    ofState.set(state, number + 1);
    const found = places.nearest(town, 100);
    // Queanbeyan's and Albury's neighbours across the border are nearer than their own.
    if (!found || distanceKm(found, town) > 25) wrong.push(`${name}: ${found?.suburb} ${found?.state}`);
  }
  expect(ofState.size).toBe(8);
  expect(wrong).toEqual([]);
});

it.each([
  ["4171", ["Bulimba", "Balmoral", "Hawthorne", "Galloways Hill"], "QLD"],
  ["4868", ["Bayview Heights", "Mooroobool", "White Rock", "Woree", "Tarrawarra"], "QLD"],
  ["4120", ["Greenslopes", "Stones Corner", "Loreto Hill"], "QLD"],
])("a postcode's centre lies among its suburbs: %s", (postcode, suburbs, state) => {
  const found = places.placeNamed(postcode);
  expect(found?.state).toBe(state);
  expect(suburbs).toContain(found?.suburb);
  expect(distanceKm(found ?? { lat: 0, lon: 0 }, places.pointNamed(postcode) ?? { lat: 0, lon: 0 })).toBeLessThan(5);
});
