import { registerWorker } from "../../lib/service-worker.ts";

/** What the first page loads comes first, and somebody who only looks in needs no files for later. */
const AFTER_MS = 3_000;

interface Connection {
  saveData?: boolean;
}

/** Registers the service worker once the page is loaded and has nothing else to do. @returns how to call it off. */
export function startWorkerLater(): () => void {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (!("serviceWorker" in navigator) || connection?.saveData) return () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    timer = setTimeout(() => {
      // Without network there is nothing to fetch it from: the next page asks.
      const register = () => void (navigator.onLine && registerWorker().catch(() => undefined));
      if ("requestIdleCallback" in window) requestIdleCallback(register, { timeout: AFTER_MS });
      else register();
    }, AFTER_MS);
  };
  if (document.readyState === "complete") start();
  else window.addEventListener("load", start, { once: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener("load", start);
  };
}
