/**
 * The filters of the marketplace, between its address and the request of its list. The Worker and the browser use the
 * same functions, so that the reply embedded in a page is the one the browser would ask for.
 */
import type { NearChoice, RadiusKm } from "../places/near-place.ts";
import { radiusIn } from "../places/near-place.ts";
import {
  type Category,
  CONDITIONS,
  type Condition,
  canonicalCategory,
  PRICE_FILTER_MAX_DOLLARS,
  SORTS,
  type Sort,
} from "./catalogue.ts";
import { ALL_TAB, tabById } from "./marketplace-tabs.ts";

/** The address is the only storage of the filters, so that Back, reload and shared links restore them. */
export interface MarketFilters {
  tab: string;
  /** A single category of a tab with several, such as automotive on the Other tab. */
  category: Category | null;
  search: string;
  /** Any of these, in the order of `CONDITIONS`; none means all. */
  conditions: readonly Condition[];
  /** Dollars; null is "no lower bound" and, for the maximum, "10,000+". */
  minPrice: number | null;
  maxPrice: number | null;
  /** Text to find in the place of a listing: "Victoria". Empty while `near` is set. */
  location: string;
  /** Suburb or postcode in this address; it takes precedence over the visitor's place. Empty for none. */
  near: string;
  /** Radius in kilometres around `near`; null: no limit, nearer listings first. */
  withinKm: RadiusKm | null;
  /** Only what was listed after this moment (UTC ms); null for all. */
  since: number | null;
  /** Null until one is chosen: then the best match comes first, or the newest without words (D91). */
  sort: Sort | null;
}

export const NO_FILTERS: MarketFilters = {
  tab: ALL_TAB.id,
  category: null,
  search: "",
  conditions: [],
  minPrice: null,
  maxPrice: null,
  location: "",
  near: "",
  withinKm: null,
  since: null,
  sort: null,
};

/** Returns the sort order of a list. Without words nothing matches best, and without a place nothing is nearest. */
export function sortOf({ sort, search }: Pick<MarketFilters, "sort" | "search">, placed: boolean): Sort {
  const words = search.trim() !== "";
  const usual = words ? "best" : "date_desc";
  return sort === null || (sort === "best" && !words) || (sort === "nearest" && !placed) ? usual : sort;
}

/** Reads one parameter of the address. */
type Param = (name: string) => string | null;

/** Longest search text and place, in characters. */
export const SEARCH_TERM_MAX = 100;

function dollarsIn(value: string | null): number | null {
  const text = value?.trim() ?? "";
  return /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Number(text) : null;
}

/** Returns price bounds in order, and null where they do not restrict anything. */
export function normalPriceRange(
  low: number | null,
  high: number | null,
): { minPrice: number | null; maxPrice: number | null } {
  let min = low ?? 0;
  let max = high ?? PRICE_FILTER_MAX_DOLLARS;
  if (min > max) [min, max] = [max, min];
  return {
    minPrice: min <= 0 ? null : Math.min(min, PRICE_FILTER_MAX_DOLLARS),
    maxPrice: max >= PRICE_FILTER_MAX_DOLLARS ? null : max,
  };
}

/**
 * Returns the single category that an address selects in a tab with several: `tab=other&category=automotive`, or a
 * category name as the tab. Null when it selects the whole tab.
 */
function narrowedCategory(ofTab: readonly Category[], param: Param): Category | null {
  const asked = param("category");
  const named = canonicalCategory(asked ?? param("tab") ?? "");
  if (ofTab.length < 2 || named === null || !ofTab.includes(named)) return null;
  // The first category has the same name as the tab, and that name alone selects the whole tab.
  return asked === null && named === ofTab[0] ? null : named;
}

/** Parses the filters of an address. Invalid values are ignored, so that a mistyped link still shows listings. */
export function filtersOf(param: Param): MarketFilters {
  const tab = tabById(param("tab") ?? param("category"));
  if (tab.lists !== "items") return { ...NO_FILTERS, tab: tab.id };
  const text = (name: string) => (param(name) ?? "").trim().slice(0, SEARCH_TERM_MAX);
  const conditions = (param("condition") ?? "").split(",");
  const near = text("near");
  return {
    tab: tab.id,
    category: narrowedCategory(tab.categories, param),
    search: (param("q") ?? "").slice(0, SEARCH_TERM_MAX),
    conditions: CONDITIONS.filter((condition) => conditions.includes(condition)),
    ...normalPriceRange(dollarsIn(param("min_price")), dollarsIn(param("max_price"))),
    location: near === "" ? text("location") : "",
    near,
    withinKm: near === "" ? null : radiusIn(param("within_km")),
    since: /^\d{13}$/.test(param("since") ?? "") ? Number(param("since")) : null,
    sort: SORTS.find((sort) => sort === param("sort")) ?? null,
  };
}

/** Query of GET /api/items without its cursor. */
export type MarketListQuery = {
  limit: string;
  sort: Sort;
  status?: "sold";
  category?: Category;
  categories?: string;
  q?: string;
  condition?: string;
  min_price?: string;
  max_price?: string;
  location?: string;
  near?: string;
  within_km?: string;
  listed_after?: string;
  /** Centroid of a suburb chosen on the map. */
  at?: string;
};

/**
 * Returns the query of GET /api/items for these filters.
 * @param visitor the visitor's place, which applies unless the address names another one; null without one.
 */
export function listQuery(filters: MarketFilters, visitor: NearChoice | null): MarketListQuery {
  const { status, categories: ofTab } = tabById(filters.tab);
  const categories = filters.category ? [filters.category] : ofTab;
  const [first] = categories;
  const search = filters.search.trim();
  const around: NearChoice | null =
    filters.near === "" ? visitor : { place: filters.near, within_km: filters.withinKm };
  const near = filters.location === "" ? around : null;
  return {
    limit: "24",
    sort: sortOf(filters, near !== null),
    ...(status === "sold" && { status }),
    ...(first !== undefined && categories.length === 1 && { category: first }),
    ...(categories.length > 1 && { categories: categories.join(",") }),
    ...(search !== "" && { q: search }),
    ...(filters.conditions.length > 0 && { condition: filters.conditions.join(",") }),
    ...(filters.minPrice !== null && { min_price: String(filters.minPrice) }),
    ...(filters.maxPrice !== null && { max_price: String(filters.maxPrice) }),
    ...(filters.location !== "" && { location: filters.location }),
    ...(near && { near: near.place }),
    ...(near?.within_km && { within_km: String(near.within_km) }),
    ...(filters.since !== null && { listed_after: String(filters.since) }),
  };
}

/** Returns the suburb chosen on the map, as its centroid "-33.898,151.179"; null for none, and without the map. */
export function mapPlaceIn(param: Param): string | null {
  const at = param("at") ?? "";
  return param("view") === "map" && MAP_PLACE.test(at) ? at : null;
}

/** A centroid in thousandths of a degree. */
export const MAP_PLACE = /^-?\d{1,2}(\.\d{1,3})?,-?\d{1,3}(\.\d{1,3})?$/;

/** Returns the query of GET /api/items for a marketplace address; null when its tab lists something else. */
export function listQueryOf(param: Param, visitor: NearChoice | null): MarketListQuery | null {
  const filters = filtersOf(param);
  if (tabById(filters.tab).lists !== "items") return null;
  const at = mapPlaceIn(param);
  return { ...listQuery(filters, visitor), ...(at !== null && { at }) };
}
