import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChangeOfferInput, NewOfferInput, OwnOffer } from "#contract/selling/special-offers";
import { api, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { SESSION_KEY } from "../../../lib/query-client.ts";

const OFFERS_KEY = ["special-offers", "mine"] as const;

export function useOwnOffers() {
  return useQuery({
    queryKey: OFFERS_KEY,
    queryFn: ({ signal }) => unwrap(api.api["special-offers"].mine.$get({}, { init: { signal } })),
  });
}

/** Invalidates everything except the session, because offers affect cards, carts and item pages. */
function refresh(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== SESSION_KEY[0] });
}

export type OfferCommand =
  | { kind: "create"; offer: NewOfferInput; key: string }
  | { kind: "change"; id: string; change: ChangeOfferInput }
  | { kind: "delete"; id: string };

function send(command: OfferCommand): Promise<OwnOffer | { ok: true }> {
  const offers = api.api["special-offers"];
  switch (command.kind) {
    case "create":
      return unwrap(offers.$post({ json: command.offer }, withIdempotencyKey(command.key)));
    case "change":
      return unwrap(offers[":id"].$patch({ param: { id: command.id }, json: command.change }));
    case "delete":
      return unwrap(offers[":id"].$delete({ param: { id: command.id } }));
  }
}

/** Creates, changes or deletes a special offer. */
export function useOfferCommand() {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: () => refresh(client) });
}
