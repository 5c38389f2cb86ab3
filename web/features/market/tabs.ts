import { type Category, canonicalCategory } from "#domain/catalogue";

/** One tab of the marketplace (§2). What it lists, and what it says when it lists nothing. */
export interface MarketTab {
  id: string;
  label: string;
  /** Heading of the list, and the tab's longer name for assistive technology. */
  title: string;
  categories: readonly Category[];
  status: "active" | "sold";
  emptyTitle: string;
}

const NOTHING = "No items found";

function category(id: string, label: string, title: string, ...categories: Category[]): MarketTab {
  return { id, label, title, categories, status: "active", emptyTitle: NOTHING };
}

/**
 * The specification gives ten categories but no tab for automotive: Other lists it too, so that every listing can be
 * reached by a tab.
 */
export const MARKET_TABS: readonly MarketTab[] = [
  {
    id: "all",
    label: "All Listings",
    title: "Browse all available items",
    categories: [],
    status: "active",
    emptyTitle: NOTHING,
  },
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
    categories: [],
    status: "sold",
    emptyTitle: "No recently sold items",
  },
];

export const ALL_TAB = MARKET_TABS[0] as MarketTab;

/** The tab of a name in the address: its own, or a category's ("home_garden", "phones"). Anything else is All Listings. */
export function tabById(id: string | null): MarketTab {
  const wanted = id?.toLowerCase() ?? "";
  const category = canonicalCategory(wanted);
  return (
    MARKET_TABS.find((tab) => tab.id === wanted) ??
    MARKET_TABS.find((tab) => category !== null && tab.categories.includes(category)) ??
    ALL_TAB
  );
}
