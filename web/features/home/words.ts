import { groupDigits } from "#domain/group-digits";

// Category tiles.
export const forSale = (listed: string) => `${listed} for sale`;

// Hero.
export const searchMarketplace = "Search the marketplace";
export const bikesSofasCameras = "Bikes, sofas, cameras";
export const search = "Search";
export const rightNow = "Right now";
export const loading = "Loading…";

// Home screen.
export const pageNotFound = "Page not found";
export const addressMayBeMistyped = "The address may be mistyped, or the page is gone. Here is the way back in.";
export const weCantFindThatPage = "We can't find that page";
export const restOfThisPageDidnt = "The rest of this page didn't load";
export const goodThingsCloseToHome = "Good things, close to home";
export const browseMarketplace = "Browse the marketplace";
export const whatAreYouAfter = "What are you after?";
export const popularRightNow = "Popular right now";
export const seeEverything = "See everything";
export const nothingIsForSaleYet = "Nothing is for sale yet";
export const firstListingCouldBeYours = "The first listing could be yours.";
export const listItem = "List an item";
export const recentlySold = "Recently sold";
export const seeAllSold = "See all sold";

export const listed = (count: number) => `${groupDigits(count)} ${count === 1 ? "thing for sale" : "things for sale"}`;
export const sellers = (count: number) => `${groupDigits(count)} ${count === 1 ? "seller" : "sellers"}`;
export const alreadySold = (count: number) => `${groupDigits(count)} already sold`;
