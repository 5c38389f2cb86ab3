import { outdated } from "./rules.ts";

interface Scope {
  registration: { navigationPreload?: { disable: () => Promise<void> } };
  clients: { claim: () => Promise<void> };
  caches: Pick<CacheStorage, "keys" | "delete">;
}

/** Runs when a new version becomes active. */
export async function activate({ registration, clients, caches }: Scope, build: string): Promise<void> {
  await Promise.all(outdated(await caches.keys(), build).map((name) => caches.delete(name)));
  // An earlier version enabled it, and the setting stays with the registration. In Firefox a preload that fails offline
  // fails the page, whatever the service worker answers (GoogleChrome/workbox#3134).
  await registration.navigationPreload?.disable();
  await clients.claim();
}
