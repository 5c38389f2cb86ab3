import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionReply } from "#contract/account/auth";
import type { OwnProfile } from "#contract/account/profiles";
import { api, unwrap } from "../../../lib/api-client.ts";
import { SESSION_KEY } from "../../../lib/query-client.ts";

const PROFILE_KEY = ["own-profile"];

/** Loads the viewer's profile once per visit, because a refetch would replace values while they are edited. */
export function useOwnProfile() {
  return useQuery({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => unwrap(api.api.profile.$get({}, { init: { signal } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Stores a saved profile for this page and for the session. */
export function useStoreProfile(): (saved: OwnProfile) => void {
  const client = useQueryClient();
  return (saved) => {
    client.setQueryData(PROFILE_KEY, saved);
    client.setQueryData<SessionReply>(SESSION_KEY, (session) => session && { ...session, profile: saved });
  };
}
