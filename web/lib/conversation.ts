import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { ConversationView } from "#contract/negotiation";
import { api, unwrap } from "./api-client.ts";

type Known = ConversationView | null;

const keyOf = (itemId: string) => ["items", "negotiation", itemId] as const;

/**
 * Returns the newer of two views of a negotiation. Replies and socket messages can arrive out of order, so a lower
 * `rev` never replaces a higher one. At the same `rev` the later `server_now` wins, because an offer expires without a
 * new revision.
 */
export function newerConversation(before: Known | undefined, next: Known): Known {
  if (!before || !next || before.id !== next.id) return next;
  if (next.rev !== before.rev) return next.rev > before.rev ? next : before;
  return next.server_now >= before.server_now ? next : before;
}

/** Loads the viewer's negotiation about an item; null before the first message. */
export function fetchConversation(itemId: string, signal?: AbortSignal): Promise<Known> {
  const param = { id: itemId };
  return unwrap(api.api.items[":id"].negotiation.$get({ param }, signal ? { init: { signal } } : undefined));
}

/** Subscribes to the cached negotiation of an item, which replies and socket messages both update. */
export function useConversation(itemId: string, enabled: boolean) {
  return useQuery({
    queryKey: keyOf(itemId),
    queryFn: ({ signal }) => fetchConversation(itemId, signal),
    enabled,
    structuralSharing: (before, next) => newerConversation(before as Known | undefined, next as Known),
  });
}

/** Stores a view that arrived with a reply or over the live socket. */
export function adoptConversation(client: QueryClient, itemId: string, view: Known): void {
  client.setQueryData<Known>(keyOf(itemId), (before) => newerConversation(before, view));
}
