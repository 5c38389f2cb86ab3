import { useQuery } from "@tanstack/react-query";
import type { CartReply } from "#contract/checkout/cart";
import { api, unwrap } from "../../../lib/api-client.ts";

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

/** Number of items in the cart; 0 for visitors and while loading. */
export function useCartCount(enabled: boolean): number {
  const { data } = useQuery({
    queryKey: [...CART_KEY, "count"],
    queryFn: ({ signal }) => unwrap(api.api.cart.count.$get({}, { init: { signal } })),
    enabled,
    staleTime: 60_000,
  });
  return data?.count ?? 0;
}
