import { type OutboxMessage, storeOutbox } from "./offline-cache.ts";
import { SYNC_MESSAGES } from "./storage-keys.ts";

/**
 * Background Sync is not available in every browser. Elsewhere the open page, or the next visit, sends the waiting
 * messages.
 */
interface WithSync extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> };
}

let waiting = false;
let listening = false;

/**
 * Stores the waiting messages for the service worker. A visible page sends them itself; when it is hidden with unsent
 * messages, it asks the browser to wake the service worker once there is a network.
 */
export function syncOutbox(owner: string, messages: OutboxMessage[]): void {
  waiting = messages.length > 0;
  // Without storage the service worker sends nothing; the page still holds the messages.
  void storeAndRegister(owner, messages).catch(() => undefined);
  if (waiting && !listening) void listen().catch(() => undefined);
}

/** `async`, so that a missing IndexedDB rejects instead of throwing. */
async function storeAndRegister(owner: string, messages: OutboxMessage[]): Promise<void> {
  await storeOutbox(owner, messages);
}

async function listen(): Promise<void> {
  listening = true;
  // Requested in advance, because a page that is closing has no time for it.
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration("/");
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && waiting)
      registration?.sync?.register(SYNC_MESSAGES).catch(() => undefined);
  });
}
