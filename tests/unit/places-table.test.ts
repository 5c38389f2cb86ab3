import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { placesModule } from "../../scripts/generate-places.ts";

it("is what the generator makes of the package", () => {
  const table = resolve(import.meta.dirname, "../../worker/domain/places-table.ts");
  expect(readFileSync(table, "utf8")).toBe(placesModule());
});
