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
import {
  listQueryOf,
  MARKETPLACE_TABS,
  marketplaceTabOf,
  narrowedCategory,
  radiusIn,
} from "#domain/items/marketplace-tabs";

const query = (address: string) => {
  const params = new URLSearchParams(address);
  return listQueryOf((name) => params.get(name));
};
const PLAIN = { limit: "24", sort: "date_desc" };

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

describe("marketplaceTabOf", () => {
  const tabOf = (name: string | null) => marketplaceTabOf(name).tab;

  it("finds a tab by its name or a category in it, else shows everything", () => {
    for (const { tab } of MARKETPLACE_TABS) expect(tabOf(tab.toUpperCase())).toBe(tab);
    expect(tabOf("phones")).toBe("electronics");
    expect(tabOf("home_garden")).toBe("home");
    expect(tabOf("automotive")).toBe("other");
    for (const name of [null, "", "nonsense"]) expect(tabOf(name)).toBe("all");
  });

  it("covers each category in exactly one tab", () => {
    const listed = MARKETPLACE_TABS.flatMap(({ list }) => list?.categories ?? []);
    expect([...listed].sort()).toEqual([...CATEGORIES].sort());
  });
});

describe("listQueryOf", () => {
  it("lists everything for sale, newest first, without parameters", () => {
    expect(query("")).toEqual(PLAIN);
    expect(query("tab=all")).toEqual(PLAIN);
  });

  it("lists the categories of a tab", () => {
    expect(query("tab=books")).toEqual({ ...PLAIN, category: "books" });
    expect(query("category=books")).toEqual({ ...PLAIN, category: "books" });
    expect(query("tab=other")).toEqual({ ...PLAIN, categories: "other,automotive" });
    expect(query("tab=sold")).toEqual({ ...PLAIN, status: "sold" });
    for (const own of ["bundles", "trending"]) expect(query(`tab=${own}`)).toBeNull();
  });

  it("narrows a tab of several categories to one of them", () => {
    expect(query("tab=other&category=automotive")).toEqual({ ...PLAIN, category: "automotive" });
    expect(query("tab=automotive")).toEqual({ ...PLAIN, category: "automotive" });
    expect(query("tab=other&category=other")).toEqual({ ...PLAIN, category: "other" });
    expect(query("tab=other&category=books")).toEqual({ ...PLAIN, categories: "other,automotive" });
    expect(query("tab=books&category=toys")).toEqual({ ...PLAIN, category: "books" });
    expect(narrowedCategory(["books"], () => "books")).toBeNull();
  });

  it("reads search text, sort order and condition when they are valid", () => {
    expect(query("q=+lamp+&sort=price_asc&condition=like_new")).toEqual({
      ...PLAIN,
      q: "lamp",
      sort: "price_asc",
      condition: "like_new",
    });
    expect(query("q=++&sort=cheapest&condition=broken")).toEqual(PLAIN);
    expect(query(`q=${"x".repeat(101)}`)?.q).toHaveLength(100);
  });

  it("reads price bounds in whole dollars, and treats the end of the slider as no bound", () => {
    expect(query("min_price=50&max_price=200")).toEqual({ ...PLAIN, min_price: "50", max_price: "200" });
    expect(query("min_price=200&max_price=50")).toEqual({ ...PLAIN, min_price: "50", max_price: "200" });
    expect(query("min_price=0&max_price=10000")).toEqual(PLAIN);
    expect(query("max_price=9999")).toEqual({ ...PLAIN, max_price: "9999" });
    expect(query("min_price=1")).toEqual({ ...PLAIN, min_price: "1" });
    expect(query("min_price=20000&max_price=30000")).toEqual({ ...PLAIN, min_price: "10000" });
    for (const none of ["-5", "1.5", "x5", "5x", "1234567", ""]) {
      expect(query(`min_price=${none}&max_price=${none}`), none).toEqual(PLAIN);
    }
    expect(query("min_price=+50+")).toEqual({ ...PLAIN, min_price: "50" });
  });

  it("searches around a place within a valid radius, else by the name of the location", () => {
    expect(query("near=+Newtown+&within_km=10")).toEqual({ ...PLAIN, near: "Newtown", within_km: "10" });
    expect(query("near=2042&location=Sydney")).toEqual({ ...PLAIN, near: "2042", within_km: "25" });
    expect(query("location=+Sydney+&within_km=10")).toEqual({ ...PLAIN, location: "Sydney" });
    expect(query("near=+&location=+")).toEqual(PLAIN);
    expect(query(`near=${"x".repeat(101)}`)?.near).toHaveLength(100);
    expect(query(`location=${"x".repeat(101)}`)?.location).toHaveLength(100);
    expect([" 50 ", "5", "7", "", null].map(radiusIn)).toEqual([50, 5, 25, 25, 25]);
  });
});
