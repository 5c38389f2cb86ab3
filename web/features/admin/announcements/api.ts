import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { StaffAnnouncement } from "#contract/community/announcements";
import { api, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { pages } from "../../../lib/query-client.ts";

const KEY = ["admin", "announcements"] as const;
const calls = api.api.admin.announcements;

export function useStaffAnnouncements() {
  return useInfiniteQuery({
    queryKey: KEY,
    ...pages((cursor, init) => unwrap(calls.$get({ query: cursor }, init))),
  });
}

/** Renders the text with the server's own renderer. The previous preview stays until the next one has loaded. */
export function usePreview(source: string) {
  return useQuery({
    queryKey: [...KEY, "preview", source],
    queryFn: ({ signal }) => unwrap(calls.preview.$post({ json: { source } }, { init: { signal } })),
    placeholderData: keepPreviousData,
    enabled: source.trim() !== "",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export interface Draft {
  title: string;
  source: string;
  published_at: number | null;
  ends_at: number | null;
}

/**
 * Creates or updates an announcement. A new one uses the idempotency key of its form, so that pressing Save twice does
 * not create two.
 */
export function useSaveAnnouncement(opened: StaffAnnouncement | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ draft: json, key }: { draft: Draft; key: string }) =>
      opened
        ? unwrap(calls[":id"].$patch({ param: { id: opened.id }, json: { ...json, edited_from: opened.updated_at } }))
        : unwrap(calls.$post({ json }, withIdempotencyKey(key))),
    onSuccess: () => Promise.all([client.invalidateQueries({ queryKey: KEY, exact: true }), forReaders(client)]),
  });
}

export function useDeleteAnnouncement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(calls[":id"].$delete({ param: { id } })),
    onSuccess: () => Promise.all([client.invalidateQueries({ queryKey: KEY, exact: true }), forReaders(client)]),
  });
}

const forReaders = (client: ReturnType<typeof useQueryClient>) =>
  client.invalidateQueries({ queryKey: ["announcements"] });

export type State = "draft" | "scheduled" | "published" | "ended";

/** When an announcement is published; "kept": at the time it has. */
export type When = "draft" | "now" | "later" | "kept";
