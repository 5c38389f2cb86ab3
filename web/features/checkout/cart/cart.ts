import type { QueryClient } from "@tanstack/react-query";
import type { CartReply } from "#contract/checkout/cart";
import type { BarCounts } from "#domain/notifications/bar-counts";
import { api, unwrap } from "../../../lib/api-client.ts";
import { COUNTS_KEY } from "../../../lib/query-client.ts";

/** Query key prefix of all cart data: call `invalidateQueries({ queryKey: CART_KEY })` after each change. */
export const CART_KEY = ["cart"] as const;

/** Reads the cart, with payment methods and deadlines for the chosen collection times. */
export function fetchCart(query: { collections?: string } = {}, init: RequestInit = {}): Promise<CartReply> {
  return unwrap(api.api.cart.$get({ query }, { init }));
}

/** Holds an item and adds it to the cart. Repeating it on a lapsed entry holds the item again. */
export function addToCart(itemId: string): Promise<CartReply> {
  return unwrap(api.api.cart.$post({ json: { item_id: itemId } }));
}

/** Shows the number of items of this reply in the bar. */
export function showCartCount(client: QueryClient, { count }: CartReply): void {
  client.setQueryData<BarCounts>(COUNTS_KEY, (counts) => counts && { ...counts, cart: count });
}
