import type { ListItemsInput } from "#contract/items";
import { groupDigits } from "#domain/group-digits";
import {
  type Category,
  CONDITIONS,
  type Condition,
  PRICE_SLIDER_MAX_DOLLARS,
  PRICE_SLIDER_STEP_DOLLARS,
  SORTS,
  type Sort,
} from "#domain/items/catalogue";
import { narrowedCategory, type RadiusKm, radiusIn } from "#domain/items/marketplace-tabs";
import { ALL_TAB, tabById } from "./tabs.ts";

const upTo = (priceStop: string) => `Up to ${priceStop}`;

/** Query of the list without its cursor. */
export type ListParams = ListItemsInput;

/**
 * The filters of the marketplace. The URL is their only storage, so that Back, reload and shared links restore them.
 */
export interface MarketFilters {
  tab: string;
  /** A single category of a tab with several, such as automotive on the Other tab. */
  category: Category | null;
  search: string;
  condition: Condition | null;
  /** Whole dollars; null is "no lower bound" and, for the maximum, "10,000+". */
  minPrice: number | null;
  maxPrice: number | null;
  location: string;
  /** Radius in kilometres around `location`, which is then a suburb or postcode; null matches its text. */
  withinKm: RadiusKm | null;
  sort: Sort;
}

export const NO_FILTERS: MarketFilters = {
  tab: ALL_TAB.id,
  category: null,
  search: "",
  condition: null,
  minPrice: null,
  maxPrice: null,
  location: "",
  withinKm: null,
  sort: "date_desc",
};

const TERM_MAX = 100;
const NAMES = [
  "tab",
  "category",
  "q",
  "condition",
  "min_price",
  "max_price",
  "location",
  "near",
  "within_km",
  "sort",
] as const;

function member<T extends string>(values: readonly T[], value: string | null): T | null {
  return values.find((candidate) => candidate === value) ?? null;
}

function dollarsIn(params: URLSearchParams, name: string): number | null {
  const raw = params.get(name)?.trim() ?? "";
  if (!/^\d{1,6}$/.test(raw)) return null;
  return Number(raw);
}

/** Returns bounds for the slider: in order, and null where they do not restrict anything. */
export function normalPriceRange(
  low: number | null,
  high: number | null,
): { minPrice: number | null; maxPrice: number | null } {
  let min = low ?? 0;
  let max = high ?? PRICE_SLIDER_MAX_DOLLARS;
  if (min > max) [min, max] = [max, min];
  return {
    minPrice: min <= 0 ? null : Math.min(min, PRICE_SLIDER_MAX_DOLLARS),
    maxPrice: max >= PRICE_SLIDER_MAX_DOLLARS ? null : max,
  };
}

/** Parses the filters from the URL. Invalid values are ignored, so that a mistyped link still shows listings. */
export function filtersFrom(params: URLSearchParams): MarketFilters {
  const tab = tabById(params.get("tab") ?? params.get("category"));
  if (tab.lists !== "items") return { ...NO_FILTERS, tab: tab.id };
  const place = (name: string) => (params.get(name) ?? "").trim().slice(0, TERM_MAX);
  const near = place("near");
  return {
    tab: tab.id,
    category: narrowedCategory(tab.categories, (name) => params.get(name)),
    search: (params.get("q") ?? "").slice(0, TERM_MAX),
    condition: member(CONDITIONS, params.get("condition")),
    ...normalPriceRange(dollarsIn(params, "min_price"), dollarsIn(params, "max_price")),
    location: near || place("location"),
    withinKm: near ? radiusIn(params.get("within_km")) : null,
    sort: member(SORTS, params.get("sort")) ?? NO_FILTERS.sort,
  };
}

/** Returns the URL parameters with these filters. Other parameters stay; defaults are left out. */
export function paramsWith(current: URLSearchParams, filters: MarketFilters): URLSearchParams {
  const params = new URLSearchParams(current);
  for (const name of NAMES) params.delete(name);
  const search = filters.search.trim();
  if (filters.tab !== NO_FILTERS.tab) params.set("tab", filters.tab);
  if (filters.category) params.set("category", filters.category);
  if (search) params.set("q", search);
  if (filters.condition) params.set("condition", filters.condition);
  if (filters.minPrice !== null) params.set("min_price", String(filters.minPrice));
  if (filters.maxPrice !== null) params.set("max_price", String(filters.maxPrice));
  if (filters.location) params.set(filters.withinKm === null ? "location" : "near", filters.location);
  if (filters.location && filters.withinKm !== null) params.set("within_km", String(filters.withinKm));
  if (filters.sort !== NO_FILTERS.sort) params.set("sort", filters.sort);
  return params;
}

/** Returns the query of GET /api/items for these filters. */
export function listQuery(filters: MarketFilters): ListParams {
  const tab = tabById(filters.tab);
  const query: ListParams = { limit: "24", sort: filters.sort };
  const search = filters.search.trim();
  if (tab.status !== "active") query.status = tab.status;
  const categories = filters.category ? [filters.category] : tab.categories;
  if (categories.length === 1) query.category = categories[0];
  if (categories.length > 1) query.categories = categories.join(",");
  if (search) query.q = search;
  if (filters.condition) query.condition = filters.condition;
  if (filters.minPrice !== null) query.min_price = String(filters.minPrice);
  if (filters.maxPrice !== null) query.max_price = String(filters.maxPrice);
  if (filters.location && filters.withinKm !== null) {
    query.near = filters.location;
    query.within_km = String(filters.withinKm);
  } else if (filters.location) query.location = filters.location;
  return query;
}

/**
 * Returns the filters after a change. Trending and Bundles cannot be searched or sorted, so a search there switches to
 * all listings.
 */
export function changedFilters(filters: MarketFilters, change: Partial<MarketFilters>): MarketFilters {
  // A category belongs to its tab, so another tab clears it.
  const next = { ...filters, ...(change.tab !== undefined && { category: null }), ...change };
  const leaves = change.tab === undefined && tabById(next.tab).lists !== "items";
  return leaves ? { ...next, tab: ALL_TAB.id } : next;
}

/** Number of active filters in the panel, for the Filters button. */
export function panelFilterCount(filters: MarketFilters): number {
  return (
    (filters.condition ? 1 : 0) +
    (filters.minPrice !== null || filters.maxPrice !== null ? 1 : 0) +
    (filters.location ? 1 : 0)
  );
}

/** Whether any filter besides tab and sort order is set; an empty result then offers to clear them. */
export function isNarrowed(filters: MarketFilters): boolean {
  return filters.search.trim() !== "" || filters.category !== null || panelFilterCount(filters) > 0;
}

/** Returns the label of the place filter: "Brunswick", "Within 10 km of Brunswick". */
export function placeLabel({ location, withinKm }: Pick<MarketFilters, "location" | "withinKm">): string {
  return withinKm === null ? location : `Within ${withinKm} km of ${location}`;
}

/** Returns the label of a slider value: "$50", and "$10,000+" at its end. */
export function priceStop(value: number): string {
  const most = value >= PRICE_SLIDER_MAX_DOLLARS;
  return `$${groupDigits(most ? PRICE_SLIDER_MAX_DOLLARS : value)}${most ? "+" : ""}`;
}

/** Returns the label of a price range: "$50 – $400", "Under $400", "$50 and over". */
export function priceRangeLabel(min: number | null, max: number | null): string {
  if (min === null && max === null) return "Any price";
  if (min === null) return upTo(priceStop(max ?? 0));
  if (max === null) return min >= PRICE_SLIDER_MAX_DOLLARS ? priceStop(min) : `${priceStop(min)} and over`;
  return `${priceStop(min)} – ${priceStop(max)}`;
}

export const PRICE_STEP = PRICE_SLIDER_STEP_DOLLARS;
export const PRICE_TOP = PRICE_SLIDER_MAX_DOLLARS;
