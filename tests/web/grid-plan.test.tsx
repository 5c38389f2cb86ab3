import { describe, expect, it } from "vitest";
import { type GridEntry, gridPlan } from "../../web/features/marketplace/grid-plan.ts";

const layout = (plan: GridEntry[]) =>
  plan.map(({ kind }) => ({ item: ".", block: "A", band: "=", further: "F" })[kind]).join("");
const always = { blocks: true, band: () => true, furtherFrom: null };

describe("gridPlan", () => {
  it("puts an ad block after every seven items and a full-width ad after each full row", () => {
    expect(layout(gridPlan(24, always))).toBe(".......A=.......A=.......A=...");
    expect(layout(gridPlan(7, always))).toBe(".......A=");
  });

  it("shows no ad without a full row", () => {
    expect(layout(gridPlan(6, always))).toBe("......");
    expect(layout(gridPlan(0, always))).toBe("");
  });

  it("keeps whole rows when no ad is running: one block of our own, then twelve items per band", () => {
    expect(layout(gridPlan(21, { ...always, blocks: false, band: (row) => row < 2 }))).toBe(".......A=............=..");
  });

  it("does not interrupt the rows for a full-width band that has nothing to show", () => {
    expect(layout(gridPlan(30, { ...always, blocks: false, band: () => false }))).toBe(
      ".......A.......................",
    );
    expect(layout(gridPlan(15, { ...always, band: (row) => row === 1 }))).toBe(".......A.......A=.");
  });

  it("begins a new row at the items further away", () => {
    expect(layout(gridPlan(12, { ...always, furtherFrom: 3 }))).toBe("...F.......A=..");
    expect(layout(gridPlan(9, { ...always, furtherFrom: 0 }))).toBe("F.......A=..");
    expect(layout(gridPlan(9, { ...always, furtherFrom: 7 }))).toBe(".......A=F..");
    // They begin on a later page.
    expect(layout(gridPlan(7, { ...always, furtherFrom: 7 }))).toBe(".......A=");
  });

  it("contains every item once, in order", () => {
    const items = gridPlan(100, always).flatMap((entry) => (entry.kind === "item" ? [entry.index] : []));
    expect(items).toEqual(Array.from({ length: 100 }, (_, index) => index));
  });
});
