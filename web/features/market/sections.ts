import type { MarketExtras } from "#contract/browse";

/** Sections between the rows of All Listings, in order. */
const SECTIONS = ["trending", "bundles", "recently_sold"] as const;
export type MarketSection = (typeof SECTIONS)[number];

/** Returns the sections that have content. */
export function sectionsOf(extras: MarketExtras | undefined): MarketSection[] {
  return extras ? SECTIONS.filter((section) => extras[section].length > 0) : [];
}
