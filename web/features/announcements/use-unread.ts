import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../lib/api-client.ts";
import { useSession } from "../../lib/session.ts";
import { UNREAD_KEY } from "./api.ts";

const OFTEN_ENOUGH_MS = 15 * 60_000;

/** How many announcements the reader has not seen, for the menu. News can wait: asked for once a visit or so. */
export function useUnreadAnnouncements(): number {
  const { signedIn } = useSession();
  const { data } = useQuery({
    queryKey: UNREAD_KEY,
    queryFn: ({ signal }) => unwrap(api.api.announcements.unread.$get({}, { init: { signal } })),
    enabled: signedIn,
    staleTime: OFTEN_ENOUGH_MS,
    retry: false,
  });
  return data?.count ?? 0;
}
