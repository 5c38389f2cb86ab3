import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { ItemDetail } from "#contract/items";
import { syncServerClock } from "../../lib/server-clock.ts";
import { negotiationConnected, negotiationDisconnected, negotiationReceived } from "../negotiation/index.ts";
import { pollItem, refreshPresence } from "./api.ts";
import { openItemSocket } from "./item-socket.ts";
import { LiveItem, type LiveState } from "./live-item.ts";

interface LiveItemView {
  state: LiveState;
  /** Polls once, after the viewer's own action has changed something. */
  refresh: () => void;
}

/**
 * Keeps the item's state fresh while the tab is visible. `viewer` is the signed-in user: the server marks the viewer's
 * own hold by the session of the socket, so a new session needs a new socket. Null while the session is loading.
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
          onServerTime: syncServerClock,
          onNegotiation: (frame) => negotiationReceived(client, item.id, frame),
          onConnection: (send) =>
            send ? negotiationConnected(client, item.id, send) : negotiationDisconnected(item.id),
        },
        item,
      ),
  );
  const state = useSyncExternalStore(live.subscribe, live.read, live.read);

  useEffect(() => {
    if (viewer === null) return;
    const follow = () => (document.visibilityState === "hidden" ? live.pause() : live.resume());
    follow();
    const check = () => live.ping();
    document.addEventListener("visibilitychange", follow);
    window.addEventListener("online", check);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      window.removeEventListener("online", check);
      live.pause();
    };
  }, [live, viewer]);

  return { state, refresh: () => void live.refresh() };
}
