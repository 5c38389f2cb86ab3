import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { WaitingMessage } from "../../lib/kept.ts";
import { OUTBOX_KEY } from "../../lib/local-keys.ts";
import { onUserEvent } from "../../lib/user-channel.ts";
import { wakeForMessages } from "../../lib/wake-for-messages.ts";
import { sendMessage } from "./api.ts";
import { adoptMessage } from "./cache.ts";
import { Outbox, type Unsent } from "./outbox.ts";

let open: { owner: string; client: QueryClient; outbox: Outbox } | null = null;

/** The page's one outbox: two would each send what waits, and the order would be nobody's. */
function outboxOf(owner: string, client: QueryClient): Outbox {
  if (open?.owner !== owner || open.client !== client) {
    open?.outbox.stop();
    const outbox = new Outbox(owner, { send: sendMessage, onSent: (message) => adoptMessage(client, message) });
    // Also what was sent or taken back: the service worker must not send it once more.
    outbox.subscribe(() =>
      wakeForMessages(
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

/** As it goes to the server; a refused one waits for its author and not for the network. */
function waitingForm({ conversation_id, client_id, text, photo, refused }: Unsent): WaitingMessage | null {
  if (refused !== null) return null;
  return { conversation_id, client_id, ...(text !== "" && { text }), ...(photo && { image_id: photo.id }) };
}

/** Sends what an earlier visit could not. */
export function flushOutbox(owner: string, client: QueryClient): Promise<void> {
  return outboxOf(owner, client).flush();
}

export function useOutbox(owner: string): { outbox: Outbox; unsent: readonly Unsent[] } {
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
