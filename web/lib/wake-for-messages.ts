import { keepWaiting, type WaitingMessage } from "./kept.ts";
import { SYNC_MESSAGES } from "./local-keys.ts";

/** Not in every browser: there the open page, or the next visit, sends what waits. */
interface WithSync extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> };
}

let waiting = false;
let listening = false;

/**
 * Leaves the messages that wait where the service worker finds them. A page in sight sends them itself; when it goes away with
 * some unsent, the browser is asked to wake the worker once there is a network.
 */
export function wakeForMessages(owner: string, messages: WaitingMessage[]): void {
  waiting = messages.length > 0;
  // Where the browser keeps nothing the worker sends nothing: the page has it all the same.
  void leave(owner, messages).catch(() => undefined);
  if (waiting && !listening) void listen().catch(() => undefined);
}

/** A promise from the first line on: without IndexedDB at all even asking for it throws. */
async function leave(owner: string, messages: WaitingMessage[]): Promise<void> {
  await keepWaiting(owner, messages);
}

async function listen(): Promise<void> {
  listening = true;
  // Asked for now: a page that goes away has no time for it.
  const registration: WithSync | undefined = await navigator.serviceWorker?.getRegistration("/");
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && waiting)
      registration?.sync?.register(SYNC_MESSAGES).catch(() => undefined);
  });
}
