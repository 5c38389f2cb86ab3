import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SessionReply } from "#contract/auth";
import type { OwnProfile } from "#contract/profiles";
import { api, unwrap } from "../../lib/api-client.ts";
import { SESSION_KEY } from "../../lib/query-client.ts";

const PROFILE_KEY = ["own-profile"];

/** One's own profile, loaded once per visit: a refetch must not pull the values from under somebody who is typing. */
export function useOwnProfile() {
  return useQuery({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => unwrap(api.api.profile.$get({}, { init: { signal } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Puts a saved profile everywhere it is shown: this page and the bar. */
export function useAdoptProfile(): (saved: OwnProfile) => void {
  const client = useQueryClient();
  return (saved) => {
    client.setQueryData(PROFILE_KEY, saved);
    client.setQueryData<SessionReply>(SESSION_KEY, (session) => session && { ...session, profile: saved });
  };
}
