/**
 * What this device keeps for a place without network, of one person and no other: the page writes it, and the page and the
 * service worker read it. Whoever comes next finds nothing (decision 0073).
 */
import { createStore, promisifyRequest } from "idb-keyval";

/** Pictures of what is kept. The service worker shows them when the network cannot. */
export const PICTURES = "goodstreet-pictures";

/** Somebody who is not signed in: what they looked at was public, and is theirs no longer once somebody signs in. */
export const VISITOR = "visitor";

const OWNER = "owner";
const OUTBOX = "outbox";
const REPLY = "reply:";

export interface KeptReply {
  key: readonly unknown[];
  data: unknown;
  /** When the server said it, by this device's clock. */
  at: number;
}

/** A message that waits, as the service worker sends it; `client_id` makes every repeat the same message (decision 0052). */
export interface WaitingMessage {
  conversation_id: string;
  client_id: string;
  text?: string;
  image_id?: string;
}

export interface WaitingMessages {
  owner: string;
  messages: WaitingMessage[];
}

const store = createStore("goodstreet-kept", "kept");
const idOf = (key: readonly unknown[]) => REPLY + JSON.stringify(key);

/** The one transaction in which an owner is compared and something is written: nothing can come between the two. */
function writeFor(owner: string, write: (kept: IDBObjectStore) => void): Promise<boolean> {
  return store("readwrite", async (kept) => {
    const mine = (await promisifyRequest(kept.get(OWNER))) === owner;
    if (mine) write(kept);
    return mine;
  });
}

export function keptOwner(): Promise<string | null> {
  return store("readonly", async (kept) => ((await promisifyRequest(kept.get(OWNER))) as string | undefined) ?? null);
}

/** From now on it is this one's; null: nobody's. Everything of anybody else is gone before anything is added. */
export async function keepFor(owner: string | null): Promise<void> {
  const changed = await store("readwrite", async (kept) => {
    const before = (await promisifyRequest(kept.get(OWNER))) ?? null;
    if (before === owner) return false;
    kept.clear();
    if (owner !== null) kept.put(owner, OWNER);
    return true;
  });
  if (changed) await caches.delete(PICTURES);
}

/** Empties it, and leaves it whose it is. */
export async function forgetKept(owner: string): Promise<void> {
  await writeFor(owner, (kept) => {
    kept.clear();
    kept.put(owner, OWNER);
  });
  await caches.delete(PICTURES);
}

export function keep(owner: string, reply: KeptReply): Promise<boolean> {
  return writeFor(owner, (kept) => void kept.put(reply, idOf(reply.key)));
}

export function dropKept(owner: string, keys: readonly (readonly unknown[])[]): Promise<boolean> {
  return writeFor(owner, (kept) => {
    for (const key of keys) kept.delete(idOf(key));
  });
}

export function allKept(owner: string): Promise<KeptReply[]> {
  return store("readonly", async (kept) => {
    if ((await promisifyRequest(kept.get(OWNER))) !== owner) return [];
    return (await promisifyRequest(
      kept.getAll(IDBKeyRange.bound(REPLY, `${REPLY}\uffff`)) as IDBRequest<KeptReply[]>,
    )) satisfies KeptReply[];
  });
}

/** The messages that wait in this browser, for a service worker that wakes when no page is open. */
export function keepWaiting(owner: string, messages: WaitingMessage[]): Promise<boolean> {
  return writeFor(owner, (kept) => {
    if (messages.length === 0) kept.delete(OUTBOX);
    else kept.put({ owner, messages } satisfies WaitingMessages, OUTBOX);
  });
}

export function waitingMessages(): Promise<WaitingMessages | null> {
  return store(
    "readonly",
    async (kept) => ((await promisifyRequest(kept.get(OUTBOX))) as WaitingMessages | undefined) ?? null,
  );
}
