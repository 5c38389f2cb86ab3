import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSession } from "../lib/session.ts";
import { DRAFTS_KEY, HANDOVERS_KEY, OUTBOX_KEY } from "../lib/storage-keys.ts";
import { toast } from "../ui/toast.tsx";

/** Sends handovers, messages and listing drafts of an earlier visit or of the time without a network, on any page. */
export function usePendingWork(): void {
  usePending(HANDOVERS_KEY, sendHandovers);
  usePending(OUTBOX_KEY, sendMessages);
  usePending(DRAFTS_KEY, sendDrafts);
}

async function sendHandovers(owner: string, client: QueryClient): Promise<void> {
  const { flushHandovers } = await import("../features/orders/handover-queue.ts");
  await flushHandovers(owner, (order) => {
    toast({ title: "Handed over", description: `"${order.item.title}" is complete. Thank you!` });
    void client.invalidateQueries({ queryKey: ["orders"] });
  });
}

async function sendMessages(owner: string, client: QueryClient): Promise<void> {
  const { flushOutbox } = await import("../features/messages/use-outbox.ts");
  await flushOutbox(owner, client);
}

async function sendDrafts(owner: string): Promise<void> {
  // An open form syncs its own draft.
  if (/^\/additem\b/i.test(location.pathname)) return;
  const [{ draftsOf }, { syncDrafts }] = await Promise.all([
    import("../features/selling/drafts/drafts.ts"),
    import("../features/selling/drafts/draft-sync.ts"),
  ]);
  if (draftsOf(owner).some(({ sent }) => !sent)) await syncDrafts(owner);
}

/**
 * Sends what localStorage holds under `key` for the signed-in user: on every visit, when the network is back, and when
 * the page becomes visible. Runs with the footer, after the first screen; `send` loads its code only when there is
 * something to send.
 */
function usePending(key: string, send: (owner: string, client: QueryClient) => Promise<void>): void {
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
