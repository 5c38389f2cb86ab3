import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { OutboxMessage } from "../../lib/offline-cache.ts";
import { OUTBOX_KEY } from "../../lib/storage-keys.ts";
import { syncOutbox } from "../../lib/sync-outbox.ts";
import { onUserEvent } from "../../lib/user-channel.ts";
import { sendMessage } from "./api.ts";
import { storeMessage } from "./cache.ts";
import { Outbox, type UnsentMessage } from "./outbox.ts";

let open: { owner: string; client: QueryClient; outbox: Outbox } | null = null;

/** Returns the only outbox of this page: two would send in no defined order. */
function outboxOf(owner: string, client: QueryClient): Outbox {
  if (open?.owner !== owner || open.client !== client) {
    open?.outbox.stop();
    const outbox = new Outbox(owner, { send: sendMessage, onSent: (message) => storeMessage(client, message) });
    // Also after a message was sent or discarded, so that the service worker does not send it again.
    outbox.subscribe(() =>
      syncOutbox(
        owner,
        outbox
          .read()
          .map(waitingForm)
          .filter((one) => one !== null),
      ),
    );
    open = { owner, client, outbox };
  }
  return open.outbox;
}

/** Converts a message for the service worker; null for a refused one, which waits for its author. */
function waitingForm({ conversation_id, client_id, text, photo, refused }: UnsentMessage): OutboxMessage | null {
  if (refused !== null) return null;
  return { conversation_id, client_id, ...(text !== "" && { text }), ...(photo && { image_id: photo.id }) };
}

/** Sends messages that an earlier visit could not send. */
export function flushOutbox(owner: string, client: QueryClient): Promise<void> {
  return outboxOf(owner, client).flush();
}

/** Returns the outbox of this page and its unsent messages, and sends them when the network is back. */
export function useOutbox(owner: string): { outbox: Outbox; unsent: readonly UnsentMessage[] } {
  const client = useQueryClient();
  const outbox = useMemo(() => outboxOf(owner, client), [owner, client]);
  const unsent = useSyncExternalStore(outbox.subscribe, outbox.read);

  useEffect(() => {
    const flush = () => void outbox.flush();
    const otherTab = (event: StorageEvent) => event.key === `${OUTBOX_KEY}:${owner}` && outbox.refresh();
    flush();
    window.addEventListener("online", flush);
    window.addEventListener("storage", otherTab);
    const stop = onUserEvent((event) => event.type === "connected" && flush());
    return () => {
      window.removeEventListener("online", flush);
      window.removeEventListener("storage", otherTab);
      stop();
    };
  }, [outbox, owner]);

  return { outbox, unsent };
}
