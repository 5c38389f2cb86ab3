// Buy panel.
export const buyNow = "Buy Now";
export const viewYourOrder = "View your order";
export const buyNowAt = (price: string) => `Buy Now at ${price}`;
export const heldForAnother = "Held for another";
export const availableIn = "Available in";
export const itIsYourTurn = "It is your turn";
export const youAreHoldingThisItem = "You are holding this item";
export const forAnother = (timeLeft: string) => `For another ${timeLeft}`;
export const inactive = "This listing is inactive. Nobody else can see it.";
export const editItem = "Edit Item";

// Gallery.
export const photos = "Photos";
export const viewPhotoOfFullScreen = (at: number, count: number) => `View photo ${at} of ${count} full screen`;
export const photoOf = (title: string, index: number, count: number) => `${title}, photo ${index} of ${count}`;
export const previousPhoto = "Previous photo";
export const nextPhoto = "Next photo";
export const showPhoto = (index: number) => `Show photo ${index}`;

// Interest badge.
export const highInterest = (active: number, views: number) =>
  `High interest · ${active >= 2 ? `${active} people looking now` : `${views} views`}`;
export const oneOtherPersonIsLooking = "1 other person is looking now";
export const othersAreLookingNow = (active: number) => `${active} others are looking now`;

// Item detail screen.
export const thisItemDidntLoad = "This item didn't load";
export const listingGone = "That listing is no longer here";
export const listingGoneMeans = "It may have been sold or taken down. Here is what else is for sale.";
export const backToMarketplace = "Back to Marketplace";
export const loadingItem = "Loading item…";

// Item facts.
export const locationTba = "Location TBA";
export const collectionDetails = "Collection details";
export const notSet = "Not set";
export const youCollectInPersonBuyer =
  "You collect in person. The buyer sees the address 24 hours before the collection date.";
export const knowzeeNotAvailable = "Knowzee not available for this item";
export const anonymousSeller = "Anonymous Seller";
export const seller = "Seller";
export const memberSince = (sellerSince: string) => `Member since ${sellerSince}`;
export const description = "Description";
export const sellerHasntWrittenDescription = "The seller hasn't written a description.";
export const showLess = "Show less";
export const showMore = "Show more";
export const tags = "Tags";

// Item view.
export const condition = "Condition:";
export const listed = (created: string) => `Listed ${created}`;
export const free = "Free";
export const was = "was";
export const loginRequired = "Login Required";
export const pleaseLogInToMake = "Please log in to make a purchase.";
export const itemSold = "Item Sold";

// Related.
export const specialOffers = "Special offers";
export const priceInsteadOf = (price: string, listed: string) => `${price} instead of ${listed}`;
export const until = (ends: string) => `Until ${ends}`;
export const bestOfTheseIsTaken = "The best of these is taken off. They do not add up.";
export const moreFromThisSeller = "More from this Seller";
export const visitStore = "Visit store";
export const similarItems = "Similar items";
export const trendingNow = "Trending now";
export const aroundSamePrice = "Around the same price";
export const notQuiteOne = "Not quite the one?";
export const notifyMeWhenSimilarItems = "Notify Me When Similar Items Are Listed";
export const comingSoon = "Coming Soon";

// Share button.
export const linkCopiedToClipboard = "Link copied to clipboard!";
export const linkCouldntBeCopied = "The link couldn't be copied";
export const shareThisItem = "Share this item";

// Item facts.
export const where = "Where";
export const when = "When";

// Item view.
export const sold = "Sold";

// Offline.
export const actOnline = "You can buy, ask and make offers once you are back online.";
