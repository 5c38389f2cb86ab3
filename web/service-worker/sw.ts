/**
 * The service worker: push messages, and the app shell offline. It caches the app's own files but no private data; the
 * page caches what a user may read offline (web/lib/offline-cache.ts), because only the page knows the user.
 *
 * A new version waits until every page of the old one is closed, so that no open page loses its files. Pages come from
 * the network first, so users still get the new version at once (decision 0011).
 */
import { readOutbox } from "../lib/offline-cache.ts";
import { OFFLINE_PHOTOS, SYNC_MESSAGES } from "../lib/storage-keys.ts";
import { activate } from "./activate.ts";
import { sendOutbox } from "./outbox.ts";
import { handlePushes } from "./push.ts";
import {
  belongsToBuild,
  cacheOf,
  handlingOf,
  isFile,
  PAGE_TIMEOUT_MS,
  PLAIN_FILES,
  SHELL,
  withTimeout,
} from "./rules.ts";
import type { ServiceWorkerScope } from "./scope.ts";

declare const self: ServiceWorkerScope;
/**
 * Injected by scripts/build-service-worker.ts: the build id, the files of the offline screens, and the entry script.
 */
declare const BUILD: string;
declare const FILES: readonly string[];
declare const ENTRY: string;

const AT_ONCE = 6;

handlePushes(self);

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

async function install(): Promise<void> {
  const cache = await caches.open(cacheOf(BUILD));
  const shell = await fetch(SHELL, { credentials: "omit", cache: "no-store" });
  if (!shell.ok || !belongsToBuild(await shell.clone().text(), ENTRY))
    throw new Error("the server has another version");
  await cache.put(SHELL, shell);
  const files = [...PLAIN_FILES, ...FILES];
  // In small batches, so that the open page's requests come first.
  while (files.length > 0) await Promise.all(files.splice(0, AT_ONCE).map((file) => keep(cache, file)));
}

async function keep(cache: Cache, file: string): Promise<void> {
  const reply = await fetch(file);
  if (!isFile(reply)) throw new Error(`${file} did not arrive`);
  await cache.put(file, reply);
}

self.addEventListener("activate", (event) => {
  event.waitUntil(activate(self, BUILD));
});

self.addEventListener("fetch", (event) => {
  switch (handlingOf(event.request, self.location.origin)) {
    case "page":
      return event.respondWith(page(event.request));
    case "asset":
      return event.respondWith(asset(event.request));
    case "picture":
      return event.respondWith(networkOr(event.request, OFFLINE_PHOTOS));
    case "plain":
      return event.respondWith(networkOr(event.request, cacheOf(BUILD)));
    case "pass":
  }
});

async function page(request: Request): Promise<Response> {
  const reply = fetch(request);
  try {
    return await withTimeout(reply, PAGE_TIMEOUT_MS);
  } catch {
    const cache = await caches.open(cacheOf(BUILD));
    return (await cache.match(SHELL, { ignoreVary: true })) ?? (await reply);
  }
}

/** The file name contains a hash of the content, so a cached copy is always right. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(cacheOf(BUILD));
  const cached = await cache.match(request, { ignoreVary: true });
  if (cached && isFile(cached)) return cached;
  const reply = await fetch(request);
  if (isFile(reply)) await cache.put(request, reply.clone());
  return reply;
}

async function networkOr(request: Request, cacheName: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await (await caches.open(cacheName)).match(request, { ignoreVary: true });
    if (cached) return cached;
    throw error;
  }
}

self.addEventListener("sync", (event) => {
  // Runs even if a page is open, because it may be frozen; `client_id` prevents duplicates.
  if (event.tag !== SYNC_MESSAGES) return;
  event.waitUntil(sendOutbox({ waiting: readOutbox, fetch: (path, init) => fetch(path, init) }));
});
