import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { ItemDetail } from "#contract/items";
import { adoptConversation } from "../../lib/conversation.ts";
import { noteServerNow } from "../../lib/server-clock.ts";
import { pollItem, refreshPresence } from "./api.ts";
import { LiveItem, type LiveState } from "./live-item.ts";
import { openItemSocket } from "./live-socket.ts";

interface LiveItemView {
  state: LiveState;
  /** Asks now, for when something of our own making has just changed. */
  refresh: () => void;
}

/**
 * The item's state, kept fresh while the tab is visible. `viewer` is who is signed in: the server marks a hold as one's
 * own by the session of the connection, so another session needs another one. Null waits until that is known.
 */
export function useLiveItem(item: ItemDetail, viewer: string | null): LiveItemView {
  const client = useQueryClient();
  const [live] = useState(
    () =>
      new LiveItem(
        {
          openSocket: (handlers) => openItemSocket(item.id, handlers),
          poll: () => pollItem(item.id),
          refreshPresence: () => refreshPresence(item.id),
          onServerTime: noteServerNow,
          onConversation: (view) => adoptConversation(client, item.id, view),
        },
        item,
      ),
  );
  const state = useSyncExternalStore(live.subscribe, live.read, live.read);

  useEffect(() => {
    if (viewer === null) return;
    const follow = () => (document.visibilityState === "hidden" ? live.pause() : live.resume());
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      live.pause();
    };
  }, [live, viewer]);

  return { state, refresh: () => void live.refresh() };
}
