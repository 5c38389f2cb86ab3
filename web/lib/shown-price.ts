import { useMemo } from "react";
import { type AgreedPrice, type PricedItem, type ShownPrice, shownPrice } from "#domain/checkout/shown-price";
import { serverNow } from "./server-clock.ts";
import { useSession } from "./session.ts";

/** Returns the price the viewer has agreed on for this item, from the session; null without one. */
export function useAgreedPrice(itemId: string): AgreedPrice | null {
  const { agreedPrices } = useSession();
  return agreedPrices.find(({ item_id }) => item_id === itemId) ?? null;
}

/** Returns the one price of a listed item for this viewer (D79). `price` is its current list price. */
export function useShownPrice(item: PricedItem & { id: string }, price: number, sold: boolean): ShownPrice {
  const agreed = useAgreedPrice(item.id);
  return useMemo(
    () =>
      sold
        ? { price, struck: null, reason: null, offer: null }
        : shownPrice(item, price, agreed, agreed ? serverNow() : 0),
    [item, price, agreed, sold],
  );
}
