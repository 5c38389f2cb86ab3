import type { Walkthrough } from "#domain/account/walkthroughs";
import * as words from "./words.ts";

export interface TourStep {
  /** `data-tour` value of the target. A step without its target on the page is left out. */
  target: string;
  title: string;
  text: string;
}

/** The six steps of each tour, in order. */
export const TOUR_STEPS: Record<Walkthrough, readonly TourStep[]> = {
  marketplace: [
    {
      target: "top-menu",
      title: words.yourMenu,
      text: words.marketplaceYourOwnListings,
    },
    {
      target: "banner",
      title: words.fromPeopleNearby,
      text: words.whatYouSeeIsSold,
    },
    {
      target: "category-tabs",
      title: words.browseByCategory,
      text: words.eachTabIsPart,
    },
    {
      target: "item-card",
      title: words.listingAtGlance,
      text: words.pricePlaceConditionAndSeller,
    },
    {
      target: "advertisement",
      title: words.adsSaySo,
      text: words.betweenListingsThere,
    },
    {
      target: "search-filters",
      title: words.findOneYouWant,
      text: words.searchByWordNarrow,
    },
  ],
  item_detail: [
    {
      target: "images",
      title: words.takeCloseLook,
      text: words.swipeOrUseArrowKeys,
    },
    {
      target: "price-and-condition",
      title: words.priceAndCondition,
      text: words.whatItCostsNowWhat,
    },
    {
      target: "negotiation",
      title: words.openToOffers,
      text: words.whereYouSeeHandshakeKnowzee,
    },
    {
      target: "buy-now",
      title: words.buyNow,
      text: words.buyNowHoldsItem,
    },
    {
      target: "collection-details",
      title: words.whereAndWhen,
      text: words.youCollectInPersonBuyer,
    },
    {
      target: "more-from-seller",
      title: words.moreFromThisSeller,
      text: words.otherThingsOfSameSeller,
    },
  ],
};
