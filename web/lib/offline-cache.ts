/**
 * Offline cache of one account in IndexedDB. The page writes it; the page and the service worker read it. It is emptied
 * when another account uses the browser (decision 0011).
 */
import { createStore, promisifyRequest } from "idb-keyval";
import { OFFLINE_PHOTOS, OFFLINE_STORE } from "./storage-keys.ts";

/** Owner of the cache while signed out. Signing in clears what a visitor cached. */
export const VISITOR = "visitor";

const OWNER = "owner";
const OUTBOX = "outbox";
const REPLY = "reply:";

export interface CachedReply {
  key: readonly unknown[];
  data: unknown;
  /** When the reply was received (UTC ms by this device's clock). */
  at: number;
}

/**
 * A message waiting to be sent, in the form the service worker sends; `client_id` makes retries idempotent (decision
 * 0026).
 */
export interface OutboxMessage {
  conversation_id: string;
  client_id: string;
  text?: string;
  image_id?: string;
}

export interface Outbox {
  owner: string;
  messages: OutboxMessage[];
}

const store = createStore(OFFLINE_STORE, "kept");
const idOf = (key: readonly unknown[]) => REPLY + JSON.stringify(key);

/** Compares the owner and writes in one transaction, so that no other account's data can be written in between. */
function writeFor(owner: string, write: (rows: IDBObjectStore) => void): Promise<boolean> {
  return store("readwrite", async (rows) => {
    const owned = (await promisifyRequest(rows.get(OWNER))) === owner;
    if (owned) write(rows);
    return owned;
  });
}

/** Returns the owner of the cache; null when it has none. */
export function cacheOwner(): Promise<string | null> {
  return store("readonly", async (rows) => ((await promisifyRequest(rows.get(OWNER))) as string | undefined) ?? null);
}

/** Sets the owner of the cache (null: no owner). Data of any other owner is deleted first. */
export async function setCacheOwner(owner: string | null): Promise<void> {
  const changed = await store("readwrite", async (rows) => {
    const before = (await promisifyRequest(rows.get(OWNER))) ?? null;
    if (before === owner) return false;
    rows.clear();
    if (owner !== null) rows.put(owner, OWNER);
    return true;
  });
  if (changed) await caches.delete(OFFLINE_PHOTOS);
}

/** Deletes all data of the owner and keeps the owner. */
export async function clearCache(owner: string): Promise<void> {
  await writeFor(owner, (rows) => {
    rows.clear();
    rows.put(owner, OWNER);
  });
  await caches.delete(OFFLINE_PHOTOS);
}

/** Caches a reply if the cache still belongs to `owner`. Returns whether it was written. */
export function cacheReply(owner: string, reply: CachedReply): Promise<boolean> {
  return writeFor(owner, (rows) => void rows.put(reply, idOf(reply.key)));
}

/** Removes cached replies by query key. */
export function dropReplies(owner: string, keys: readonly (readonly unknown[])[]): Promise<boolean> {
  return writeFor(owner, (rows) => {
    for (const key of keys) rows.delete(idOf(key));
  });
}

/** Returns all cached replies of the owner; empty for any other owner. */
export function cachedReplies(owner: string): Promise<CachedReply[]> {
  return store("readonly", async (rows) => {
    if ((await promisifyRequest(rows.get(OWNER))) !== owner) return [];
    return (await promisifyRequest(
      rows.getAll(IDBKeyRange.bound(REPLY, `${REPLY}\uffff`)) as IDBRequest<CachedReply[]>,
    )) satisfies CachedReply[];
  });
}

/** Stores the waiting messages for a service worker that wakes when no page is open. */
export function storeOutbox(owner: string, messages: OutboxMessage[]): Promise<boolean> {
  return writeFor(owner, (rows) => {
    if (messages.length === 0) rows.delete(OUTBOX);
    else rows.put({ owner, messages } satisfies Outbox, OUTBOX);
  });
}

/** Returns the waiting messages with their owner, for the service worker; null without any. */
export function readOutbox(): Promise<Outbox | null> {
  return store("readonly", async (rows) => ((await promisifyRequest(rows.get(OUTBOX))) as Outbox | undefined) ?? null);
}
