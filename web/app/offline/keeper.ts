import type { Query, QueryClient } from "@tanstack/react-query";
import type { SessionReply } from "#contract/auth";
import { ApiProblem } from "../../lib/api-client.ts";
import { allKept, dropKept, type KeptReply, keep, keepFor, keptOwner, PICTURES, VISITOR } from "../../lib/kept.ts";
import { SESSION_KEY } from "../../lib/query-client.ts";
import { familyOf, keptForm, picturesOf, shownForm, tooMuch } from "./kept-form.ts";

/** After the last reply: pictures and limits are seen to together. */
const TIDY_MS = 2_000;

const isOffline = (error: unknown) => error instanceof ApiProblem && error.code === "offline";
const isGone = (error: unknown) =>
  error instanceof ApiProblem && (error.code === "not_found" || error.code === "gone" || error.code === "forbidden");

/** Whose things the replies are; null: nobody's, nothing may be kept. */
function ownerOf({ user, viewing }: SessionReply): string | null {
  return viewing ? null : (user?.id ?? VISITOR);
}

/**
 * Writes down what the screens were told, and gives it back to them when the service cannot be reached: never before that,
 * so that an old state is never shown as the present one. @returns how to stop.
 */
export function startKeeper(client: QueryClient): () => void {
  const cache = client.getQueryCache();
  /** Data of ours that stands in for a reply; it is not written down again as if it were new. */
  const brought = new WeakSet<object>();
  /** Undefined while it is not known, or being emptied: nothing is written then. */
  let owner: string | null | undefined;
  let first = true;
  let turn = 0;
  let tidying: ReturnType<typeof setTimeout> | undefined;

  async function follow(session: SessionReply): Promise<void> {
    const next = ownerOf(session);
    if (next === owner) return;
    // What was asked for on behalf of the one before is not the next one's, though it may still be in memory.
    const since = first ? 0 : Date.now();
    first = false;
    owner = undefined;
    const mine = ++turn;
    await keepFor(next);
    if (mine !== turn) return;
    owner = next;
    for (const query of cache.getAll()) if (query.state.dataUpdatedAt >= since) write(query);
  }

  function write(query: Query): void {
    const { data, dataUpdatedAt } = query.state;
    const family = familyOf(query.queryKey);
    if (owner == null || data === undefined || family === null) return;
    if (owner === VISITOR && family !== "item") return;
    if (typeof data === "object" && data !== null && brought.has(data)) return;
    const form = keptForm(query.queryKey, data);
    if (form === null) return;
    quietly(keep(owner, { key: query.queryKey, data: form, at: dataUpdatedAt || Date.now() }));
    clearTimeout(tidying);
    tidying = setTimeout(() => owner != null && quietly(tidy(owner)), TIDY_MS);
  }

  async function bring(query: Query): Promise<void> {
    if (query.state.data !== undefined || familyOf(query.queryKey) === null) return;
    const kept = await keptFor(client);
    const found = kept && replyFor(kept, query.queryKey);
    const data = found && shownForm(found, Date.now());
    if (!found || !data || query.state.data !== undefined) return;
    brought.add(data);
    client.setQueryData(query.queryKey, data, { updatedAt: found.at });
  }

  function look(query: Query): void {
    if (query.state.data !== undefined) write(query);
    else if (!navigator.onLine || isOffline(query.state.fetchFailureReason)) quietly(bring(query));
  }

  function onSession(data: SessionReply | undefined): void {
    if (data && !brought.has(data)) quietly(follow(data));
  }

  const stop = cache.subscribe((event) => {
    if (event.type === "added") return look(event.query);
    if (event.type !== "updated") return;
    const { query, action } = event;
    if (action.type === "success") {
      // The service has said it itself, if with the same words.
      const { data } = query.state;
      if (!action.manual && typeof data === "object" && data !== null) brought.delete(data);
      if (query.queryKey[0] === SESSION_KEY[0]) onSession(query.state.data as SessionReply | undefined);
      else write(query);
    } else if (action.type === "failed" || action.type === "error") {
      if (isOffline(action.error)) quietly(bring(query));
      else if (isGone(action.error) && owner != null) quietly(dropKept(owner, [query.queryKey]));
    }
  });

  // What was brought has not been confirmed by anybody; React Query asks again by itself only for what it never had.
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

/** Everything kept, for the person this page is for. Not yet known who that is: the one who was here last. */
async function keptFor(client: QueryClient): Promise<KeptReply[] | null> {
  const owner = await keptOwner();
  if (owner === null) return null;
  const known = client.getQueryData<SessionReply>(SESSION_KEY);
  return known && ownerOf(known) !== owner ? null : allKept(owner);
}

/** The reply to this very question, or an order out of a list that was looked at. */
function replyFor(kept: readonly KeptReply[], key: readonly unknown[]): KeptReply | undefined {
  const wanted = JSON.stringify(key);
  const own = kept.find((reply) => JSON.stringify(reply.key) === wanted);
  if (own || familyOf(key) !== "order") return own;
  for (const { key: listKey, data, at } of kept) {
    if (familyOf(listKey) !== "orders") continue;
    const orders = (data as { pages: { items: { id: string }[] }[] }).pages.flatMap(({ items }) => items);
    const order = orders.find(({ id }) => id === key[2]);
    if (order) return { key, data: order, at };
  }
  return undefined;
}

/** What is too much goes, with its pictures; pictures that are missing are fetched, mostly out of the browser's own cache. */
async function tidy(owner: string): Promise<void> {
  const kept = await allKept(owner);
  const over = tooMuch(kept, Date.now());
  if (over.length > 0) {
    await dropKept(
      owner,
      over.map(({ key }) => key),
    );
  }
  const wanted = picturesOf(kept.filter((reply) => !over.includes(reply)));
  const pictures = await caches.open(PICTURES);
  const there = new Set<string>();
  for (const { url } of await pictures.keys()) {
    const { pathname } = new URL(url);
    there.add(pathname);
    if (!wanted.has(pathname)) await pictures.delete(url);
  }
  for (const url of wanted) {
    if (there.has(url) || !navigator.onLine) continue;
    // Somebody else may have come meanwhile.
    if ((await keptOwner()) !== owner) return void caches.delete(PICTURES);
    await pictures.add(url).catch(() => undefined);
  }
}

/** A browser that keeps nothing, or whose storage is full, is one without this comfort. */
function quietly(work: Promise<unknown>): void {
  work.catch(() => undefined);
}
