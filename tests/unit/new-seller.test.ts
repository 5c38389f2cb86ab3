import { expect, it } from "vitest";
import { DAY_MS } from "#domain/deadlines";
import { isNewSeller } from "#domain/safety/new-seller";

const NOW = Date.UTC(2026, 10, 24);

it.each([
  [0, 0, true],
  [2, 89, true],
  [3, 0, false],
  [0, 90, false],
])("with %i pickups and an account of %i days: %s", (pickups, days, expected) => {
  expect(isNewSeller({ since: NOW - days * DAY_MS, pickups }, NOW)).toBe(expected);
});
