import { registerWorker } from "../../lib/service-worker.ts";

/** Waits until the first page has loaded; a short visit does not need the offline files. */
const AFTER_MS = 3_000;

interface Connection {
  saveData?: boolean;
}

/** Registers the service worker once the page has loaded and is idle. @returns a function that cancels it. */
export function registerWorkerWhenIdle(): () => void {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (!("serviceWorker" in navigator) || connection?.saveData) return () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    timer = setTimeout(() => {
      // Offline the registration would fail; the next page tries again.
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
