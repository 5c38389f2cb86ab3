import type { Query, QueryClient } from "@tanstack/react-query";
import type { SessionReply } from "#contract/account/auth";
import { ApiError } from "../../lib/api-client.ts";
import {
  type CachedReply,
  cachedReplies,
  cacheOwner,
  cacheReply,
  dropReplies,
  setCacheOwner,
  VISITOR,
} from "../../lib/offline-cache.ts";
import { SESSION_KEY } from "../../lib/query-client.ts";
import { OFFLINE_PHOTOS } from "../../lib/storage-keys.ts";
import { cachedForm, displayableForm, expiredReplies, familyOf, photoUrlsOf } from "./cached-form.ts";
import { clearAfterDeletion } from "./leaving.ts";

/** Delay after the last reply before pruning and photo downloads run, so that they run once for several replies. */
const TIDY_MS = 2_000;

const isOffline = (error: unknown) => error instanceof ApiError && error.code === "offline";
const isRemoved = (error: unknown) =>
  error instanceof ApiError && (error.code === "not_found" || error.code === "gone" || error.code === "forbidden");

/** Owner of the replies; null while impersonating, when nothing may be cached. */
function ownerOf({ user, viewing }: SessionReply): string | null {
  return viewing ? null : (user?.id ?? VISITOR);
}

/**
 * Writes successful replies to the offline cache, and restores them only after a request has failed, so that an old
 * state is never shown as current. @returns a stop function.
 */
export function startOfflineCache(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  /** Data restored from the cache. It is not written again, because it would then count as new. */
  const restored = new WeakSet<object>();
  /** Undefined while the user is unknown or the cache is being cleared. Nothing is written then. */
  let owner: string | null | undefined;
  let first = true;
  let ownerChange = 0;
  let tidying: ReturnType<typeof setTimeout> | undefined;

  async function follow(session: SessionReply): Promise<void> {
    clearAfterDeletion(session);
    const next = ownerOf(session);
    if (next === owner) return;
    // Replies requested for the previous user may still be in memory; do not cache them for the next one.
    const since = first ? 0 : Date.now();
    first = false;
    owner = undefined;
    const change = ++ownerChange;
    await setCacheOwner(next);
    if (change !== ownerChange) return;
    owner = next;
    for (const query of cache.getAll()) if (query.state.dataUpdatedAt >= since) write(query);
  }

  function write(query: Query): void {
    const { data, dataUpdatedAt } = query.state;
    const family = familyOf(query.queryKey);
    if (owner == null || data === undefined || family === null) return;
    if (owner === VISITOR && family !== "item") return;
    if (typeof data === "object" && data !== null && restored.has(data)) return;
    const form = cachedForm(query.queryKey, data);
    if (form === null) return;
    ignoreErrors(cacheReply(owner, { key: query.queryKey, data: form, at: dataUpdatedAt || Date.now() }));
    clearTimeout(tidying);
    tidying = setTimeout(() => owner != null && ignoreErrors(prune(owner)), TIDY_MS);
  }

  async function restore(query: Query): Promise<void> {
    if (query.state.data !== undefined || familyOf(query.queryKey) === null) return;
    const replies = await cachedRepliesFor(client);
    const found = replies && replyFor(replies, query.queryKey);
    const data = found && displayableForm(found, Date.now());
    if (!found || !data || query.state.data !== undefined) return;
    restored.add(data);
    client.setQueryData(query.queryKey, data, { updatedAt: found.at });
  }

  function look(query: Query): void {
    if (query.state.data !== undefined) write(query);
    else if (!navigator.onLine || isOffline(query.state.fetchFailureReason)) ignoreErrors(restore(query));
  }

  function onSession(data: SessionReply | undefined): void {
    if (data && !restored.has(data)) ignoreErrors(follow(data));
  }

  const stop = cache.subscribe((event) => {
    if (event.type === "added") return look(event.query);
    if (event.type !== "updated") return;
    const { query, action } = event;
    if (action.type === "success") {
      // The server has confirmed the data, even if it is identical to the restored copy.
      const { data } = query.state;
      if (!action.manual && typeof data === "object" && data !== null) restored.delete(data);
      if (query.queryKey[0] === SESSION_KEY[0]) onSession(query.state.data as SessionReply | undefined);
      else write(query);
    } else if (action.type === "failed" || action.type === "error") {
      if (isOffline(action.error)) ignoreErrors(restore(query));
      else if (isRemoved(action.error) && owner != null) ignoreErrors(dropReplies(owner, [query.queryKey]));
    }
  });

  // React Query automatically refetches only queries that never had data, so this refetches restored data too.
  const onOnline = () => void client.refetchQueries({ type: "active", stale: true });
  window.addEventListener("online", onOnline);

  onSession(client.getQueryData<SessionReply>(SESSION_KEY));
  for (const query of cache.getAll()) look(query);

  return () => {
    stop();
    clearTimeout(tidying);
    window.removeEventListener("online", onOnline);
  };
}

/**
 * Returns all cached replies if they belong to the user of this page. While the user is unknown, returns those of the
 * last user of this browser.
 */
async function cachedRepliesFor(client: QueryClient): Promise<CachedReply[] | null> {
  const owner = await cacheOwner();
  if (owner === null) return null;
  const known = client.getQueryData<SessionReply>(SESSION_KEY);
  return known && ownerOf(known) !== owner ? null : cachedReplies(owner);
}

/** Returns the cached reply of this query, or an order out of a cached order list. */
function replyFor(replies: readonly CachedReply[], key: readonly unknown[]): CachedReply | undefined {
  const wanted = JSON.stringify(key);
  const own = replies.find((reply) => JSON.stringify(reply.key) === wanted);
  if (own || familyOf(key) !== "order") return own;
  for (const { key: listKey, data, at } of replies) {
    if (familyOf(listKey) !== "orders") continue;
    const orders = (data as { pages: { items: { id: string }[] }[] }).pages.flatMap(({ items }) => items);
    const order = orders.find(({ id }) => id === key[2]);
    if (order) return { key, data: order, at };
  }
  return undefined;
}

/**
 * Deletes replies beyond the limits with their photos, and downloads missing photos, mostly from the browser's HTTP
 * cache.
 */
async function prune(owner: string): Promise<void> {
  const replies = await cachedReplies(owner);
  const over = expiredReplies(replies, Date.now());
  if (over.length > 0) {
    await dropReplies(
      owner,
      over.map(({ key }) => key),
    );
  }
  const wanted = photoUrlsOf(replies.filter((reply) => !over.includes(reply)));
  const pictures = await caches.open(OFFLINE_PHOTOS);
  const there = new Set<string>();
  for (const { url } of await pictures.keys()) {
    const { pathname } = new URL(url);
    there.add(pathname);
    if (!wanted.has(pathname)) await pictures.delete(url);
  }
  for (const url of wanted) {
    if (there.has(url) || !navigator.onLine) continue;
    // Another user may have signed in meanwhile.
    if ((await cacheOwner()) !== owner) return void caches.delete(OFFLINE_PHOTOS);
    await pictures.add(url).catch(() => undefined);
  }
}

/** Storage may be unavailable or full; offline copies are then skipped. */
function ignoreErrors(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
