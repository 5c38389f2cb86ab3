import { describe, expect, it } from "vitest";
import {
  changedFilters,
  filtersFrom,
  isNarrowed,
  panelFilterCount,
  paramsWith,
  placeLabel,
  priceRangeLabel,
} from "../../web/features/items/marketplace/filters.ts";
import {
  listQuery as listQueryNear,
  type MarketFilters,
  NO_FILTERS,
} from "../../worker/domain/items/market-filters.ts";

const listQuery = (filters: MarketFilters) => listQueryNear(filters, null);

const EVERYTHING: MarketFilters = {
  tab: "home",
  category: null,
  search: "couch & lamp",
  conditions: ["like_new", "good"],
  minPrice: 50,
  maxPrice: 400,
  location: "Fitzroy 3065",
  near: "",
  withinKm: null,
  sort: "price_asc",
};

describe("marketplace filters in the address", () => {
  it("are the same after a reload or from a shared link", () => {
    const shared = new URLSearchParams(paramsWith(new URLSearchParams(), EVERYTHING).toString());
    expect(filtersFrom(shared)).toEqual(EVERYTHING);
    expect(filtersFrom(paramsWith(new URLSearchParams(), NO_FILTERS))).toEqual(NO_FILTERS);
  });

  it("leave no trace when unset, and keep unrelated parameters", () => {
    expect(paramsWith(new URLSearchParams("q=old&tab=sold"), NO_FILTERS).toString()).toBe("");
    const query = paramsWith(new URLSearchParams("payment=cancelled&q=old"), { ...NO_FILTERS, search: "bike" });
    expect(query.toString()).toBe("payment=cancelled&q=bike");
  });

  it("ignore unknown values", () => {
    const odd = "tab=nowhere&condition=mint&min_price=-5&max_price=1e9&sort=random";
    expect(filtersFrom(new URLSearchParams(odd))).toEqual(NO_FILTERS);
  });

  it("keep a radius with its place, and accept only the offered radii", () => {
    const near: MarketFilters = { ...NO_FILTERS, near: "Brunswick VIC 3056", withinKm: 10 };
    const address = paramsWith(new URLSearchParams(), near).toString();
    expect(address).toBe("near=Brunswick+VIC+3056&within_km=10");
    expect(filtersFrom(new URLSearchParams(address))).toEqual(near);
    expect(filtersFrom(new URLSearchParams("near=3056&within_km=7"))).toMatchObject({ near: "3056", withinKm: null });
    expect(filtersFrom(new URLSearchParams("within_km=10"))).toEqual(NO_FILTERS);
    expect(listQuery(near)).toEqual({ limit: "24", sort: "date_desc", near: "Brunswick VIC 3056", within_km: "10" });
    expect(placeLabel(near)).toBe("Within 10 km of Brunswick VIC 3056");
    expect(placeLabel({ ...near, withinKm: null })).toBe("Near Brunswick VIC 3056");
    expect(placeLabel({ ...NO_FILTERS, location: "Victoria" })).toBe("Victoria");
  });

  it("keep one category of a tab with several, and drop it with the tab", () => {
    const automotive: MarketFilters = { ...NO_FILTERS, tab: "other", category: "automotive" };
    const address = paramsWith(new URLSearchParams(), automotive).toString();
    expect(address).toBe("tab=other&category=automotive");
    for (const link of [address, "category=automotive", "tab=automotive", "category=Automotive"]) {
      expect(filtersFrom(new URLSearchParams(link)), link).toEqual(automotive);
    }
    expect(listQuery(automotive)).toEqual({ limit: "24", sort: "date_desc", category: "automotive" });
    expect(isNarrowed(automotive)).toBe(true);
    expect(changedFilters(automotive, { search: "racks" })).toMatchObject({ tab: "other", category: "automotive" });
    expect(changedFilters(automotive, { tab: "books" })).toEqual({ ...NO_FILTERS, tab: "books" });
    // A tab with one category needs no category filter, and a category of another tab is ignored.
    expect(filtersFrom(new URLSearchParams("category=phones"))).toEqual({ ...NO_FILTERS, tab: "electronics" });
    expect(filtersFrom(new URLSearchParams("category=other"))).toMatchObject({ tab: "other", category: "other" });
    expect(filtersFrom(new URLSearchParams("tab=other&category=books"))).toEqual({ ...NO_FILTERS, tab: "other" });
    expect(listQuery({ ...NO_FILTERS, tab: "other" })).toMatchObject({ categories: "other,automotive" });
  });

  it("move from Trending and Bundles to All Listings when searching or sorting", () => {
    const trending = filtersFrom(new URLSearchParams("tab=trending&q=bike&sort=views"));
    expect(trending).toEqual({ ...NO_FILTERS, tab: "trending" });
    expect(changedFilters(trending, { search: "bike" })).toEqual({ ...NO_FILTERS, search: "bike" });
    expect(changedFilters(trending, { tab: "bundles" }).tab).toBe("bundles");
    expect(changedFilters({ ...NO_FILTERS, tab: "books" }, { search: "bike" }).tab).toBe("books");
  });

  it("sort a reversed price range and ignore the ends of the slider", () => {
    expect(filtersFrom(new URLSearchParams("min_price=400&max_price=50"))).toMatchObject({
      minPrice: 50,
      maxPrice: 400,
    });
    expect(filtersFrom(new URLSearchParams("min_price=0&max_price=10000"))).toMatchObject({
      minPrice: null,
      maxPrice: null,
    });
  });

  it("label the price range, with 10,000+ at the last step", () => {
    expect(priceRangeLabel(null, null)).toBe("Any price");
    expect(priceRangeLabel(50, 400)).toBe("$50 – $400");
    expect(priceRangeLabel(null, 400)).toBe("Up to $400");
    expect(priceRangeLabel(50, null)).toBe("$50 and over");
    expect(priceRangeLabel(10_000, null)).toBe("$10,000+");
  });

  it("count only the panel's own filters on its button", () => {
    expect(panelFilterCount(EVERYTHING)).toBe(3);
    expect(panelFilterCount({ ...NO_FILTERS, search: "bike" })).toBe(0);
    expect(isNarrowed({ ...NO_FILTERS, search: " " })).toBe(false);
    expect(isNarrowed({ ...NO_FILTERS, search: "bike" })).toBe(true);
  });
});

describe("listQuery", () => {
  it("sends the tab's categories and every filter", () => {
    expect(listQuery(EVERYTHING)).toEqual({
      limit: "24",
      sort: "price_asc",
      category: "home_garden",
      q: "couch & lamp",
      condition: "like_new,good",
      min_price: "50",
      max_price: "400",
      location: "Fitzroy 3065",
    });
    expect(listQuery({ ...NO_FILTERS, tab: "sold" })).toMatchObject({ status: "sold" });
    expect(listQuery(NO_FILTERS)).not.toHaveProperty("category");
  });
});
