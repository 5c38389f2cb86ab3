import { expect, it } from "vitest";
import { migrationRetryDelay } from "#domain/site/migration-retry";

it("migrationRetryDelay starts at ten seconds and doubles up to ten minutes", () => {
  expect([1, 2, 3, 6, 7, 40].map(migrationRetryDelay)).toEqual([10_000, 20_000, 40_000, 320_000, 600_000, 600_000]);
});
