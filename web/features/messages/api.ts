import type {
  MessagesReply,
  MessageView,
  QuickRepliesReply,
  ReadReply,
  SendMessageInput,
  ThreadQuickReplies,
  ThreadsReply,
  ThreadView,
} from "#contract/messages";
import type { StockAnswerReply, StockQuestion } from "#contract/safety";
import { api, unwrap } from "../../lib/api-client.ts";

const { conversations } = api.api;

export function fetchThreads(cursor: string | null, signal: AbortSignal): Promise<ThreadsReply> {
  return unwrap(conversations.$get({ query: cursor === null ? {} : { cursor } }, { init: { signal } }));
}

export function fetchThread(id: string, signal: AbortSignal): Promise<ThreadView> {
  return unwrap(conversations[":id"].$get({ param: { id } }, { init: { signal } }));
}

/** Loads the newest messages, or those before or after a sequence number. */
export function fetchMessages(
  id: string,
  where: { after: number } | { before: number } | null,
): Promise<MessagesReply> {
  const query = Object.fromEntries(Object.entries(where ?? {}).map(([name, seq]) => [name, `${seq}`]));
  return unwrap(conversations[":id"].messages.$get({ param: { id }, query }));
}

export function sendMessage(id: string, message: SendMessageInput): Promise<MessageView> {
  return unwrap(conversations[":id"].messages.$post({ param: { id }, json: message }));
}

export function markRead(id: string, upToSeq: number): Promise<ReadReply> {
  return unwrap(conversations[":id"].read.$post({ param: { id }, json: { up_to_seq: upToSeq } }));
}

/** Sends a typing indicator. A failure is ignored. */
export function sendTyping(id: string): void {
  unwrap(conversations[":id"].typing.$post({ param: { id } })).catch(() => undefined);
}

/** Asks a standard question, which the server answers from the listing. */
export function askStockQuestion(itemId: string, question: StockQuestion): Promise<StockAnswerReply> {
  return unwrap(api.api.items[":id"]["stock-answers"].$get({ param: { id: itemId }, query: { q: question } }));
}

export function fetchThreadReplies(id: string, signal: AbortSignal): Promise<ThreadQuickReplies> {
  return unwrap(conversations[":id"]["quick-replies"].$get({ param: { id } }, { init: { signal } }));
}

const quickReplies = api.api["quick-replies"];

export function fetchQuickReplies(signal: AbortSignal): Promise<QuickRepliesReply> {
  return unwrap(quickReplies.$get({}, { init: { signal } }));
}

export function saveQuickReplies(replies: string[]): Promise<QuickRepliesReply> {
  return unwrap(quickReplies.$put({ json: { replies } }));
}
