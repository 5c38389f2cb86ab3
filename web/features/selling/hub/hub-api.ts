import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { PayoutLinkReply, PayoutStateReply, PayoutsReply } from "#contract/selling/hub";
import type { OwnStore, SaveStoreInput } from "#contract/selling/onboarding";
import { api, unwrap } from "../../../lib/api-client.ts";
import { pages } from "../../../lib/query-client.ts";

export const HUB_KEY = ["seller-hub"];
export const OWN_STORE_KEY = ["own-store"];

export function useHub() {
  return useQuery({
    queryKey: HUB_KEY,
    queryFn: ({ signal }) => unwrap(api.api["seller-hub"].$get({}, { init: { signal } })),
    refetchInterval: 60_000,
  });
}

export function usePayouts() {
  return useInfiniteQuery({
    queryKey: ["payouts"],
    ...pages(
      (cursor, init): Promise<PayoutsReply> => unwrap(api.api["seller-hub"].payouts.$get({ query: cursor }, init)),
    ),
  });
}

/** Returns the URL on which the card provider sets up or manages the payout account. */
export function payoutLink(): Promise<PayoutLinkReply> {
  return unwrap(api.api["seller-hub"]["payout-account"].$post());
}

/** Asks the server to reload the payout account's state from the card provider. */
export function refreshPayouts(): Promise<PayoutStateReply> {
  return unwrap(api.api["seller-hub"]["payout-account"].refresh.$post());
}

export function useOwnStore() {
  return useQuery({
    queryKey: OWN_STORE_KEY,
    queryFn: ({ signal }) => unwrap(api.api.store.$get({}, { init: { signal } })),
    staleTime: 60_000,
  });
}

export function saveOwnStore(store: SaveStoreInput): Promise<OwnStore> {
  return unwrap(api.api.store.$put({ json: store }));
}
