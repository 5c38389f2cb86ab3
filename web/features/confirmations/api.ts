import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PaymentConfirmationView } from "#contract/orders";
import { api, newIdempotencyKey, once, unwrap } from "../../lib/api-client.ts";
import { SESSION_KEY } from "../../lib/query-client.ts";
import { CONFIRMATIONS_KEY } from "./use-pending-confirmations.ts";

const POLL_MS = 8_000;

/** Asked again every few seconds while something waits; React Query pauses it in hidden tabs (D48). */
export function useConfirmations(status: "pending" | "settled") {
  return useQuery({
    queryKey: [...CONFIRMATIONS_KEY, status],
    queryFn: ({ signal }) => unwrap(api.api["payment-confirmations"].$get({ query: { status } }, { init: { signal } })),
    refetchInterval: status === "pending" ? POLL_MS : false,
  });
}

/** The seller's answer. Afterwards the restriction may be over too, so the session is asked again. */
export function useAnswer() {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([CONFIRMATIONS_KEY, ["orders"], SESSION_KEY].map((queryKey) => client.invalidateQueries({ queryKey })));
  return useMutation({
    mutationFn: ({ confirmation, received }: { confirmation: PaymentConfirmationView; received: boolean }) => {
      const key = once(newIdempotencyKey());
      return received
        ? unwrap(api.api.rpc.confirm_payment_received.$post({ json: { confirmation_id: confirmation.id } }, key))
        : unwrap(
            api.api["payment-confirmations"][":id"]["not-received"].$post({ param: { id: confirmation.id } }, key),
          );
    },
    onSettled: refresh,
  });
}
