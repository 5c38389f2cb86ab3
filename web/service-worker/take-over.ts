import { outdated } from "./rules.ts";

interface Scope {
  registration: { navigationPreload?: { disable: () => Promise<void> } };
  clients: { claim: () => Promise<void> };
  caches: Pick<CacheStorage, "keys" | "delete">;
}

/** What a new version does when it becomes the active one. */
export async function takeOver({ registration, clients, caches }: Scope, build: string): Promise<void> {
  await Promise.all(outdated(await caches.keys(), build).map((name) => caches.delete(name)));
  // An earlier version switched it on, and the setting stays with the registration. In Firefox a preload that fails for lack
  // of a network fails the page with it, whatever the worker answers (GoogleChrome/workbox#3134).
  await registration.navigationPreload?.disable();
  await clients.claim();
}
