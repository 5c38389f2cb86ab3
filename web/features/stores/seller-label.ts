import type { PublicProfile } from "#contract/account/profiles";
import type { PublicSeller } from "#contract/items";

/** Returns the store's name, or the seller's display name, or "Anonymous Seller". */
export function sellerName(seller: Pick<PublicProfile, "display_name" | "store_name">): string {
  return seller.store_name ?? (seller.display_name || "Anonymous Seller");
}

/** Returns suburb and city, or null when the seller has given neither. */
export function placeOf(seller: Pick<PublicSeller, "suburb" | "city">): string | null {
  return [seller.suburb, seller.city].filter(Boolean).join(", ") || null;
}
