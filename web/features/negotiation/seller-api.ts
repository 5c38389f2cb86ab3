import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { AnswerBuyerInput, SellerNegotiation } from "#contract/negotiation-seller";
import { api, unwrap } from "../../lib/api-client.ts";
import { pages } from "../../lib/query-client.ts";
import { onUserEvent } from "../../lib/user-channel.ts";

const KEY = ["seller-negotiations"] as const;
const oneKey = (id: string) => [...KEY, "one", id] as const;
const PACE_MS = 60_000;

/** Loads the negotiations held in the viewer's name, page by page; of one item or of all. */
export function useNegotiations(item: string | null) {
  return useInfiniteQuery({
    queryKey: [...KEY, "list", item],
    ...pages((cursor, init) =>
      unwrap(api.api.negotiations.$get({ query: { ...(item !== null && { item }), ...cursor } }, init)),
    ),
    refetchInterval: PACE_MS,
  });
}

/** Loads one negotiation with its messages. */
export function useSellerNegotiation(id: string) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => unwrap(api.api.negotiations[":id"].$get({ param: { id } }, { init: { signal } })),
    refetchInterval: PACE_MS,
  });
}

/** Reloads the negotiations after every notification, which a question brings. */
export function useNegotiationUpdates(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onUserEvent((event) => {
        if (event.type === "notification" || event.type === "connected")
          void client.invalidateQueries({ queryKey: KEY });
      }),
    [client],
  );
}

/** Answers what Knowzee could not settle. The server refuses a second answer, so it needs no key. */
export function useAnswer(id: string) {
  return useChange(id, (json: AnswerBuyerInput) =>
    unwrap(api.api.negotiations[":id"].answers.$post({ param: { id }, json })),
  );
}

/** Lets Knowzee repeat an answer to other buyers, or stops that. */
export function useShareAnswer(id: string) {
  return useChange(id, (json: { message_id: string; shared: boolean }) =>
    unwrap(api.api.negotiations[":id"].answers.$put({ param: { id }, json })),
  );
}

function useChange<Input>(id: string, change: (input: Input) => Promise<SellerNegotiation>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (negotiation) => client.setQueryData(oneKey(id), negotiation),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
