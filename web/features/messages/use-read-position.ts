import type { QueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { BarCounts } from "#domain/notifications/bar-counts";
import { COUNTS_KEY } from "../../lib/query-client.ts";
import { markRead } from "./api.ts";
import { storeRead } from "./cache.ts";
import type { Thread } from "./thread.ts";

interface ReadPosition {
  /** Last read sequence number when the conversation was opened; null when nothing was unread. */
  unreadAfter: number | null;
  /** Called with whether the newest message is visible. */
  onBottom: (there: boolean) => void;
}

/** Marks messages as read when the newest one is on screen in a visible tab. */
export function useReadPosition(client: QueryClient, id: string, thread: Thread | undefined): ReadPosition {
  const [unreadAfter, setUnreadAfter] = useState<number | null>(null);
  const [bottom, setBottom] = useState(true);
  const [visible, setVisible] = useState(() => document.visibilityState !== "hidden");
  const reportedSeq = useRef(0);

  useEffect(() => {
    const follow = () => setVisible(document.visibilityState !== "hidden");
    document.addEventListener("visibilitychange", follow);
    return () => document.removeEventListener("visibilitychange", follow);
  }, []);

  const known = thread !== undefined;
  const lastRead = thread?.lastRead ?? 0;
  const lastSeq = thread?.lastSeq ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position at opening, not the current one
  useEffect(() => {
    if (known && lastSeq > lastRead) setUnreadAfter(lastRead);
  }, [known]);

  useEffect(() => {
    if (!visible || !bottom || lastSeq <= lastRead || reportedSeq.current >= lastSeq) return;
    reportedSeq.current = lastSeq;
    markRead(id, lastSeq)
      .then((reply) => {
        storeRead(client, id, reply.last_read_seq, true);
        client.setQueryData<BarCounts>(
          COUNTS_KEY,
          (counts) => counts && { ...counts, messages: reply.unread_messages },
        );
      })
      .catch(() => {
        // Reset, so that the next message or visit reports it again.
        reportedSeq.current = 0;
      });
  }, [client, id, visible, bottom, lastSeq, lastRead]);

  const onBottom = useCallback((there: boolean) => setBottom(there), []);
  return { unreadAfter, onBottom };
}
