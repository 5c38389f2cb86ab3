import type { ItemCard } from "#contract/items";
import { formatPrice } from "../../lib/format.ts";

interface OfferLineProps {
  item: Pick<ItemCard, "price" | "offer_label" | "offer_price">;
  /** Current price; the offer was calculated from the price of `item`. */
  price: number;
  className?: string;
}

/** The seller's offer and the price it leads to: "$54.75 with 25% off at checkout". */
export function OfferLine({ item, price, className = "" }: OfferLineProps) {
  if (item.offer_label === null) return null;
  // An item from the offline cache of an earlier version has no price here.
  const charged = price === item.price ? (item.offer_price ?? null) : null;
  return (
    <p className={`font-semibold text-brand-ink ${className}`}>
      {charged === null ? item.offer_label : `${formatPrice(charged)} with ${item.offer_label}`}
    </p>
  );
}
