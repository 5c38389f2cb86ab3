/**
 * Registers the one service worker for pushes and offline use (decision 0011). The same scope replaces the registration
 * of an earlier version and keeps its push subscription.
 */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register("/sw.js", { scope: "/", updateViaCache: "none" });
}
