import { describe, expect, it } from "vitest";
import {
  CATEGORIES,
  CATEGORY_LABELS,
  CONDITION_LABELS,
  CONDITIONS,
  canonicalCategory,
  SORT_LABELS,
  SORTS,
} from "#domain/items/catalogue";
import { MARKET_TABS, tabById } from "#domain/items/marketplace-tabs";
import cases from "./marketplace-tabs.json" with { type: "json" };

describe("canonicalCategory", () => {
  it("accepts category names and common alternative names", () => {
    for (const category of CATEGORIES) expect(canonicalCategory(category)).toBe(category);
    for (const name of [" Phones ", "tech", "gadgets", "computers"])
      expect(canonicalCategory(name)).toBe("electronics");
    for (const name of ["shoes", "fashion", "apparel", "accessories"]) expect(canonicalCategory(name)).toBe("clothing");
    expect(canonicalCategory("home")).toBe("home_garden");
    expect(canonicalCategory("rare")).toBe("collectibles");
    for (const none of ["", "cars", "constructor", "toString"]) expect(canonicalCategory(none)).toBeNull();
  });
});

it("each sort order, category and condition has its own label", () => {
  for (const [names, labels] of [
    [SORTS, SORT_LABELS],
    [CATEGORIES, CATEGORY_LABELS],
    [CONDITIONS, CONDITION_LABELS],
  ] as const) {
    expect(Object.keys(labels)).toEqual([...names]);
    for (const label of Object.values(labels)) expect(label).toMatch(/^[A-Z]/);
    expect(new Set(Object.values(labels)).size).toBe(names.length);
  }
});

describe("tabById", () => {
  const tabOf = (name: string | null) => tabById(name).id;

  it("finds a tab by its name or a category in it, else shows everything", () => {
    for (const { id } of MARKET_TABS) expect(tabOf(id.toUpperCase())).toBe(id);
    expect(tabOf("phones")).toBe("electronics");
    expect(tabOf("home_garden")).toBe("home");
    expect(tabOf("automotive")).toBe("other");
    for (const name of [null, "", "nonsense"]) expect(tabOf(name)).toBe("all");
  });

  it("covers each category in exactly one tab", () => {
    const listed = MARKET_TABS.flatMap(({ categories }) => categories);
    expect([...listed].sort()).toEqual([...CATEGORIES].sort());
  });

  it.each(cases.tabs)("gives the tab %s its label, title and empty message", (id, label, title, emptyTitle) => {
    expect(MARKET_TABS.find((tab) => tab.id === id)).toMatchObject({ label, title, emptyTitle });
    expect(MARKET_TABS).toHaveLength(13);
  });
});
