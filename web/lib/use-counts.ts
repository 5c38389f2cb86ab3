import { useQuery } from "@tanstack/react-query";
import { type BarCounts, NO_COUNTS } from "#domain/notifications/bar-counts";
import { api, unwrap } from "./api-client.ts";
import { COUNTS_KEY } from "./query-client.ts";

/**
 * Returns the counts of the signed-in user; zeros until they are loaded. They come with the session, and
 * `useUserChannel` keeps them current.
 */
export function useCounts(enabled = true): BarCounts {
  const { data } = useQuery<BarCounts>({
    queryKey: COUNTS_KEY,
    queryFn: ({ signal }) => unwrap(api.api.notifications.counts.$get({}, { init: { signal } })),
    enabled,
    staleTime: 60_000,
  });
  return data ?? NO_COUNTS;
}
