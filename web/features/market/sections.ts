import type { MarketExtras } from "#contract/browse";

/** What stands between the rows of All Listings, in this order. */
const SECTIONS = ["trending", "bundles", "recently_sold"] as const;
export type MarketSection = (typeof SECTIONS)[number];

/** Those that have something to show. */
export function sectionsOf(extras: MarketExtras | undefined): MarketSection[] {
  return extras ? SECTIONS.filter((section) => extras[section].length > 0) : [];
}
