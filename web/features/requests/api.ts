import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChangeRequestInput, NewRequestInput, RequestView } from "#contract/requests";
import { api, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";
import { pages } from "../../lib/query-client.ts";

const REQUESTS_KEY = ["requests"] as const;

export interface RequestFilters {
  mine: boolean;
  category: string;
  near: string;
  within_km: string;
}

export function useRequests({ mine, category, near, within_km }: RequestFilters) {
  const query = mine ? { mine: "true" as const } : { ...(category && { category }), ...(near && { near, within_km }) };
  return useInfiniteQuery({
    queryKey: [...REQUESTS_KEY, "list", query],
    ...pages((cursor, init) => unwrap(api.api.requests.$get({ query: { ...query, limit: "20", ...cursor } }, init))),
  });
}

export function useRequest(id: string | null) {
  return useQuery({
    queryKey: [...REQUESTS_KEY, "one", id],
    queryFn: ({ signal }) => unwrap(api.api.requests[":id"].$get({ param: { id: id ?? "" } }, { init: { signal } })),
    enabled: id !== null,
  });
}

export type RequestCommand =
  | { kind: "post"; request: NewRequestInput; key: string }
  | { kind: "change"; id: string; change: ChangeRequestInput };

function send(command: RequestCommand): Promise<RequestView> {
  const requests = api.api.requests;
  return command.kind === "post"
    ? unwrap(requests.$post({ json: command.request }, withIdempotencyKey(command.key)))
    : unwrap(requests[":id"].$patch({ param: { id: command.id }, json: command.change }));
}

export function useRequestCommand() {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: () => client.invalidateQueries({ queryKey: REQUESTS_KEY }) });
}

/** Offers a listing to the author of a wanted post. */
export function offerListing(requestId: string, itemId: string, key: string): Promise<{ ok: true }> {
  return unwrap(
    api.api.requests[":id"].offers.$post(
      { param: { id: requestId }, json: { item_id: itemId } },
      withIdempotencyKey(key),
    ),
  );
}
