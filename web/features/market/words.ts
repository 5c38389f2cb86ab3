// Banner.
export const goodThingsFewStreetsAway = "Good things, a few streets away";
export const buyFromPeopleNearbyPay = "Buy from people nearby. Pay safely, then collect in person.";

// Category tabs.
export const categories = "Categories";

// Filter bar.
export const filters = "Filters";
export const set = "set";
export const sortBy = "Sort by";
export const filtersInUse = "Filters in use";
export const removeThisFilter = ": remove this filter";
export const clearAll = "Clear all";

// Filters.
export const withinKm = (withinKm: number, location: string) => `Within ${withinKm} km of ${location}`;
export const anyPrice = "Any price";
export const upTo = (priceStop: string) => `Up to ${priceStop}`;

// Item grid.
export const loadingListings = "Loading listings…";

// Marketplace screen.
export const noListingsMatch = "No listings match.";
export const listingsDidntLoad = "The listings didn't load";
export const nothingMatchesExactlyShowing = (search: string) =>
  `Nothing matches “${search}” exactly. Showing results for`;

// Search box.
export const searchListings = "Search listings";
export const searchBikesSofasCameras = "Search bikes, sofas, cameras";
export const clearSearch = "Clear search";

// Tabs.
export const noItemsFound = "No items found";
export const allListings = "All Listings";
export const browseAllAvailableItems = "Browse all available items";
export const trendingNow = "Trending Now";
export const noTrendingItemsFound = "No trending items found";
export const bundleDeals = "Bundle Deals";
export const noBundlesAvailable = "No bundles available";
export const sold = "Sold";
export const recentlySold = "Recently Sold";
export const noRecentlySoldItems = "No recently sold items";

// Filters.
export const andOver = (min: string) => `${min} and over`;

// Tabs.
export const trending = "Trending";
export const bundles = "Bundles";
export const electronics = "Electronics";
export const clothing = "Clothing";
export const furniture = "Furniture";
export const books = "Books";
export const toys = "Toys";
export const toysGames = "Toys & Games";
export const sports = "Sports";
export const sportsOutdoors = "Sports & Outdoors";
export const home = "Home";
export const homeGarden = "Home & Garden";
export const rare = "Rare";
export const collectibles = "Collectibles";
export const other = "Other";
export const listingsShown = (count: number, hasMore: boolean) =>
  `${count} ${count === 1 ? "listing" : "listings"} shown${hasMore ? ", more can be loaded" : ""}.`;
