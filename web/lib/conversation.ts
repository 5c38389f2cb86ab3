import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { ConversationView } from "#contract/negotiation";
import { api, unwrap } from "./api-client.ts";

type Known = ConversationView | null;

const keyOf = (itemId: string) => ["items", "negotiation", itemId] as const;

/**
 * Of two views of one conversation the one to show. Replies and frames overtake each other: a lower `rev` is never shown after
 * a higher one, and of the same rev the server's later word counts, because an offer ends without a change.
 */
export function newerConversation(before: Known | undefined, next: Known): Known {
  if (!before || !next || before.id !== next.id) return next;
  if (next.rev !== before.rev) return next.rev > before.rev ? next : before;
  return next.server_now >= before.server_now ? next : before;
}

/** The reader's own conversation about an item; null before the first message. */
export function fetchConversation(itemId: string, signal?: AbortSignal): Promise<Known> {
  const param = { id: itemId };
  return unwrap(api.api.items[":id"].negotiation.$get({ param }, signal ? { init: { signal } } : undefined));
}

/** The conversation as this page knows it, from whichever device or channel it was carried on. */
export function useConversation(itemId: string, enabled: boolean) {
  return useQuery({
    queryKey: keyOf(itemId),
    queryFn: ({ signal }) => fetchConversation(itemId, signal),
    enabled,
    structuralSharing: (before, next) => newerConversation(before as Known | undefined, next as Known),
  });
}

/** Takes in a view that came with a reply or over the live socket. */
export function adoptConversation(client: QueryClient, itemId: string, view: Known): void {
  client.setQueryData<Known>(keyOf(itemId), (before) => newerConversation(before, view));
}
