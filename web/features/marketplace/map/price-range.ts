import type { ItemPlace } from "#contract/items/marketplace";
import { groupDigits } from "#domain/group-digits";

const dollars = (price: number) => (price === 0 ? "free" : `$${groupDigits(Math.round(price))}`);

/** Returns the prices of these suburbs' items in whole dollars: "$5 to $1,200", "free to $40", "$15", "free". */
export function priceRange(places: readonly ItemPlace[]): string {
  const low = dollars(Math.min(...places.map((place) => place.min_price)));
  const high = dollars(Math.max(...places.map((place) => place.max_price)));
  return low === high ? low : `${low} to ${high}`;
}
