import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CartReply } from "#contract/checkout/cart";
import type { BundleCheckoutView, CreatePurchaseInput, PurchaseReply } from "#contract/checkout/purchases";
import { api, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { addToCart, CART_KEY } from "./cart.ts";

const LIST_KEY = [...CART_KEY, "list"] as const;

export function useCart(enabled = true) {
  return useQuery({
    queryKey: LIST_KEY,
    queryFn: ({ signal }): Promise<CartReply> => unwrap(api.api.cart.$get({}, { init: { signal } })),
    enabled,
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
      client.setQueryData([...CART_KEY, "count"], { count: cart.count });
    },
    onError: () => client.invalidateQueries({ queryKey: CART_KEY }),
  });
}

/** Loads the items and prices of a bundle's checkout, without holding the items. */
export function useBundleCheckout(bundleId: string, enabled: boolean) {
  return useQuery({
    queryKey: ["bundles", "checkout", bundleId],
    queryFn: ({ signal }): Promise<BundleCheckoutView> =>
      unwrap(api.api.bundles[":id"].checkout.$get({ param: { id: bundleId } }, { init: { signal } })),
    enabled,
    retry: false,
  });
}

/** Buys all items of the request, or none, with one idempotency key. */
export function createPurchase(body: CreatePurchaseInput, key: string): Promise<PurchaseReply> {
  return unwrap(api.api.purchases.$post({ json: body }, withIdempotencyKey(key)));
}

export const purchaseKey = (id: string) => ["purchases", id] as const;

export function usePurchase(id: string) {
  return useQuery({
    queryKey: purchaseKey(id),
    queryFn: ({ signal }): Promise<PurchaseReply> =>
      unwrap(api.api.purchases[":id"].$get({ param: { id } }, { init: { signal } })),
  });
}
