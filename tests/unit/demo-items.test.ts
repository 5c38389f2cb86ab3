import { describe, expect, it } from "vitest";
import { ID_PATTERN } from "#domain/ids";
import { DEMO_ITEMS, demoMinimum } from "#domain/items/demo-items";

describe("demo items", () => {
  it("have ids that no route accepts as a listing", () => {
    for (const { id } of DEMO_ITEMS) {
      expect(id).toMatch(/^demo-[a-z]+$/);
      expect(ID_PATTERN.test(id)).toBe(false);
    }
    expect(new Set(DEMO_ITEMS.map(({ id }) => id)).size).toBe(DEMO_ITEMS.length);
  });

  it("have a minimum price of 80 percent, and none when free", () => {
    for (const item of DEMO_ITEMS) {
      const minimum = demoMinimum(item);
      if (item.price_cents === 0) expect(minimum).toBeNull();
      else expect((minimum ?? 0) / item.price_cents).toBeCloseTo(0.8, 5);
    }
  });
});
