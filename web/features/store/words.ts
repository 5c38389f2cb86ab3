// Seller header.
export const breadcrumb = "Breadcrumb";
export const allStores = "All stores";
export const business = "Business";
export const memberSince = (memberSince: string) => `Member since ${memberSince}`;
export const editStorePage = "Edit store page";
export const manageMyItems = "Manage my items";
export const abnLink = {
  before: (abn: string) => `ABN ${abn}`,
  spoken: ", look up in the public register (new tab)",
};
export const newTab = "(new tab)";

// Seller ratings.
export const ratings = "Ratings";
export const boughtFromThem = "Bought from them";
export const swappedWithThem = "Swapped with them";
export const soldToThem = "Sold to them";
export const report = "Report";
export const ratingBy = (by: string) => `the rating by ${by}`;
export const reportRating = (by: string) => `Report the rating by ${by}`;

// Store screen.
export const thisStoreDidntLoad = "This store didn't load";
export const sellerNotFound = "Seller not found";
export const weCantFindThisSeller = "We can't find this seller";
export const addressMayBeMistyped = "The address may be mistyped, or the account has been closed.";
export const seeAllStores = "See all stores";
export const goToMarketplace = "Go to the marketplace";
export const forSale = "For sale";
export const listingsDidntLoad = "The listings didn't load";
export const nothingForSaleRightNow = "Nothing for sale right now";
export const whenListsSomethingItAppears = (seller: string) => `When ${seller} lists something, it appears here.`;
export const bundles = "Bundles";
export const severalThingsTogetherForLess = "Several things together, for less than one by one.";
export const recentlySold = "Recently sold";
export const loadingListings = "Loading listings…";
export const loadingStore = "Loading store…";

// Store tile.
export const locationTba = "Location TBA";
export const countForSale = (listedCount: number) => `${listedCount} ${listedCount === 1 ? "item" : "items"} for sale`;

// Stores screen.
export const stores = "Stores";
export const peopleAndSmallBusinessesNear = "People and small businesses near you, and what they have for sale.";
export const sellSomething = "Sell something";
export const storesDidntLoad = "The stores didn't load";
export const noStoresYet = "No stores yet";
export const storeOpensByItself = "A store opens by itself with the first item somebody lists.";
export const loadingStores = "Loading stores…";
