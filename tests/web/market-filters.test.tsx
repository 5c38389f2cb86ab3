import { describe, expect, it } from "vitest";
import {
  changedFilters,
  filtersFrom,
  isNarrowed,
  panelFilterCount,
  paramsWith,
  placeLabel,
  priceRangeLabel,
} from "../../web/features/marketplace/filters.ts";
import { listQuery, listQueryOf, type MarketFilters, NO_FILTERS } from "../../worker/domain/items/market-filters.ts";

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
  since: 1_795_000_000_000,
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

  it("keep a place with its radius, and accept only the offered radii", () => {
    const near: MarketFilters = { ...NO_FILTERS, near: "Brunswick VIC 3056", withinKm: 10 };
    const address = paramsWith(new URLSearchParams(), near).toString();
    expect(address).toBe("near=Brunswick+VIC+3056&within_km=10");
    expect(filtersFrom(new URLSearchParams(address))).toEqual(near);
    expect(filtersFrom(new URLSearchParams("near=3056&within_km=7"))).toMatchObject({ near: "3056", withinKm: null });
    expect(paramsWith(new URLSearchParams(), { ...near, withinKm: null }).toString()).toBe("near=Brunswick+VIC+3056");
    expect(filtersFrom(new URLSearchParams("within_km=10"))).toEqual(NO_FILTERS);
    expect(placeLabel(near)).toBe("Within 10 km of Brunswick VIC 3056");
    expect(placeLabel({ ...near, withinKm: null })).toBe("Near Brunswick VIC 3056");
    expect(placeLabel({ ...NO_FILTERS, location: "Victoria" })).toBe("Victoria");
    expect(placeLabel(NO_FILTERS)).toBe("");
  });

  it.each([
    "",
    "tab=furniture",
    "tab=HOME&sort=price_asc",
    "tab=other",
    "tab=other&category=automotive",
    "tab=automotive&sort=views",
    "category=automotive",
    "category=other",
    "category=phones",
    "tab=sold&category=automotive",
    "tab=other&category=books",
    "tab=sold&sort=views",
    "tab=phones",
    "tab=nonsense&sort=nonsense&condition=nonsense",
    "q=%20oak%20desk%20&condition=good&sort=popular",
    "min_price=400&max_price=50",
    "min_price=0&max_price=10000",
    "min_price=20000",
    "min_price=-5&max_price=abc",
    "location=%20Brunswick%203056%20",
    "near=3056&within_km=10",
    "near=%20Brunswick%20VIC%20&within_km=7&location=elsewhere",
    "within_km=10&location=brunswick",
    "near=Newtown",
    "condition=good,new,mint&sort=nearest",
    `q=${"x".repeat(150)}`,
  ])("asks for the same list once the browser has written it: %s", (search) => {
    const params = new URLSearchParams(search);
    const written = paramsWith(new URLSearchParams(), filtersFrom(params));
    const near = { place: "Newtown NSW 2042", within_km: null };
    const query = listQueryOf((name) => params.get(name), near);
    expect(query).not.toBeNull();
    expect(listQueryOf((name) => written.get(name), near)).toEqual(query);
  });

  it("keep one category of a tab with several, and drop it with the tab", () => {
    const automotive: MarketFilters = { ...NO_FILTERS, tab: "other", category: "automotive" };
    const address = paramsWith(new URLSearchParams(), automotive).toString();
    expect(address).toBe("tab=other&category=automotive");
    for (const link of [address, "category=automotive", "tab=automotive", "category=Automotive"]) {
      expect(filtersFrom(new URLSearchParams(link)), link).toEqual(automotive);
    }
    expect(listQuery(automotive, null)).toEqual({ limit: "24", sort: "date_desc", category: "automotive" });
    expect(isNarrowed(automotive)).toBe(true);
    expect(changedFilters(automotive, { search: "racks" })).toMatchObject({ tab: "other", category: "automotive" });
    expect(changedFilters(automotive, { tab: "books" })).toEqual({ ...NO_FILTERS, tab: "books" });
    // A tab with one category needs no category filter, and a category of another tab is ignored.
    expect(filtersFrom(new URLSearchParams("category=phones"))).toEqual({ ...NO_FILTERS, tab: "electronics" });
    expect(filtersFrom(new URLSearchParams("category=other"))).toMatchObject({ tab: "other", category: "other" });
    expect(filtersFrom(new URLSearchParams("tab=other&category=books"))).toEqual({ ...NO_FILTERS, tab: "other" });
    expect(listQuery({ ...NO_FILTERS, tab: "other" }, null)).toMatchObject({ categories: "other,automotive" });
  });

  it("move from Trending and Bundles to All Listings when searching or sorting", () => {
    const trending = filtersFrom(new URLSearchParams("tab=trending&q=bike&sort=views"));
    expect(trending).toEqual({ ...NO_FILTERS, tab: "trending" });
    expect(changedFilters(trending, { search: "bike" })).toEqual({ ...NO_FILTERS, search: "bike" });
    expect(changedFilters(trending, { tab: "bundles" }).tab).toBe("bundles");
    expect(changedFilters({ ...NO_FILTERS, tab: "books" }, { search: "bike" }).tab).toBe("books");
  });

  it("sort a reversed price range and ignore its ends", () => {
    expect(filtersFrom(new URLSearchParams("min_price=400&max_price=50"))).toMatchObject({
      minPrice: 50,
      maxPrice: 400,
    });
    expect(filtersFrom(new URLSearchParams("min_price=0&max_price=10000"))).toMatchObject({
      minPrice: null,
      maxPrice: null,
    });
  });

  it("label the price range, with 10,000+ at its end", () => {
    const label = (minPrice: number | null, maxPrice: number | null) => priceRangeLabel({ minPrice, maxPrice });
    expect(label(null, null)).toBe("Any price");
    expect(label(50, 400)).toBe("$50 – $400");
    expect(label(null, 1_400)).toBe("Up to $1,400");
    expect(label(null, 0)).toBe("Free");
    expect(label(50, null)).toBe("$50 and over");
    expect(label(10_000, null)).toBe("$10,000+");
  });

  it("count only the panel's own filters on its button", () => {
    expect(panelFilterCount(EVERYTHING)).toBe(4);
    expect(panelFilterCount({ ...NO_FILTERS, search: "bike" })).toBe(0);
    expect(isNarrowed({ ...NO_FILTERS, search: " " })).toBe(false);
    expect(isNarrowed({ ...NO_FILTERS, search: "bike" })).toBe(true);
  });
});

describe("listQuery", () => {
  it("sends the tab's categories and every filter", () => {
    expect(listQuery(EVERYTHING, null)).toEqual({
      limit: "24",
      sort: "price_asc",
      category: "home_garden",
      q: "couch & lamp",
      condition: "like_new,good",
      min_price: "50",
      max_price: "400",
      listed_after: "1795000000000",
      location: "Fitzroy 3065",
    });
    expect(listQuery({ ...NO_FILTERS, tab: "sold" }, null)).toMatchObject({ status: "sold" });
    expect(listQuery(NO_FILTERS, null)).not.toHaveProperty("category");
  });
});
