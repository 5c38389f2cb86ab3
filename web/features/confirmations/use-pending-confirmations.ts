import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../lib/api-client.ts";
import { useSession } from "../../lib/session.ts";

export const CONFIRMATIONS_KEY = ["payment-confirmations"] as const;

/** A badge in the bar may be half a minute late; the screen itself asks more often. */
const BADGE_POLL_MS = 30_000;

/** How many payments wait for this seller's answer; 0 for visitors and until it is known. */
export function usePendingConfirmations(): number {
  const { signedIn } = useSession();
  const { data } = useQuery({
    queryKey: [...CONFIRMATIONS_KEY, "count"],
    queryFn: ({ signal }) => unwrap(api.api["payment-confirmations"].count.$get({}, { init: { signal } })),
    enabled: signedIn,
    refetchInterval: BADGE_POLL_MS,
  });
  return data?.count ?? 0;
}
