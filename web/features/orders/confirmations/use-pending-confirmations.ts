import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../lib/api-client.ts";
import { useSession } from "../../../lib/session.ts";

export const CONFIRMATIONS_KEY = ["payment-confirmations"] as const;

/** Poll interval of the badge; the screen polls more often. */
const BADGE_POLL_MS = 30_000;

/** Number of payments that wait for the seller's answer; 0 for visitors and while loading. */
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
