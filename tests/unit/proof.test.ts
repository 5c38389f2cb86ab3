import { describe, expect, it } from "vitest";
import { unreached } from "../proof/part.ts";

describe("unreached", () => {
  it("returns nothing when each kind of call was accepted at least once", () => {
    expect(unreached({ cases: 40, reached: { listings: 3, negotiations: 1 } })).toEqual([]);
  });

  it("reports a kind of call that was always refused", () => {
    expect(unreached({ cases: 40, reached: { listings: 0, negotiations: 1 } })).toEqual([
      "listings: none was accepted in 40 cases, so this proves nothing about them",
    ]);
    expect(unreached({ cases: 40, reached: { deal_rate: Number.NaN } })).toHaveLength(1);
  });

  it("reports a part without cases", () => {
    expect(unreached({ cases: 0, reached: {} })).toEqual(["not one case was played: this proves nothing"]);
  });
});
