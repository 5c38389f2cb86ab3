import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSession } from "../lib/session.ts";

/**
 * Sends what localStorage holds under `key` for the signed-in user: on every visit, when the network is back, and when
 * the page becomes visible. Runs with the footer, after the first screen; `send` loads its code only when there is
 * something to send.
 */
export function usePending(key: string, send: (owner: string, client: QueryClient) => Promise<void>): void {
  const client = useQueryClient();
  const owner = useSession().user?.id;
  useEffect(() => {
    if (owner === undefined) return;
    // If the code fails to load, the next event tries again.
    const trySend = () => {
      if (anyWaiting(`${key}:${owner}`)) void send(owner, client).catch(() => undefined);
    };
    trySend();
    // After a phone wakes, the network may have been back for a while, without an `online` event.
    const onVisible = () => document.visibilityState === "visible" && trySend();
    window.addEventListener("online", trySend);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      window.removeEventListener("online", trySend);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [key, send, client, owner]);
}

function anyWaiting(storageKey: string): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}
