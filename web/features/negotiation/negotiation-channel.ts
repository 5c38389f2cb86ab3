/**
 * The negotiation over the item page's socket. The page hands over its socket while that is connected; what is sent here
 * keeps its id until it is answered and is sent again on the next socket, so that a cut loses and repeats nothing.
 */
import type { QueryClient } from "@tanstack/react-query";
import { ERROR_STATUS } from "#contract/errors";
import type { AcceptOfferReply } from "#contract/negotiation";
import type {
  NegotiationClientFrameInput,
  NegotiationReplyFrame,
  NegotiationServerFrame,
  NegotiationSocketMessage,
} from "#contract/negotiation-live";
import { ApiError } from "../../lib/api-client.ts";
import { syncServerClock } from "../../lib/server-clock.ts";
import { lastMessageId, storeNegotiation } from "./negotiation.ts";

type Answerable = Extract<NegotiationClientFrameInput, { id: string }>;
type Reply = NegotiationReplyFrame | AcceptOfferReply;

interface Waiting {
  itemId: string;
  frame: Answerable;
  resolve(reply: Reply): void;
  reject(error: ApiError): void;
}

const sockets = new Map<string, (text: string) => void>();
const waiting = new Map<string, Waiting>();

/** Called by the item page when its socket has opened: sends what has no answer yet, and asks for what was missed. */
export function negotiationConnected(client: QueryClient, itemId: string, send: (text: string) => void): void {
  sockets.set(itemId, send);
  for (const { frame } of ofItem(itemId)) send(JSON.stringify(frame));
  const since = lastMessageId(client, itemId);
  // Before the first message there is nothing to resume.
  if (since > 0) send(JSON.stringify({ type: "negotiation_resume", since } satisfies NegotiationClientFrameInput));
}

export function negotiationDisconnected(itemId: string): void {
  sockets.delete(itemId);
}

/** Handles a frame of the item's socket. */
export function negotiationReceived(client: QueryClient, itemId: string, frame: NegotiationServerFrame): void {
  switch (frame.type) {
    case "negotiation":
      received(client, itemId, frame);
      return;
    case "negotiation_reply":
      received(client, itemId, { type: "negotiation", conversation: frame.conversation, since: frame.since });
      settle(frame.id)?.resolve(frame);
      return;
    case "negotiation_accepted":
      settle(frame.id)?.resolve(frame.reply);
      return;
    case "negotiation_refused": {
      const { code, message, details } = frame.error;
      settle(frame.id)?.reject(new ApiError(code, message, ERROR_STATUS[code], details));
    }
  }
}

/**
 * Sends a frame over the item's socket and returns its answer; null without a socket. While the answer is outstanding, the
 * same id may be sent over HTTP instead: whichever comes first counts.
 */
export function sendOverSocket<Answer extends Reply>(itemId: string, frame: Answerable): Promise<Answer> | null {
  const send = sockets.get(itemId);
  if (!send) return null;
  const answer = new Promise<Reply>((resolve, reject) => {
    waiting.set(frame.id, { itemId, frame, resolve, reject });
  });
  send(JSON.stringify(frame));
  return answer as Promise<Answer>;
}

/** Stops waiting for an answer, because it came another way. */
export function answeredElsewhere(id: string): void {
  waiting.delete(id);
}

function received(client: QueryClient, itemId: string, { conversation, since }: NegotiationSocketMessage): void {
  if (conversation === null) return;
  syncServerClock(conversation.server_now);
  storeNegotiation(client, itemId, conversation, since);
}

function ofItem(itemId: string): Waiting[] {
  return [...waiting.values()].filter((entry) => entry.itemId === itemId);
}

function settle(id: string): Waiting | undefined {
  const entry = waiting.get(id);
  waiting.delete(id);
  return entry;
}
