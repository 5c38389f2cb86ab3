import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { placesTable } from "../../scripts/generate-places.ts";

it("places.txt equals the output of its generator", () => {
  const table = resolve(import.meta.dirname, "../../worker/domain/places/places.txt");
  expect(readFileSync(table, "utf8")).toBe(placesTable());
});
