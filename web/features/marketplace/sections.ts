import type { MarketplaceExtras } from "#contract/items/marketplace";

/** Sections between the rows of All Listings, in order. */
const SECTIONS = ["trending", "bundles", "recently_sold"] as const;
export type MarketSection = (typeof SECTIONS)[number];

/** Returns the sections that have content. */
export function sectionsOf(extras: MarketplaceExtras | undefined): MarketSection[] {
  return extras ? SECTIONS.filter((section) => extras[section].length > 0) : [];
}
