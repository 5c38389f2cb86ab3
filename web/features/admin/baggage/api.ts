import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BaggageAction, BaggageEntry, BaggageKind } from "#contract/admin/baggage";
import { api, newIdempotencyKey, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { pages } from "../../../lib/query-client.ts";

const KEY = ["admin", "baggage"] as const;

/** Loads the number of stuck records of each kind. */
export function useBaggageCounts() {
  return useQuery({
    queryKey: [...KEY, "counts"],
    queryFn: ({ signal }) => unwrap(api.api.admin.baggage.$get({}, { init: { signal } })),
  });
}

/** Loads the stuck records of one kind, page by page. */
export function useBaggage(kind: BaggageKind) {
  return useInfiniteQuery({
    queryKey: [...KEY, kind],
    ...pages((cursor, init) => unwrap(api.api.admin.baggage[":kind"].$get({ param: { kind }, query: cursor }, init))),
  });
}

/** A stuck record, and how staff settle it. */
export interface Settlement {
  entry: BaggageEntry;
  action: Exclude<BaggageAction, "decide">;
  note: string;
}

async function settle({ entry: { id, kind }, action, note }: Settlement): Promise<void> {
  switch (action) {
    case "complete":
    case "refund": {
      const json = { outcome: action === "complete" ? ("completed" as const) : ("refunded" as const), note };
      await unwrap(
        api.api.admin.orders[":id"].close.$post({ param: { id }, json }, withIdempotencyKey(newIdempotencyKey())),
      );
      return;
    }
    case "call_off":
      await unwrap(api.api.admin.trades[":id"]["call-off"].$post({ param: { id }, json: { note } }));
      return;
    case "call_off_circle":
      await unwrap(api.api.admin.circles[":id"]["call-off"].$post({ param: { id }, json: { note } }));
      return;
    case "close_case":
      await unwrap(api.api.admin.circles[":id"].settle.$post({ param: { id }, json: { note } }));
      return;
    default:
      await unwrap(api.api.admin.baggage[":kind"][":id"].$post({ param: { kind, id }, json: { action, note } }));
  }
}

/** Settles a stuck record and reloads all admin data, also after a refusal. */
export function useSettle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: settle,
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}
