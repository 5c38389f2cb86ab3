import { type InfiniteData, type QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { MessageView, ThreadsReply, ThreadView } from "#contract/messages";
import { isChannelConnected, type UserEvent } from "../../lib/user-channel.ts";
import { fetchMessages, fetchThread, fetchThreads } from "./api.ts";
import { catchUp, type Thread, threadOf, withMessage } from "./thread.ts";

const LIST_KEY = ["conversations", "list"] as const;
const oneKey = (id: string) => ["conversations", "one", id] as const;
const threadKey = (id: string) => ["conversations", "thread", id] as const;

/** Poll interval of an open conversation while the channel is down; the list polls half as often. */
export const THREAD_POLL_MS = 5_000;
const whileDown = (ms: number) => () => (isChannelConnected() ? false : ms);

/** Loads the conversations, most recently changed first. */
export function useThreads(enabled = true) {
  return useInfiniteQuery({
    enabled,
    queryKey: LIST_KEY,
    queryFn: ({ pageParam, signal }) => fetchThreads(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
    refetchInterval: whileDown(2 * THREAD_POLL_MS),
  });
}

/** Loads one conversation's item and participants. Shows the list's data until the server has replied. */
export function useThread(client: QueryClient, id: string) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => fetchThread(id, signal),
    placeholderData: () => listed(client).find((one) => one.id === id),
    staleTime: 0,
  });
}

/** Ids of conversations that received a message before their first page had loaded. */
const missed = new Set<string>();

/** Loads the messages of a conversation. Known messages stay, and only newer ones are requested. */
export function useThreadMessages(client: QueryClient, id: string) {
  return useQuery({
    queryKey: threadKey(id),
    queryFn: async () => {
      const newer = (after: number) => fetchMessages(id, { after });
      const known = client.getQueryData<Thread>(threadKey(id));
      const caught = known ? await catchUp(known, newer) : null;
      if (caught) return merged(client.getQueryData<Thread>(threadKey(id)), caught);
      missed.delete(id);
      const fresh = threadOf(await fetchMessages(id, null));
      return missed.delete(id) ? ((await catchUp(fresh, newer)) ?? fresh) : fresh;
    },
    staleTime: 0,
    refetchInterval: whileDown(THREAD_POLL_MS),
    structuralSharing: false,
  });
}

/** Merges messages that arrived over the socket while the reply was loading. */
function merged(now: Thread | undefined, caught: Thread): Thread {
  return (now?.messages ?? []).reduce((thread, message) => {
    if (thread.messages.some(({ id }) => id === message.id)) return thread;
    return withMessage(thread, message) ?? thread;
  }, caught);
}

/** Changes a cached thread; does nothing when it is not loaded. */
export function changeThread(client: QueryClient, id: string, change: (thread: Thread) => Thread): void {
  client.setQueryData<Thread>(threadKey(id), (thread) => thread && change(thread));
}

function changeConversation(client: QueryClient, id: string, change: (one: ThreadView) => ThreadView): void {
  client.setQueryData<ThreadView>(oneKey(id), (one) => one && change(one));
  client.setQueryData<InfiniteData<ThreadsReply>>(
    LIST_KEY,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          items: page.items.map((one) => (one.id === id ? change(one) : one)),
        })),
      },
  );
}

/**
 * Returns all conversations by their last change, without duplicates: one that has just moved up may still be in its
 * old page too.
 */
export function listOf(data: InfiniteData<ThreadsReply> | undefined): ThreadView[] {
  const byId = new Map<string, ThreadView>();
  for (const one of data?.pages.flatMap((page) => page.items) ?? []) if (!byId.has(one.id)) byId.set(one.id, one);
  return [...byId.values()].sort((a, b) => b.at - a.at);
}

const listed = (client: QueryClient) => listOf(client.getQueryData<InfiniteData<ThreadsReply>>(LIST_KEY));

/** Stores one message, from the socket or from the reply to sending it. */
export function storeMessage(client: QueryClient, message: MessageView): void {
  const id = message.conversation_id;
  if (!client.getQueryData(threadKey(id))) missed.add(id);
  changeThread(client, id, (thread) => {
    const next = withMessage(thread, message);
    if (next === null) void client.invalidateQueries({ queryKey: threadKey(id) });
    return next ?? thread;
  });
  const known = listed(client).find((one) => one.id === id);
  if (!known) {
    void client.invalidateQueries({ queryKey: LIST_KEY });
    return;
  }
  changeConversation(client, id, (one) => {
    const isNew = message.seq > one.last_seq;
    if (!isNew && one.last_message?.id !== message.id) return one;
    return {
      ...one,
      last_message: message,
      last_seq: Math.max(one.last_seq, message.seq),
      unread: one.unread + (isNew && message.from !== "me" ? 1 : 0),
      at: Math.max(one.at, message.at),
    };
  });
}

/** Stores how far the viewer or the other user has read. */
export function storeRead(client: QueryClient, id: string, upToSeq: number, byMe: boolean): void {
  changeThread(client, id, (thread) =>
    byMe
      ? { ...thread, lastRead: Math.max(thread.lastRead, upToSeq) }
      : { ...thread, otherRead: Math.max(thread.otherRead, upToSeq) },
  );
  changeConversation(client, id, (one) =>
    byMe
      ? {
          ...one,
          last_read_seq: Math.max(one.last_read_seq, upToSeq),
          unread: upToSeq >= one.last_seq ? 0 : one.unread,
        }
      : { ...one, other_read_seq: Math.max(one.other_read_seq, upToSeq) },
  );
}

/** Reloads the conversations, after a block for example. */
export function refreshThreads(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ["conversations"] });
}

/** Applies an event of the user channel to the cached conversations. */
export function applyEvent(client: QueryClient, event: UserEvent): void {
  switch (event.type) {
    case "message":
      storeMessage(client, event.message);
      break;
    case "removed":
      changeThread(client, event.conversation_id, (thread) => ({
        ...thread,
        messages: thread.messages.filter(({ id }) => id !== event.message_id),
      }));
      void client.invalidateQueries({ queryKey: LIST_KEY });
      break;
    case "read":
      storeRead(client, event.conversation_id, event.up_to_seq, event.by_you);
      break;
    // Events of orders, trades and price offers are messages too. The database writes them, and no socket message follows.
    case "notification":
      if (["order", "trade", "offer"].includes(event.notification.kind)) void refreshThreads(client);
      break;
    // Reloads what arrived while the channel was down; while disconnected the queries poll.
    case "connected":
    case "disconnected":
      void refreshThreads(client);
      break;
    default:
  }
}
