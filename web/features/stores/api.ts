import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { SellerProfile } from "#contract/account/profiles";
import type { ItemCard } from "#contract/items";
import type { StoreCard } from "#contract/items/marketplace";
import type { Page } from "#contract/page";
import { ApiError, api, unwrap } from "../../lib/api-client.ts";
import { bootReply } from "../../lib/boot.ts";
import { pages } from "../../lib/query-client.ts";

const STORES_PAGE = "24";
const ITEMS_PAGE = "24";
/** Number of recently sold items on a seller's page. */
const SOLD_SHOWN = "4";

/** Loads the sellers with items for sale. */
export function useStores() {
  return useInfiniteQuery({
    queryKey: ["stores"],
    ...pages(
      (cursor, init): Promise<Page<StoreCard>> =>
        unwrap(api.api.stores.$get({ query: { limit: STORES_PAGE, ...cursor } }, init)),
    ),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

export function useSeller(id: string) {
  const boot = bootReply<SellerProfile>(`/api/profiles/${id}`);
  return useQuery({
    queryKey: ["sellers", id],
    queryFn: ({ signal }) => unwrap(api.api.profiles[":id"].$get({ param: { id } }, { init: { signal } })),
    initialData: boot?.reply,
    initialDataUpdatedAt: boot?.at,
    staleTime: 60_000,
  });
}

/** Whether the error means that the seller does not exist, not that the server failed. */
export function isUnknownSeller(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 422);
}

/** Loads the seller's active listings, newest first, page by page. */
export function useSellerItems(id: string) {
  const query = { limit: ITEMS_PAGE, seller_id: id };
  const boot = bootReply<Page<ItemCard>>("/api/items", query);
  return useInfiniteQuery({
    queryKey: ["items", "seller", id],
    ...pages(
      (cursor, init): Promise<Page<ItemCard>> => unwrap(api.api.items.$get({ query: { ...query, ...cursor } }, init)),
    ),
    initialData: boot && { pages: [boot.reply], pageParams: [""] },
    initialDataUpdatedAt: boot?.at,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

/** Loads optional sections of a seller's page, which are left out if they fail to load. */
export function useSellerExtras(id: string) {
  const sold = useQuery({
    queryKey: ["items", "seller-sold", id],
    queryFn: ({ signal }) =>
      unwrap(api.api.items.$get({ query: { seller_id: id, status: "sold", limit: SOLD_SHOWN } }, { init: { signal } })),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  const bundles = useQuery({
    queryKey: ["bundles", "seller", id],
    queryFn: ({ signal }) => unwrap(api.api.bundles.$get({ query: { seller_id: id } }, { init: { signal } })),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  return { sold: sold.data, bundles: bundles.data?.items ?? [] };
}
