/** The tabs of the marketplace, for its screen, its pages for search engines and the sitemap. */
import { type Category, canonicalCategory } from "./catalogue.ts";

/** One tab of the marketplace: what it lists, and its text when it is empty. */
export interface MarketTab {
  /** Value of `tab` in the address. */
  id: string;
  label: string;
  /** Heading of the list, and the tab's accessible name. */
  title: string;
  /** `trending` and `bundles` are short lists selected by the server, which cannot be searched, filtered or sorted. */
  lists: "items" | "trending" | "bundles";
  categories: readonly Category[];
  status: "active" | "sold";
  emptyTitle: string;
}

const NOTHING = "No items found";

function category(id: string, label: string, title: string, ...categories: Category[]): MarketTab {
  return { id, label, title, lists: "items", categories, status: "active", emptyTitle: NOTHING };
}

function chosen(id: "trending" | "bundles", label: string, title: string, emptyTitle: string): MarketTab {
  return { id, label, title, lists: id, categories: [], status: "active", emptyTitle };
}

export const ALL_TAB = category("all", "All Listings", "Browse all available items");

/**
 * Tabs in display order. Each has its own page for search engines. There are ten categories but no tab for automotive,
 * so the Other tab lists it too.
 */
export const MARKET_TABS: readonly MarketTab[] = [
  ALL_TAB,
  chosen("trending", "Trending", "Trending Now", "No trending items found"),
  chosen("bundles", "Bundles", "Bundle Deals", "No bundles available"),
  category("electronics", "Electronics", "Electronics", "electronics"),
  category("clothing", "Clothing", "Clothing", "clothing"),
  category("furniture", "Furniture", "Furniture", "furniture"),
  category("books", "Books", "Books", "books"),
  category("toys", "Toys", "Toys & Games", "toys"),
  category("sports", "Sports", "Sports & Outdoors", "sports"),
  category("home", "Home", "Home & Garden", "home_garden"),
  category("rare", "Rare", "Collectibles", "collectibles"),
  category("other", "Other", "Other", "other", "automotive"),
  {
    id: "sold",
    label: "Sold",
    title: "Recently Sold",
    lists: "items",
    categories: [],
    status: "sold",
    emptyTitle: "No recently sold items",
  },
];

/**
 * Returns the tab for a name in the address: a tab id or a category ("home_garden", "phones"). Anything else is All
 * Listings.
 */
export function tabById(id: string | null): MarketTab {
  const wanted = id?.toLowerCase() ?? "";
  const category = canonicalCategory(wanted);
  return (
    MARKET_TABS.find((tab) => tab.id === wanted) ??
    MARKET_TABS.find((tab) => category !== null && tab.categories.includes(category)) ??
    ALL_TAB
  );
}
