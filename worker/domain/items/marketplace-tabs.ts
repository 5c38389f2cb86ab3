/**
 * Converts a marketplace address to its list request, so that the Worker can embed the reply in the page. The browser
 * compares the request with its own and fetches the list when they differ, so a different result here costs a preload
 * but never shows a wrong list.
 */
import {
  CATEGORY_LABELS,
  type Category,
  CONDITIONS,
  canonicalCategory,
  PRICE_SLIDER_MAX_DOLLARS,
  SORTS,
} from "./catalogue.ts";

/** A marketplace tab, as search engines see it. */
export interface MarketplaceTab {
  /** Value of `tab` in the address. */
  tab: string;
  title: string;
  /** Null when the tab lists no items (bundles) or not those of GET /api/items (trending). */
  list: { categories: readonly Category[]; status: "active" | "sold" } | null;
}

function tab(id: string, title: string, ...categories: Category[]): MarketplaceTab {
  return { tab: id, title, list: { categories, status: "active" } };
}

const ALL = tab("all", "Marketplace");

/** Tabs in display order. Each has its own page for search engines. */
export const MARKETPLACE_TABS: readonly MarketplaceTab[] = [
  ALL,
  { tab: "trending", title: "Trending Now", list: null },
  { tab: "bundles", title: "Bundle Deals", list: null },
  tab("electronics", CATEGORY_LABELS.electronics, "electronics"),
  tab("clothing", CATEGORY_LABELS.clothing, "clothing"),
  tab("furniture", CATEGORY_LABELS.furniture, "furniture"),
  tab("books", CATEGORY_LABELS.books, "books"),
  tab("toys", CATEGORY_LABELS.toys, "toys"),
  tab("sports", CATEGORY_LABELS.sports, "sports"),
  tab("home", CATEGORY_LABELS.home_garden, "home_garden"),
  tab("rare", CATEGORY_LABELS.collectibles, "collectibles"),
  tab("other", CATEGORY_LABELS.other, "other", "automotive"),
  { tab: "sold", title: "Recently Sold", list: { categories: [], status: "sold" } },
];

/** Returns the tab for a name in the address: a tab's or a category's ("phones"); the first tab for anything else. */
export function marketplaceTabOf(name: string | null): MarketplaceTab {
  const wanted = name?.toLowerCase() ?? "";
  const category = canonicalCategory(wanted);
  return (
    MARKETPLACE_TABS.find((place) => place.tab === wanted) ??
    MARKETPLACE_TABS.find((place) => category !== null && place.list?.categories.includes(category)) ??
    ALL
  );
}

/**
 * Returns the single category that an address selects in a tab with several: `tab=other&category=automotive`, or a
 * category name as the tab. Null when it selects the whole tab.
 */
export function narrowedCategory(ofTab: readonly Category[], param: (name: string) => string | null): Category | null {
  const asked = param("category");
  const named = canonicalCategory(asked ?? param("tab") ?? "");
  if (ofTab.length < 2 || named === null || !ofTab.includes(named)) return null;
  // The first category has the same name as the tab, and that name alone selects the whole tab.
  return asked === null && named === ofTab[0] ? null : named;
}

/** Radius choices around a suburb or postcode, in kilometres. */
export const RADII_KM = [5, 10, 25, 50] as const;
export type RadiusKm = (typeof RADII_KM)[number];
export const RADIUS_KM_DEFAULT: RadiusKm = 25;

/** Returns the radius in the address, or the default. */
export function radiusIn(value: string | null): RadiusKm {
  return RADII_KM.find((km) => String(km) === value?.trim()) ?? RADIUS_KM_DEFAULT;
}

const PAGE_SIZE = "24";
const TERM_MAX = 100;

function dollarsIn(value: string | null): number | null {
  const text = value?.trim() ?? "";
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

const member = (values: readonly string[], value: string | null) => values.find((known) => known === value);

/** Returns the query of GET /api/items for a marketplace address; null when its tab lists something else. */
export function listQueryOf(param: (name: string) => string | null): Record<string, string> | null {
  const { list } = marketplaceTabOf(param("tab") ?? param("category"));
  if (list === null) return null;
  const narrowed = narrowedCategory(list.categories, param);
  const categories = narrowed === null ? list.categories : [narrowed];
  const [first] = categories;
  const search = (param("q") ?? "").slice(0, TERM_MAX).trim();
  const near = (param("near") ?? "").trim().slice(0, TERM_MAX);
  const location = (param("location") ?? "").trim().slice(0, TERM_MAX);
  const condition = member(CONDITIONS, param("condition"));
  let low = dollarsIn(param("min_price")) ?? 0;
  let high = dollarsIn(param("max_price")) ?? PRICE_SLIDER_MAX_DOLLARS;
  if (low > high) [low, high] = [high, low];
  return {
    limit: PAGE_SIZE,
    sort: member(SORTS, param("sort")) ?? "date_desc",
    ...(list.status !== "active" && { status: list.status }),
    ...(first !== undefined && categories.length === 1 && { category: first }),
    ...(categories.length > 1 && { categories: categories.join(",") }),
    ...(search !== "" && { q: search }),
    ...(condition && { condition }),
    ...(low > 0 && { min_price: String(Math.min(low, PRICE_SLIDER_MAX_DOLLARS)) }),
    ...(high < PRICE_SLIDER_MAX_DOLLARS && { max_price: String(high) }),
    ...(near !== "" ? { near, within_km: String(radiusIn(param("within_km"))) } : location !== "" && { location }),
  };
}
