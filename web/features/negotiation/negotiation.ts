import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { NegotiationView } from "#contract/negotiation";
import { api, unwrap } from "../../lib/api-client.ts";

type CachedNegotiation = NegotiationView | null;

const keyOf = (itemId: string) => ["items", "negotiation", itemId] as const;

/**
 * Returns the newer of two views of a negotiation. Replies and socket messages can arrive out of order, so a lower
 * `rev` never replaces a higher one. At the same `rev` the later `server_now` wins, because an offer expires without a
 * new revision.
 */
export function newerNegotiation(before: CachedNegotiation | undefined, next: CachedNegotiation): CachedNegotiation {
  if (!before || !next || before.id !== next.id) return next;
  if (next.rev !== before.rev) return next.rev > before.rev ? next : before;
  return next.server_now >= before.server_now ? next : before;
}

/** Loads the viewer's negotiation about an item; null before the first message. */
export function fetchNegotiation(itemId: string, signal?: AbortSignal): Promise<CachedNegotiation> {
  const param = { id: itemId };
  return unwrap(api.api.items[":id"].negotiation.$get({ param }, signal ? { init: { signal } } : undefined));
}

/** Subscribes to the cached negotiation of an item, which replies and socket messages both update. */
export function useNegotiationView(itemId: string, enabled: boolean) {
  return useQuery({
    queryKey: keyOf(itemId),
    queryFn: ({ signal }) => fetchNegotiation(itemId, signal),
    enabled,
    structuralSharing: (before, next) =>
      newerNegotiation(before as CachedNegotiation | undefined, next as CachedNegotiation),
  });
}

/**
 * Stores a view that arrived with a reply or over the live socket. With `since`, it lacks the messages before that one: they
 * are taken from the view before, or the whole negotiation is loaded when that lacks them too.
 */
export function storeNegotiation(client: QueryClient, itemId: string, view: CachedNegotiation, since = 0): void {
  client.setQueryData<CachedNegotiation>(keyOf(itemId), (before) => {
    const whole = withEarlier(before ?? null, view, since);
    return whole === undefined ? before : newerNegotiation(before, whole);
  });
  const stored = client.getQueryData<CachedNegotiation>(keyOf(itemId));
  if (view && (stored?.rev ?? -1) < view.rev) void client.invalidateQueries({ queryKey: keyOf(itemId) });
}

/** Returns the view with the earlier messages; undefined when they are not here. */
function withEarlier(before: CachedNegotiation, view: CachedNegotiation, since: number): CachedNegotiation | undefined {
  if (!view || since <= 1) return view;
  const earlier = before?.id === view.id ? before.messages.filter(({ id }) => Number(id) < since) : [];
  if (earlier.at(-1)?.id !== String(since - 1)) return undefined;
  return { ...view, messages: [...earlier, ...view.messages] };
}

/** Returns the number of the last message that is shown; 0 without one. */
export function lastMessageId(client: QueryClient, itemId: string): number {
  const view = client.getQueryData<CachedNegotiation>(keyOf(itemId));
  return Number(view?.messages.findLast(({ id }) => /^\d+$/.test(id))?.id ?? 0);
}
