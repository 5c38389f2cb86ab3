import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CartReply } from "#contract/checkout/cart";
import { api, unwrap } from "../../../lib/api-client.ts";
import { COUNTS_KEY } from "../../../lib/query-client.ts";
import { addToCart, CART_KEY, fetchCart, showCartCount } from "./cart.ts";

const LIST_KEY = [...CART_KEY, "list"] as const;

export function useCart() {
  return useQuery({
    queryKey: LIST_KEY,
    queryFn: ({ signal }) => fetchCart({}, { signal }),
    // Holds expire and other buyers take items while the cart is open.
    refetchInterval: 20_000,
  });
}

/** Holds a cart entry again or removes it. The reply is the whole cart. */
export function useCartChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ itemId, change }: { itemId: string; change: "hold" | "remove" }): Promise<CartReply> =>
      change === "hold" ? addToCart(itemId) : unwrap(api.api.cart[":id"].$delete({ param: { id: itemId } })),
    onSuccess: (cart) => {
      client.setQueryData(LIST_KEY, cart);
      showCartCount(client, cart);
    },
    onError: () => {
      void client.invalidateQueries({ queryKey: COUNTS_KEY });
      return client.invalidateQueries({ queryKey: CART_KEY });
    },
  });
}

export function usePurchase(id: string) {
  return useQuery({
    queryKey: ["purchases", id],
    queryFn: ({ signal }) => unwrap(api.api.purchases[":id"].$get({ param: { id } }, { init: { signal } })),
  });
}
