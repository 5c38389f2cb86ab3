/**
 * What the demo shows, typed: the listings, each matching its picture, and everything around them. Prices are in
 * dollars, times in days or hours before the demo begins.
 */
import type { AdPlacement } from "#domain/ads/ads";
import type { Category, Condition } from "#domain/items/catalogue";
import type { OfferType } from "#domain/selling/special-offers";
import listings from "./catalogue.json" with { type: "json" };
import marketplace from "./marketplace.json" with { type: "json" };
import type { DemoPerson } from "./people.ts";

export interface DemoListing {
  picture: string;
  category: Category;
  title: string;
  description: string;
  price: number;
  previous?: number;
  condition: Condition;
  tags: string;
}

/** A negotiation and what happens in it, in this order. */
export interface DemoNegotiation {
  /** Which of the seller's negotiable items. */
  item: number;
  hours: number;
  /** `asks` sends the last question to the seller; a bid is in percent of the list price. */
  steps: readonly ({ says: string; percent?: number } | "asks" | { answers: string } | "accepts")[];
}

interface DemoOffer {
  title: string;
  description: string;
  type: OfferType;
  config: Record<string, unknown>;
  /** Days until it ends; without, it does not end. */
  days?: number;
}

interface DemoAd {
  placement: AdPlacement;
  title: string;
  description: string;
  picture: string;
  link: string;
  priority: number;
}

interface DemoRequest {
  title: string;
  description: string;
  category: Category;
  max: number | null;
  withinKm: number | null;
  days: number;
}

export const DEMO_LISTINGS = listings as DemoListing[];
/** Names are invented; suburbs are real, so that distances make sense. */
export const DEMO_SELLERS: readonly DemoPerson[] = marketplace.sellers;
/** `parts`: titles of the listings. All listings of a bundle get the same seller. */
export const DEMO_BUNDLES = marketplace.bundles;
/** One per seller, for the seller's first listings. */
export const DEMO_OFFERS = marketplace.offers as DemoOffer[];
/** Invented businesses; every link stays on the marketplace. */
export const DEMO_ADS = marketplace.ads as DemoAd[];
/** Home page texts as an editor would write them; without these rows the page shows its defaults. */
export const DEMO_HOMEPAGE = marketplace.homepage;
/** One per author, in this order. */
export const DEMO_REQUESTS = marketplace.requests as DemoRequest[];
export const DEMO_ANNOUNCEMENTS = marketplace.announcements;
export const DEMO_NEGOTIATIONS = marketplace.negotiations as DemoNegotiation[];
