import { PRICE_FILTER_MAX_DOLLARS } from "#domain/items/catalogue";
import { filtersOf, type MarketFilters, NO_FILTERS } from "#domain/items/market-filters";
import { ALL_TAB, tabById } from "#domain/items/marketplace-tabs";
import { formatDollars } from "../../lib/format.ts";

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
  "since",
  "sort",
] as const;

/** Parses the filters from the URL. */
export function filtersFrom(params: URLSearchParams): MarketFilters {
  return filtersOf((name) => params.get(name));
}

/** Returns the URL parameters with these filters. Other parameters stay; defaults are left out. */
export function paramsWith(current: URLSearchParams, filters: MarketFilters): URLSearchParams {
  const params = new URLSearchParams(current);
  for (const name of NAMES) params.delete(name);
  const search = filters.search.trim();
  if (filters.tab !== NO_FILTERS.tab) params.set("tab", filters.tab);
  if (filters.category) params.set("category", filters.category);
  if (search) params.set("q", search);
  if (filters.conditions.length > 0) params.set("condition", filters.conditions.join(","));
  if (filters.minPrice !== null) params.set("min_price", String(filters.minPrice));
  if (filters.maxPrice !== null) params.set("max_price", String(filters.maxPrice));
  if (filters.near) params.set("near", filters.near);
  else if (filters.location) params.set("location", filters.location);
  if (filters.near && filters.withinKm !== null) params.set("within_km", String(filters.withinKm));
  if (filters.since !== null) params.set("since", String(filters.since));
  if (filters.sort !== null) params.set("sort", filters.sort);
  return params;
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

/** Number of active filters in the panel, for the Filters button: as many as can be removed one by one. */
export function panelFilterCount(filters: MarketFilters): number {
  return (
    filters.conditions.length +
    (filters.minPrice !== null || filters.maxPrice !== null ? 1 : 0) +
    (placeLabel(filters) === "" ? 0 : 1)
  );
}

/** Whether any filter besides tab and sort order is set; an empty result then offers to clear them. */
export function isNarrowed(filters: MarketFilters): boolean {
  return (
    filters.search.trim() !== "" || filters.category !== null || filters.since !== null || panelFilterCount(filters) > 0
  );
}

/** Returns the label of the place filter: "Victoria", "Near Brunswick", "Within 10 km of Brunswick"; "" without one. */
export function placeLabel({
  location,
  near,
  withinKm,
}: Pick<MarketFilters, "location" | "near" | "withinKm">): string {
  if (near === "") return location;
  return withinKm === null ? `Near ${near}` : `Within ${withinKm} km of ${near}`;
}

/** Returns the label of one end of the price slider: "$450"; "$10,000+" at its right end. */
export function priceEndLabel(price: number): string {
  return `${formatDollars(price)}${price === PRICE_FILTER_MAX_DOLLARS ? "+" : ""}`;
}

/** Returns the label of a price range: "$50 – $400", "Up to $400", "$50 and over", "Free". */
export function priceRangeLabel({ minPrice, maxPrice }: Pick<MarketFilters, "minPrice" | "maxPrice">): string {
  if (minPrice === PRICE_FILTER_MAX_DOLLARS) return priceEndLabel(minPrice);
  if (minPrice === null && maxPrice === null) return "Any price";
  if (minPrice === null) return maxPrice === 0 ? "Free" : `Up to ${formatDollars(maxPrice ?? 0)}`;
  return maxPrice === null
    ? `${formatDollars(minPrice)} and over`
    : `${formatDollars(minPrice)} – ${formatDollars(maxPrice)}`;
}
