export { ListingFormSkeleton } from "./listing-form/listing-form-skeleton.tsx";
export { useOwnListings } from "./own-listings.ts";
