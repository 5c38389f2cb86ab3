export { BundleCard } from "./bundles/bundle-card.tsx";
export { useOwnListings } from "./own-listings.ts";
export { PROMOTIONS_KEY } from "./promotions/api.ts";
