import { describe, expect, it } from "vitest";
import { unreached } from "../proof/parts.ts";

describe("a part of the proof", () => {
  it("has reached something when each kind of call was accepted at least once", () => {
    expect(unreached({ cases: 40, reached: { listings: 3, haggles: 1 } })).toEqual([]);
  });

  it("fails when every call of one kind was refused, however many were sent", () => {
    expect(unreached({ cases: 40, reached: { listings: 0, haggles: 1 } })).toEqual([
      "listings: none was accepted in 40 cases, so this proves nothing about them",
    ]);
    expect(unreached({ cases: 40, reached: { deal_rate: Number.NaN } })).toHaveLength(1);
  });

  it("fails when no case was played", () => {
    expect(unreached({ cases: 0, reached: {} })).toEqual(["not one case was played: this proves nothing"]);
  });
});
