import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PaymentQueue } from "#contract/admin/payment-queue";
import { api, newIdempotencyKey, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { pages } from "../../../lib/query-client.ts";

const KEY = ["admin", "payments"] as const;
const POLL_MS = 60_000;

export function usePayments(queue: PaymentQueue, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: [...KEY, queue],
    ...pages((cursor, init) => unwrap(api.api.admin.payments.$get({ query: { queue, ...cursor } }, init))),
    enabled,
  });
}

/** Loads chargebacks and refunds made at the card provider, page by page. */
export function useReversals() {
  return useInfiniteQuery({
    queryKey: [...KEY, "reversals"],
    ...pages((cursor, init) => unwrap(api.api.admin.payments.reversals.$get({ query: cursor }, init))),
  });
}

export function usePaymentCounts() {
  return useQuery({
    queryKey: [...KEY, "counts"],
    queryFn: ({ signal }) => unwrap(api.api.admin.payments.counts.$get({}, { init: { signal } })),
    refetchInterval: POLL_MS,
  });
}

export function usePayment(id: string) {
  return useQuery({
    queryKey: [...KEY, "one", id],
    queryFn: ({ signal }) => unwrap(api.api.admin.payments[":id"].$get({ param: { id } }, { init: { signal } })),
  });
}

/** Says what a chargeback of part of a purchase takes from each of its orders (D69). */
/** Dollars by order, and the reason. */
export interface Shares {
  shares: { order_id: string; amount: number }[];
  note: string;
}

export function useShare(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: Shares) => unwrap(api.api.admin.payments.reversals[":id"].shares.$post({ param: { id }, json })),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}

export interface Resolution {
  outcome: "release" | "refund";
  note: string;
}

/** Decides an order for the seller (`release`) or for the buyer (`refund`). */
export function useResolve(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: Resolution) =>
      unwrap(
        api.api.admin.orders[":id"].resolve.$post({ param: { id }, json }, withIdempotencyKey(newIdempotencyKey())),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
}
