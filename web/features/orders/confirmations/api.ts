import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PaymentConfirmationView } from "#contract/orders";
import { api, newIdempotencyKey, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { COUNTS_KEY, SESSION_KEY } from "../../../lib/query-client.ts";

export const CONFIRMATIONS_KEY = ["payment-confirmations"] as const;

const POLL_MS = 8_000;

/** Loads the payment confirmations; polls while they are pending. React Query pauses polling in hidden tabs (D48). */
export function useConfirmations(status: "pending" | "settled") {
  return useQuery({
    queryKey: [...CONFIRMATIONS_KEY, status],
    queryFn: ({ signal }) => unwrap(api.api["payment-confirmations"].$get({ query: { status } }, { init: { signal } })),
    refetchInterval: status === "pending" ? POLL_MS : false,
  });
}

/** Sends the seller's answer. Reloads the session too, because the answer may end a restriction. */
export function useAnswer() {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      [CONFIRMATIONS_KEY, ["orders"], SESSION_KEY, COUNTS_KEY].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  return useMutation({
    mutationFn: ({ confirmation, received }: { confirmation: PaymentConfirmationView; received: boolean }) => {
      const key = withIdempotencyKey(newIdempotencyKey());
      return received
        ? unwrap(api.api.rpc.confirm_payment_received.$post({ json: { confirmation_id: confirmation.id } }, key))
        : unwrap(
            api.api["payment-confirmations"][":id"]["not-received"].$post({ param: { id: confirmation.id } }, key),
          );
    },
    onSettled: refresh,
  });
}
