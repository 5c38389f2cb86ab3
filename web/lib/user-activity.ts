/**
 * Whether the user is using this tab. An idle tab makes at most one request a minute (D66): queries stop polling while
 * the user channel reports changes, and other polls ask `isIdle`.
 */
import { focusManager } from "@tanstack/react-query";

export const IDLE_AFTER_MS = 30_000;
const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove", "focus"] as const;

let idle = false;
/** Whether the user channel reports changes, so that queries need not poll. */
let live = false;
const listeners = new Set<() => void>();

/** Whether nobody has touched the tab for 30 seconds. */
export const isIdle = () => idle;

/** Calls the listener when the user is back after an idle time. Returns an unsubscribe function. */
export function onReturn(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Queries poll again at once when `setFocused` is called with undefined. Without the channel they never pause. */
function pauseQueries(): void {
  focusManager.setFocused(idle && live ? false : undefined);
}

/** Called by the user channel when it connects and disconnects. */
export function setLive(connected: boolean): void {
  live = connected;
  pauseQueries();
}

/** Starts watching. Returns a stop function. */
export function watchActivity(): () => void {
  let lastSign = performance.now();
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const left = lastSign + IDLE_AFTER_MS - performance.now();
    if (left > 0) {
      timer = setTimeout(wait, left);
      return;
    }
    idle = true;
    pauseQueries();
  };
  const onSign = () => {
    lastSign = performance.now();
    if (!idle) return;
    idle = false;
    pauseQueries();
    wait();
    for (const listener of listeners) listener();
  };
  const onVisibility = () => {
    if (document.visibilityState === "visible") onSign();
  };
  for (const sign of SIGNS) window.addEventListener(sign, onSign, { passive: true, capture: true });
  document.addEventListener("visibilitychange", onVisibility);
  wait();
  return () => {
    clearTimeout(timer);
    for (const sign of SIGNS) window.removeEventListener(sign, onSign, { capture: true });
    document.removeEventListener("visibilitychange", onVisibility);
    idle = false;
    pauseQueries();
  };
}
