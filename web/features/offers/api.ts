import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { MakeOfferInput, PriceOfferView } from "#contract/offers";
import { api, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";
import { pages, SESSION_KEY } from "../../lib/query-client.ts";
import { isChannelConnected, onUserEvent } from "../../lib/user-channel.ts";

export type OfferBox = "received" | "made";
/** An answer of one of the two. `counter` is the seller's; the buyer makes another offer instead. */
export type OfferAction = "accept" | "decline" | "withdraw";

const OFFERS_KEY = ["price-offers"] as const;
const ownKey = (itemId: string) => [...OFFERS_KEY, "item", itemId] as const;
const oneKey = (id: string) => [...OFFERS_KEY, "one", id] as const;

/** Poll interval while an offer is live. With the user channel the answer arrives as a notification. */
const pace = (live: boolean) => (live && !isChannelConnected() ? 20_000 : 60_000);
const isLive = (offer: PriceOfferView | null | undefined) => offer?.status === "open" || offer?.status === "accepted";

/** Loads the viewer's offer for an item, and what they may offer. */
export function useOwnOffer(itemId: string, enabled: boolean) {
  return useQuery({
    queryKey: ownKey(itemId),
    queryFn: ({ signal }) =>
      unwrap(api.api.items[":id"]["price-offer"].$get({ param: { id: itemId } }, { init: { signal } })),
    enabled,
    refetchInterval: ({ state }) => (isLive(state.data?.offer) ? pace(true) : false),
  });
}

/** Loads one offer, for its row in the thread of the two. */
export function useOffer(id: string) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => unwrap(api.api["price-offers"][":id"].$get({ param: { id } }, { init: { signal } })),
  });
}

/** Loads the offers the viewer has received or made, page by page. */
export function useOffers(box: OfferBox) {
  return useInfiniteQuery({
    queryKey: [...OFFERS_KEY, "list", box],
    ...pages((cursor, init) => unwrap(api.api["price-offers"].$get({ query: { box, ...cursor } }, init))),
    refetchInterval: () => pace(true),
  });
}

/** Reloads the offers after every related event of the user channel, and after a reconnection. */
export function useOfferUpdates(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onUserEvent((event) => {
        if (event.type === "counts" || event.type === "notification") void refresh(client);
        if (event.type === "connected")
          void client.invalidateQueries({ queryKey: OFFERS_KEY }, { cancelRefetch: false });
      }),
    [client],
  );
}

function refresh(client: QueryClient) {
  // Every step adds an event to the thread of the two.
  void client.invalidateQueries({ queryKey: ["conversations"] });
  return client.invalidateQueries({ queryKey: OFFERS_KEY });
}

function afterStep(client: QueryClient) {
  // The session says which prices are agreed.
  void client.invalidateQueries({ queryKey: SESSION_KEY });
  return refresh(client);
}

/** Makes an offer for an item. A retry with the same key does not make it twice. */
export function useMakeOffer(itemId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: MakeOfferInput; key: string }) =>
      unwrap(api.api.items[":id"]["price-offer"].$post({ param: { id: itemId }, json: body }, withIdempotencyKey(key))),
    onSettled: () => afterStep(client),
  });
}

/** Answers or ends an offer. The steps are idempotent on the server, so they need no key. */
export function useOfferStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ offer, action }: { offer: PriceOfferView; action: OfferAction }) =>
      unwrap(api.api["price-offers"][":id"][action].$post({ param: { id: offer.id }, json: { rev: offer.rev } })),
    onSuccess: (offer) => client.setQueryData(oneKey(offer.id), offer),
    // A refusal usually means that the offer has changed, so it is loaded again as well.
    onSettled: () => afterStep(client),
  });
}

/** Answers a received offer with another amount. */
export function useCounterOffer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ offer, amount }: { offer: PriceOfferView; amount: string }) =>
      unwrap(
        api.api["price-offers"][":id"].counter.$post({ param: { id: offer.id }, json: { rev: offer.rev, amount } }),
      ),
    onSettled: () => afterStep(client),
  });
}

export function useDeclineOffers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (offers: readonly PriceOfferView[]) =>
      unwrap(api.api["price-offers"].decline.$post({ json: { offers: offers.map(({ id, rev }) => ({ id, rev })) } })),
    onSettled: () => afterStep(client),
  });
}
