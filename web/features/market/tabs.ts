import { type Category, canonicalCategory } from "#domain/items/catalogue";
import * as words from "./words.ts";

/** One tab of the marketplace: what it lists, and its text when it is empty. */
export interface MarketTab {
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

const NOTHING = words.noItemsFound;

function category(id: string, label: string, title: string, ...categories: Category[]): MarketTab {
  return { id, label, title, lists: "items", categories, status: "active", emptyTitle: NOTHING };
}

function chosen(id: "trending" | "bundles", label: string, title: string, emptyTitle: string): MarketTab {
  return { id, label, title, lists: id, categories: [], status: "active", emptyTitle };
}

/** There are ten categories but no tab for automotive, so the Other tab lists it too. */
export const MARKET_TABS: readonly MarketTab[] = [
  category("all", words.allListings, words.browseAllAvailableItems),
  chosen("trending", words.trending, words.trendingNow, words.noTrendingItemsFound),
  chosen("bundles", words.bundles, words.bundleDeals, words.noBundlesAvailable),
  category("electronics", words.electronics, words.electronics, "electronics"),
  category("clothing", words.clothing, words.clothing, "clothing"),
  category("furniture", words.furniture, words.furniture, "furniture"),
  category("books", words.books, words.books, "books"),
  category("toys", words.toys, words.toysGames, "toys"),
  category("sports", words.sports, words.sportsOutdoors, "sports"),
  category("home", words.home, words.homeGarden, "home_garden"),
  category("rare", words.rare, words.collectibles, "collectibles"),
  category("other", words.other, words.other, "other", "automotive"),
  {
    id: "sold",
    label: words.sold,
    title: words.recentlySold,
    lists: "items",
    categories: [],
    status: "sold",
    emptyTitle: words.noRecentlySoldItems,
  },
];

export const ALL_TAB = MARKET_TABS[0] as MarketTab;

/**
 * Returns the tab of a name in the URL: a tab id or a category ("home_garden", "phones"). Anything else is All
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
