import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../lib/api-client.ts";
import { useSession } from "../../../lib/session.ts";
import { UNREAD_KEY } from "./api.ts";

const STALE_MS = 15 * 60_000;

/** Number of unread announcements for the menu. Reloaded rarely, because announcements are not urgent. */
export function useUnreadAnnouncements(): number {
  const { signedIn } = useSession();
  const { data } = useQuery({
    queryKey: UNREAD_KEY,
    queryFn: ({ signal }) => unwrap(api.api.announcements.unread.$get({}, { init: { signal } })),
    enabled: signedIn,
    staleTime: STALE_MS,
    retry: false,
  });
  return data?.count ?? 0;
}
