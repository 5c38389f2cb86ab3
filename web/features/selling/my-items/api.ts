import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod/mini";
import type {
  AdjustPrices,
  BulkReply,
  CreateBundle,
  DeleteItems,
  MarkedReply,
  OwnBundle,
  SetStatuses,
  UpdateBundle,
} from "#contract/selling/my-items";
import { api, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { useRequestKey } from "../../../lib/request-key.ts";
import { refreshListings } from "../listing-form/api.ts";

/** Loads the totals, tab counts and sales of twelve months. */
export function useSummary() {
  return useQuery({
    queryKey: ["selling", "summary"],
    queryFn: ({ signal }) => unwrap(api.api.selling.summary.$get({}, { init: { signal } })),
  });
}

export function useOwnBundles(enabled: boolean) {
  return useQuery({
    queryKey: ["selling", "bundles"],
    queryFn: ({ signal }) => unwrap(api.api.bundles.mine.$get({}, { init: { signal } })),
    enabled,
  });
}

/** Loads the users who may have bought the item, when the dialog opens. */
export function useSoldCandidates(itemId: string) {
  return useQuery({
    queryKey: ["selling", "candidates", itemId],
    queryFn: ({ signal }) =>
      unwrap(api.api.items[":id"]["sold-candidates"].$get({ param: { id: itemId } }, { init: { signal } })),
    staleTime: 0,
  });
}

/** Returns a mutation with one idempotency key per input; afterwards every list is reloaded. */
function useOnce<Input, Reply>(send: (input: Input, key: string) => Promise<Reply>) {
  const client = useQueryClient();
  const request = useRequestKey();
  return useMutation({
    mutationFn: (input: Input) => send(input, request.keyFor(input)),
    onSuccess: () => request.answered(),
    onError: (error) => request.answered(error),
    onSettled: () => refreshListings(client),
  });
}

export function useAdjustPrices() {
  return useOnce(
    (json: z.input<typeof AdjustPrices>, key): Promise<BulkReply> =>
      unwrap(api.api.items.bulk["price-adjust"].$post({ json }, withIdempotencyKey(key))),
  );
}

export function useDeleteItems() {
  return useOnce(
    (json: z.input<typeof DeleteItems>, key): Promise<BulkReply> =>
      unwrap(api.api.items.bulk.delete.$post({ json }, withIdempotencyKey(key))),
  );
}

export function useSetStatuses() {
  return useOnce(
    (json: z.input<typeof SetStatuses>, key): Promise<BulkReply> =>
      unwrap(api.api.items.bulk.status.$post({ json }, withIdempotencyKey(key))),
  );
}

export function useMarkSold() {
  return useOnce(
    ({ id, buyer_id }: { id: string; buyer_id: string | null }, key): Promise<MarkedReply> =>
      unwrap(api.api.items[":id"].sold.$post({ param: { id }, json: { buyer_id } }, withIdempotencyKey(key))),
  );
}

export function useUndoSold() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string; title: string }) =>
      unwrap(api.api.items[":id"].sold.undo.$post({ param: { id } })),
    onSettled: () => refreshListings(client),
  });
}

/** Puts a listing back on sale; once a week it also returns to the top of the newest. */
export function useRelist() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string; title: string }) => unwrap(api.api.items[":id"].relist.$post({ param: { id } })),
    onSettled: () => refreshListings(client),
  });
}

export type BundleCommand =
  | { kind: "create"; bundle: z.input<typeof CreateBundle> }
  | { kind: "change"; id: string; bundle: z.input<typeof UpdateBundle> };

export function useSaveBundle() {
  return useOnce((command: BundleCommand, key): Promise<OwnBundle> => {
    if (command.kind === "create")
      return unwrap(api.api.bundles.$post({ json: command.bundle }, withIdempotencyKey(key)));
    return unwrap(api.api.bundles[":id"].$patch({ param: { id: command.id }, json: command.bundle }));
  });
}

export function useDeleteBundle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string }) => unwrap(api.api.bundles[":id"].$delete({ param: { id } })),
    onSettled: () => refreshListings(client),
  });
}
