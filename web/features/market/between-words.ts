// Grid sections.
export const somethingAtHomeForSomebody = "Something at home for somebody nearby?";
export const photoPriceAndLine = "A photo, a price and a line or two. Listing is free.";
export const listItem = "List an item";
export const trendingNow = "Trending Now";
export const trendingItems = "trending items";
export const bundleDeals = "Bundle Deals";
export const recentlySold = "Recently Sold";
export const soldItems = "sold items";
export const seeAll = "See all";
