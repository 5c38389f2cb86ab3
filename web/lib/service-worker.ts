/**
 * One worker for pushes and for places without network, so one registration (decision 0073). It takes the place of what an
 * earlier version registered for the same scope, and keeps its subscription.
 */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register("/sw.js", { scope: "/", updateViaCache: "none" });
}
