/** Calls of the messages between two people. */
import type {
  ConversationsReply,
  ConversationView,
  MessagesReply,
  MessageView,
  OpenConversationInput,
  ReadReply,
  SendMessageInput,
} from "#contract/conversations";
import type { StockAnswerReply, StockQuestion } from "#contract/safety";
import { readReply } from "../../lib/api-client.ts";

const json = (body: unknown) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});
const at = (id: string, rest = "") => `/api/conversations/${encodeURIComponent(id)}${rest}`;

export async function fetchConversations(cursor: string | null, signal: AbortSignal): Promise<ConversationsReply> {
  const query = cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`;
  return (await readReply(fetch(`/api/conversations${query}`, { signal }))) as ConversationsReply;
}

export async function fetchConversation(id: string, signal: AbortSignal): Promise<ConversationView> {
  return (await readReply(fetch(at(id), { signal }))) as ConversationView;
}

/** The conversation with the seller of an item, or with a person; made if there is none yet. */
export async function openConversation(about: OpenConversationInput): Promise<ConversationView> {
  return (await readReply(fetch("/api/conversations", json(about)))) as ConversationView;
}

export async function fetchMessages(
  id: string,
  where: { after: number } | { before: number } | null,
): Promise<MessagesReply> {
  const query =
    where === null ? "" : `?${new URLSearchParams(Object.entries(where).map(([name, seq]) => [name, `${seq}`]))}`;
  return (await readReply(fetch(at(id, `/messages${query}`)))) as MessagesReply;
}

export async function sendMessage(id: string, message: SendMessageInput): Promise<MessageView> {
  return (await readReply(fetch(at(id, "/messages"), json(message)))) as MessageView;
}

export async function markRead(id: string, upToSeq: number): Promise<ReadReply> {
  return (await readReply(fetch(at(id, "/read"), json({ up_to_seq: upToSeq })))) as ReadReply;
}

/** Only ever a courtesy: that it did not arrive matters to nobody. */
export function sayTyping(id: string): void {
  readReply(fetch(at(id, "/typing"), { method: "POST" })).catch(() => undefined);
}

export async function askStockQuestion(itemId: string, question: StockQuestion): Promise<StockAnswerReply> {
  return (await readReply(
    fetch(`/api/items/${encodeURIComponent(itemId)}/stock-answers?q=${question}`),
  )) as StockAnswerReply;
}
