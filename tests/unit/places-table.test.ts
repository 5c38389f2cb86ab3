import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { placesModule } from "../../scripts/generate-places.ts";

it("places-table.ts equals the output of its generator", () => {
  const table = resolve(import.meta.dirname, "../../worker/domain/places/places-table.ts");
  expect(readFileSync(table, "utf8")).toBe(placesModule());
});
