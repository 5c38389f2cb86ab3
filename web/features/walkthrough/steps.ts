import type { Walkthrough } from "#domain/account/walkthroughs";

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
      title: "Your menu",
      text: "Your listings, your orders and your messages are up here, on every page.",
    },
    {
      target: "banner",
      title: "From people nearby",
      text: "What you see is sold by people a few streets away. You pay online and collect in person.",
    },
    {
      target: "category-tabs",
      title: "Browse by category",
      text: "Each tab is a part of the marketplace. The address keeps your choice, so you can share it.",
    },
    {
      target: "item-card",
      title: "A listing at a glance",
      text: "Price, place, condition and seller. A countdown means somebody is holding the item right now.",
    },
    {
      target: "advertisement",
      title: "Ads say so",
      text: "Between the listings there can be an ad. It is always labelled Sponsored.",
    },
    {
      target: "search-filters",
      title: "Find the one you want",
      text: "Search by word, narrow it down by condition, price and place, and choose the order.",
    },
  ],
  item_detail: [
    {
      target: "images",
      title: "Take a close look",
      text: "Swipe or use the arrow keys to go through the photos. Press one to see it on the whole screen.",
    },
    {
      target: "price-and-condition",
      title: "Price and condition",
      text: "What it costs now, what it cost before, what shape it is in, and how many others are looking.",
    },
    {
      target: "negotiation",
      title: "Open to offers?",
      text: "Where you see the handshake, Knowzee, our automatic assistant, takes offers for the seller.",
    },
    {
      target: "buy-now",
      title: "Buy Now",
      text: "Buy Now holds the item for you while you check out. Nobody else can buy it then.",
    },
    {
      target: "collection-details",
      title: "Where and when",
      text: "You collect in person. The buyer sees the exact address 24 hours before the collection date.",
    },
    {
      target: "more-from-seller",
      title: "More from this Seller",
      text: "Other things of the same seller, if there are any: one trip may be enough for two of them.",
    },
  ],
};
