/** A price the viewer has agreed on and can still pay (D40, D52). */
export interface AgreedPrice {
  /** Dollars. */
  amount: number;
  /** UTC ms. */
  expires_at: number;
}

/** The prices of an item in dollars, as its card has them. An item of an older offline cache has no `offer_price`. */
export interface PricedItem {
  price: number;
  previous_price: number | null;
  offer_label: string | null;
  offer_price?: number | null;
}

export interface ShownPrice {
  /** What the viewer pays. */
  price: number;
  struck: number | null;
  /** Says why it costs this, where "25% off" would not. */
  reason: string | null;
  /** An offer that needs other items too; it does not change the price of this one. */
  offer: string | null;
}

const AGREED = "Agreed price";

/**
 * Returns the only price a viewer sees of an item, with at most one struck-out price and one reason (D79): what Buy Now
 * charges.
 * @param price the current list price; the other prices belong to the one that was loaded.
 */
export function shownPrice(item: PricedItem, price: number, agreed: AgreedPrice | null, now: number): ShownPrice {
  const current = price === item.price;
  const offered = current ? (item.offer_price ?? null) : null;
  const charged = offered ?? price;
  if (agreed !== null && agreed.expires_at > now && agreed.amount < charged) {
    return { price: agreed.amount, struck: price, reason: AGREED, offer: null };
  }
  if (offered !== null) return { price: offered, struck: price, reason: null, offer: null };
  return { price, struck: current ? item.previous_price : null, reason: null, offer: item.offer_label };
}
