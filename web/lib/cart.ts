import { useQuery } from "@tanstack/react-query";
import type { CartReply } from "#contract/cart";
import { api, unwrap } from "./api-client.ts";

/** Everything about the cart hangs below this key: `invalidateQueries({ queryKey: CART_KEY })` after each change. */
export const CART_KEY = ["cart"] as const;

/** Holds the item and puts it in the cart; on a lapsed line, holds it again. */
export function addToCart(itemId: string): Promise<CartReply> {
  return unwrap(api.api.cart.$post({ json: { item_id: itemId } }));
}

/** How many things lie in the cart; 0 for visitors and until it is known. */
export function useCartCount(enabled: boolean): number {
  const { data } = useQuery({
    queryKey: [...CART_KEY, "count"],
    queryFn: ({ signal }) => unwrap(api.api.cart.count.$get({}, { init: { signal } })),
    enabled,
    staleTime: 60_000,
  });
  return data?.count ?? 0;
}
