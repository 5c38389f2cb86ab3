import { describe, expect, it } from "vitest";
import { DEFAULT_RETURN_PATH, returnPath } from "#domain/account/return-path";
import cases from "./return-path.json" with { type: "json" };

const REFUSED: unknown[] = [undefined, `/${"x".repeat(2_000)}`, ...cases.refused];

describe("returnPath", () => {
  it.each(cases.kept)("keeps %j unchanged (D12)", (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each(REFUSED)("replaces %j with the marketplace (D12, A26)", (value) => {
    expect(returnPath(value)).toBe(DEFAULT_RETURN_PATH);
  });

  it("never returns an address that a browser would resolve to another host (A26)", () => {
    for (const value of [...cases.kept, ...REFUSED]) {
      expect(new URL(returnPath(value), "https://goodstreet.example").origin).toBe("https://goodstreet.example");
    }
  });
});
