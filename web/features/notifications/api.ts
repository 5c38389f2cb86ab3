/** API calls of the notification centre, and its cached list. */
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import type { CountsReply, NotificationView, ReadNotificationsInput } from "#contract/notifications";
import type { Page } from "#contract/page";
import { api, unwrap } from "../../lib/api-client.ts";
import { COUNTS_KEY, pages } from "../../lib/query-client.ts";
import { onUserEvent } from "../../lib/user-channel.ts";
import { toastError } from "../../ui/toast.tsx";

export const PREFERENCES_KEY = ["notification-preferences"];
const NOTIFICATIONS_KEY = ["notifications"];
type CachedPages = InfiniteData<Page<NotificationView>, string | undefined>;

/** Loads the notifications page by page; reloads when one arrives or the connection comes back. */
export function useNotifications() {
  const client = useQueryClient();
  useEffect(
    () =>
      onUserEvent((event) => {
        // "counts" also arrives when the text of a notification has changed.
        if (event.type === "notification" || event.type === "counts" || event.type === "connected") {
          void client.invalidateQueries({ queryKey: NOTIFICATIONS_KEY });
        }
      }),
    [client],
  );
  return useInfiniteQuery({
    queryKey: NOTIFICATIONS_KEY,
    ...pages((cursor, init) => unwrap(api.api.notifications.$get({ query: cursor }, init))),
    // Always fresh when the centre opens.
    staleTime: 0,
  });
}

function showAsRead(client: QueryClient, what: ReadNotificationsInput): void {
  const covers = (line: NotificationView) => ("link" in what ? line.link === what.link : line.at <= what.up_to);
  client.setQueryData<CachedPages>(
    NOTIFICATIONS_KEY,
    (lines) =>
      lines && {
        ...lines,
        pages: lines.pages.map((page) => ({
          ...page,
          items: page.items.map((line) => (covers(line) ? { ...line, read: true } : line)),
        })),
      },
  );
}

/** Marks notifications as read, optimistically; the bell shows the counts of the reply. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (what: ReadNotificationsInput) => unwrap(api.api.notifications.read.$post({ json: what })),
    onMutate: (what) => showAsRead(client, what),
    onSuccess: ({ server_now: _, ...counts }: CountsReply) => client.setQueryData(COUNTS_KEY, counts),
    onError: (error) => {
      toastError()(error);
      void client.invalidateQueries({ queryKey: NOTIFICATIONS_KEY });
    },
  });
}
