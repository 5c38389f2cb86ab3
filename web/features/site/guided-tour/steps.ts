import type { Walkthrough } from "#domain/account/walkthroughs";

export interface TourStep {
  /** `data-tour` value of the target. A step without its target on the page is left out. */
  target: string;
  title: string;
  text: string;
  /** For visitors, where it differs. */
  visitorText?: string;
}

/** The six steps of each tour, in order. */
export const TOUR_STEPS: Record<Walkthrough, readonly TourStep[]> = {
  marketplace: [
    {
      target: "top-menu",
      title: "Your menu",
      text: "Find your listings, orders and messages up here, on every page.",
      visitorText: "Once you sign in, your listings, orders and messages are up here.",
    },
    {
      target: "banner",
      title: "From person to person",
      text: "Set your suburb to see what's close. Pay online and pick up in person.",
    },
    {
      target: "category-tabs",
      title: "Browse by category",
      text: "Each tab is a category. Copy the link to share what you see.",
    },
    {
      target: "item-card",
      title: "A listing at a glance",
      text: "Price, place, condition and seller. A countdown means someone is holding the item right now.",
    },
    {
      target: "advertisement",
      title: "Ads are labelled",
      text: "You may see ads between listings. They're always labelled Sponsored.",
    },
    {
      target: "search-filters",
      title: "Find the one you want",
      text: "Search by keyword, filter by condition, price and location, and sort the results.",
    },
  ],
  item_detail: [
    {
      target: "images",
      title: "Take a closer look",
      text: "Swipe or use the arrow keys to see more photos. Tap one to view it full screen.",
    },
    {
      target: "price-and-condition",
      title: "Price and condition",
      text: "Price, discount, condition and how many people are looking.",
    },
    {
      target: "negotiation",
      title: "Open to offers?",
      text: "The handshake means you can make an offer to Knowzee, the seller's AI assistant.",
    },
    {
      target: "buy-now",
      title: "Buy Now",
      text: "Buy Now holds the item while you check out. Nobody else can buy it in that time.",
    },
    {
      target: "collection-details",
      title: "Where and when",
      text: "Pick up in person. The buyer sees the exact address 24 hours before pickup.",
    },
    {
      target: "more-from-seller",
      title: "More from this Seller",
      text: "See the seller's other items and pick up two items in one trip.",
    },
  ],
};
