import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../lib/api-client.ts";
import { pages } from "../../../lib/query-client.ts";

const KEY = ["announcements"] as const;

export function useAnnouncements() {
  return useInfiniteQuery({
    queryKey: [...KEY, "list"],
    ...pages((cursor, init) => unwrap(api.api.announcements.$get({ query: cursor }, init))),
  });
}

export function useAnnouncement(id: string) {
  return useQuery({
    queryKey: [...KEY, "one", id],
    queryFn: ({ signal }) => unwrap(api.api.announcements[":id"].$get({ param: { id } }, { init: { signal } })),
  });
}

/** Marks all announcements as read. */
export function markSeen(): Promise<{ ok: true }> {
  return unwrap(api.api.announcements.seen.$post());
}
