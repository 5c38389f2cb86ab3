/**
 * The one service worker: pushes, and the app without network. It keeps the app's own files and nothing that anybody was
 * told: what a person may read offline the page keeps itself (web/lib/kept.ts), because only the page knows whose it is.
 *
 * A new version waits until every page of the old one is closed, so that no page loses its files in the middle of anything;
 * pages come from the network first, so that waiting keeps nobody from the new version (decision 0073).
 */
import { PICTURES, waitingMessages } from "../lib/kept.ts";
import { SYNC_MESSAGES } from "../lib/local-keys.ts";
import { sendWaiting } from "./outbox.ts";
import { handlePushes } from "./push.ts";
import { cacheOf, isOfBuild, PAGE_PATIENCE_MS, PLAIN_FILES, SHELL, treatmentOf, within } from "./rules.ts";
import type { ServiceWorkerScope } from "./scope.ts";
import { takeOver } from "./take-over.ts";

declare const self: ServiceWorkerScope;
/** Put in by scripts/build-service-worker.ts: what this version is, the files of its offline screens, and its first script. */
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
  if (!shell.ok || !isOfBuild(await shell.clone().text(), ENTRY)) throw new Error("the server has another version");
  await cache.put(SHELL, shell);
  const files = [...PLAIN_FILES, ...FILES];
  // A few at a time: the page that is open comes first.
  while (files.length > 0) await cache.addAll(files.splice(0, AT_ONCE));
}

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver(self, BUILD));
});

self.addEventListener("fetch", (event) => {
  switch (treatmentOf(event.request, self.location.origin)) {
    case "page":
      return event.respondWith(page(event.request));
    case "asset":
      return event.respondWith(asset(event.request));
    case "picture":
      return event.respondWith(networkOr(event.request, PICTURES));
    case "plain":
      return event.respondWith(networkOr(event.request, cacheOf(BUILD)));
    case "pass":
  }
});

async function page(request: Request): Promise<Response> {
  const reply = fetch(request);
  try {
    return await within(reply, PAGE_PATIENCE_MS);
  } catch {
    const cache = await caches.open(cacheOf(BUILD));
    return (await cache.match(SHELL, { ignoreVary: true })) ?? (await reply);
  }
}

/** A file whose name changes with its content is the same wherever it comes from. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(cacheOf(BUILD));
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const reply = await fetch(request);
  if (reply.ok) await cache.put(request, reply.clone());
  return reply;
}

async function networkOr(request: Request, cacheName: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(cacheName)).match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("sync", (event) => {
  // Also where a page is open: it may be asleep, and what both send is one message.
  if (event.tag !== SYNC_MESSAGES) return;
  event.waitUntil(sendWaiting({ waiting: waitingMessages, fetch: (path, init) => fetch(path, init) }));
});
