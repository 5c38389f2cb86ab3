import { describe, expect, it } from "vitest";
import { speedBetween } from "../../scripts/lighthouse/host-speed.ts";

/** One sample every 10 ms, of the score that `at` has then. */
const samples = (score: (at: number) => number) =>
  Array.from({ length: 300 }, (_, index) => index * 10_000).map((at) => ({ at, score: score(at) }));

describe("how fast the machine was while a page loaded", () => {
  it("is what it was then, whatever it was before and after", () => {
    const speed = speedBetween(
      samples((at) => (at >= 1_000_000 && at < 2_000_000 ? 1_500 : 2_700)),
      1_000_000,
      1_990_000,
    );
    expect(speed).toEqual({ score: 1_500, swing: 1 });
  });

  it("does not count the moments in which somebody else had the processor", () => {
    const speed = speedBetween(
      samples((at) => (at % 40_000 === 0 ? 90 : 2_600)),
      0,
      1_000_000,
    );
    expect(speed).toEqual({ score: 2_600, swing: 1 });
  });

  it("says by how much it changed", () => {
    const speed = speedBetween(
      samples((at) => (at < 800_000 ? 2_700 : 1_500)),
      0,
      1_200_000,
    );
    expect(speed?.swing).toBeCloseTo(1.8);
  });

  it("is not known from a handful of samples", () => {
    expect(
      speedBetween(
        samples(() => 2_000),
        0,
        100_000,
      ),
    ).toBeNull();
  });
});
