// Steps.
export const yourMenu = "Your menu";
export const marketplaceYourOwnListings = "Your listings, your orders and your messages are up here, on every page.";
export const fromPeopleNearby = "From people nearby";
export const whatYouSeeIsSold =
  "What you see is sold by people a few streets away. You pay online and collect in person.";
export const browseByCategory = "Browse by category";
export const eachTabIsPart =
  "Each tab is a part of the marketplace. The address keeps your choice, so you can share it.";
export const listingAtGlance = "A listing at a glance";
export const pricePlaceConditionAndSeller =
  "Price, place, condition and seller. A countdown means somebody is holding the item right now.";
export const adsSaySo = "Ads say so";
export const betweenListingsThere = "Between the listings there can be an ad. It is always labelled Sponsored.";
export const findOneYouWant = "Find the one you want";
export const searchByWordNarrow = "Search by word, narrow it down by condition, price and place, and choose the order.";
export const takeCloseLook = "Take a close look";
export const swipeOrUseArrowKeys =
  "Swipe or use the arrow keys to go through the photos. Press one to see it on the whole screen.";
export const priceAndCondition = "Price and condition";
export const whatItCostsNowWhat =
  "What it costs now, what it cost before, what shape it is in, and how many others are looking.";
export const openToOffers = "Open to offers?";
export const whereYouSeeHandshakeKnowzee =
  "Where you see the handshake, Knowzee, our automatic assistant, takes offers for the seller.";
export const buyNow = "Buy Now";
export const buyNowHoldsItem = "Buy Now holds the item for you while you check out. Nobody else can buy it then.";
export const whereAndWhen = "Where and when";
export const youCollectInPersonBuyer =
  "You collect in person. The buyer sees the exact address 24 hours before the collection date.";
export const moreFromThisSeller = "More from this Seller";
export const otherThingsOfSameSeller =
  "Other things of the same seller, if there are any: one trip may be enough for two of them.";

// Tour.
export const stepOf = (step: number, steps: number) => `Step ${step} of ${steps}`;
export const closeTour = "Close the tour";
export const next = "Next";
export const back = "Back";
export const finish = "Finish";
