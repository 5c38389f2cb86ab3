/** The decided durations as plain numbers, independent of the constants they are computed from. */
import { expect, it } from "vitest";
import * as deadlines from "#domain/deadlines";
import cases from "./deadlines.json" with { type: "json" };

it("every duration has its decided value", () => {
  expect({ ...deadlines }).toEqual(cases.durations);
});
