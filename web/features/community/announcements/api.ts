import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../lib/api-client.ts";

const KEY = ["announcements"] as const;

export function useAnnouncements() {
  return useInfiniteQuery({
    queryKey: [...KEY, "list"],
    queryFn: ({ pageParam, signal }) =>
      unwrap(api.api.announcements.$get({ query: { ...(pageParam && { cursor: pageParam }) } }, { init: { signal } })),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
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
