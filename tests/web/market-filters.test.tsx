import { describe, expect, it } from "vitest";
import {
  filtersFrom,
  isNarrowed,
  listQuery,
  type MarketFilters,
  NO_FILTERS,
  panelFilterCount,
  paramsWith,
  priceRangeLabel,
} from "../../web/features/market/filters.ts";
import { MARKET_TABS } from "../../web/features/market/tabs.ts";
import { CATEGORIES } from "../../worker/domain/catalogue.ts";

const EVERYTHING: MarketFilters = {
  tab: "home",
  search: "couch & lamp",
  condition: "like_new",
  minPrice: 50,
  maxPrice: 400,
  location: "Fitzroy 3065",
  withinKm: null,
  sort: "price_asc",
};

describe("marketplace filters in the address", () => {
  it("come back unchanged after a reload or from a shared link", () => {
    const shared = new URLSearchParams(paramsWith(new URLSearchParams(), EVERYTHING).toString());
    expect(filtersFrom(shared)).toEqual(EVERYTHING);
    expect(filtersFrom(paramsWith(new URLSearchParams(), NO_FILTERS))).toEqual(NO_FILTERS);
  });

  it("leave an unfiltered marketplace with a clean address and keep other people's parameters", () => {
    expect(paramsWith(new URLSearchParams("q=old&tab=sold"), NO_FILTERS).toString()).toBe("");
    const kept = paramsWith(new URLSearchParams("payment=cancelled&q=old"), { ...NO_FILTERS, search: "bike" });
    expect(kept.toString()).toBe("payment=cancelled&q=bike");
  });

  it("count anything they do not understand as not set", () => {
    const odd = "tab=nowhere&condition=mint&min_price=-5&max_price=1e9&sort=random";
    expect(filtersFrom(new URLSearchParams(odd))).toEqual(NO_FILTERS);
  });

  it("put a reversed price range in order and treat the slider's ends as no bound", () => {
    expect(filtersFrom(new URLSearchParams("min_price=400&max_price=50"))).toMatchObject({
      minPrice: 50,
      maxPrice: 400,
    });
    expect(filtersFrom(new URLSearchParams("min_price=0&max_price=10000"))).toMatchObject({
      minPrice: null,
      maxPrice: null,
    });
  });

  it("name the price range in words, with 10,000+ at the last stop", () => {
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

describe("the query sent for a tab", () => {
  it("names the tab's categories and every filter", () => {
    expect(listQuery(EVERYTHING)).toEqual({
      limit: "24",
      sort: "price_asc",
      category: "home_garden",
      q: "couch & lamp",
      condition: "like_new",
      min_price: "50",
      max_price: "400",
      location: "Fitzroy 3065",
    });
    expect(listQuery({ ...NO_FILTERS, tab: "sold" })).toMatchObject({ status: "sold" });
    expect(listQuery(NO_FILTERS)).not.toHaveProperty("category");
  });

  it("reaches every category by some tab", () => {
    const reached = new Set(MARKET_TABS.flatMap((tab) => tab.categories));
    expect([...reached].sort()).toEqual([...CATEGORIES].sort());
  });
});
