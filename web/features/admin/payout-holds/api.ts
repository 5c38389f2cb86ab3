import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChangePayoutHoldValue, HoldPayoutsValue } from "#contract/admin/payout-holds";
import { api, newIdempotencyKey, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";

const holds = api.api.admin["payout-holds"];
const keyOf = (sellerId: string) => ["admin", "payout-holds", sellerId] as const;

export function usePayoutHolds(sellerId: string) {
  return useQuery({
    queryKey: keyOf(sellerId),
    queryFn: ({ signal }) => unwrap(holds.$get({ query: { seller_id: sellerId } }, { init: { signal } })),
  });
}

export type HoldChange =
  | { kind: "hold"; value: HoldPayoutsValue }
  | { kind: "change"; id: string; value: ChangePayoutHoldValue };

/** Holds payouts, or releases or extends a hold. */
export function useChangeHold(sellerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: HoldChange) =>
      change.kind === "hold"
        ? unwrap(holds.$post({ json: change.value }, withIdempotencyKey(newIdempotencyKey())))
        : unwrap(holds[":id"].$post({ param: { id: change.id }, json: change.value })),
    onSuccess: (reply) => client.setQueryData(keyOf(sellerId), reply),
  });
}
