import type { PublicSeller } from "#contract/items";
import type { PublicProfile } from "#contract/profiles";

/** What the store is called, else the person. A seller without a name is "Anonymous Seller", not an empty line. */
export function sellerName(seller: Pick<PublicProfile, "display_name" | "store_name">): string {
  return seller.store_name ?? (seller.display_name || "Anonymous Seller");
}

/** Suburb and city, or null when the seller has given neither. */
export function placeOf(seller: Pick<PublicSeller, "suburb" | "city">): string | null {
  return [seller.suburb, seller.city].filter(Boolean).join(", ") || null;
}
