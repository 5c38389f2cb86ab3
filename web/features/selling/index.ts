export { BundleCard } from "./bundles/bundle-card.tsx";
export { useOwnListings } from "./own-listings.ts";
