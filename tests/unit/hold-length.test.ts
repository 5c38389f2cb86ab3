import { expect, it } from "vitest";
import { holdLength } from "#domain/holds/hold-length";

it("holdLength says the length in whole minutes, at least one", () => {
  expect([600_000, 1_199_800, 90_000, 89_999, 20_000].map(holdLength)).toEqual([
    "10 minutes",
    "20 minutes",
    "2 minutes",
    "1 minute",
    "1 minute",
  ]);
});
