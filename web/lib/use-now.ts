import { useSyncExternalStore } from "react";
import { bootTime } from "./boot.ts";
import { serverNow } from "./server-clock.ts";

/** All countdowns share one interval: forty cards with their own timers would wake the page forty times. */
const TICK_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

function tick(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // React reads the snapshot right after subscribing; without this it would be 0 or outdated.
    now = serverNow();
    timer = setInterval(tick, TICK_MS);
    // Browsers slow the interval of a hidden tab to once a minute; the time must be right as soon as the tab is
    // visible.
    document.addEventListener("visibilitychange", tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener("visibilitychange", tick);
  };
}

/** React reads the snapshot twice per render and expects the same value, even if a millisecond passes in between. */
const SAME_MS = 250;

function snapshot(): number {
  if (timer === undefined) {
    const current = serverNow();
    if (Math.abs(current - now) >= SAME_MS) now = current;
  }
  return now;
}

const idle = () => () => {};
const zero = () => 0;

/** Returns the server's time (UTC ms), updated every second while `active`; 0 and no timer otherwise. */
export function useNow(active = true): number {
  return useSyncExternalStore(active ? subscribe : idle, active ? snapshot : zero, active ? bootTime : zero);
}
