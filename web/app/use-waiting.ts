import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSession } from "../lib/session.ts";

/**
 * Sends what waits in this browser under `key` for the signed-in person: on every visit, when the network is back, and when one
 * comes back to the page. Runs
 * with the footer, whose code comes after the first screen; `send` loads its own only now, when there is something to send.
 */
export function useWaiting(key: string, send: (owner: string, client: QueryClient) => Promise<void>): void {
  const client = useQueryClient();
  const owner = useSession().user?.id;
  useEffect(() => {
    if (owner === undefined) return;
    // Code that cannot be had now is asked for again with the next sign of a network.
    const quietly = () => {
      if (anyWaiting(`${key}:${owner}`)) void send(owner, client).catch(() => undefined);
    };
    quietly();
    // A phone that wakes may have been back for long: the event is then over.
    const onSight = () => document.visibilityState === "visible" && quietly();
    window.addEventListener("online", quietly);
    document.addEventListener("visibilitychange", onSight);
    return () => {
      window.removeEventListener("online", quietly);
      document.removeEventListener("visibilitychange", onSight);
    };
  }, [key, send, client, owner]);
}

function anyWaiting(kept: string): boolean {
  try {
    return localStorage.getItem(kept) !== null;
  } catch {
    return false;
  }
}
