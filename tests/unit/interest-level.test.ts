import { describe, expect, it } from "vitest";
import { interestLevel } from "#domain/items/interest-level";

describe("interestLevel", () => {
  it("follows the number of people viewing and negotiating: 1 low, 2 medium, 5 high", () => {
    expect([0, 1, 2, 4, 5, 50].map((people) => interestLevel(people, 0, 0))).toEqual([
      "none",
      "low",
      "medium",
      "medium",
      "high",
      "high",
    ]);
    expect(interestLevel(1, 1, 0)).toBe("medium");
    expect(interestLevel(3, 2, 0)).toBe("high");
  });

  it("is high from a popularity of ten this week on, even without current viewers", () => {
    expect(interestLevel(0, 0, 9)).toBe("none");
    expect(interestLevel(0, 0, 10)).toBe("high");
  });
});
