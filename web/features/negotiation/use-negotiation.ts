import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { MESSAGES } from "#contract/copy";
import type {
  AcceptOfferReply,
  NegotiateInput,
  NegotiationMessage,
  NegotiationReply,
  NegotiationView,
} from "#contract/negotiation";
import type { NegotiationReplyFrame } from "#contract/negotiation-live";
import { ApiError, api, newIdempotencyKey, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";
import { SESSION_KEY } from "../../lib/query-client.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { toast } from "../../ui/toast.tsx";
import { fetchNegotiation, storeNegotiation, useNegotiationView } from "./negotiation.ts";
import { answeredElsewhere, sendOverSocket } from "./negotiation-channel.ts";

/** Sends one message of the buyer over HTTP. Repeating it with the same key does not send it twice. */
function negotiate(body: NegotiateInput, key: string): Promise<NegotiationReply> {
  return unwrap(api.functions.v1["agent-negotiate"].$post({ json: body }, withIdempotencyKey(key)));
}

/** Holds the item at the offered price: over the socket if there is one. A repeat returns the same hold. */
function acceptOffer(itemId: string, conversation_id: string, amount: number): Promise<AcceptOfferReply> {
  const post = () =>
    unwrap(api.api.negotiations[":id"].accept.$post({ param: { id: conversation_id }, json: { amount } }));
  const frame = { type: "negotiation_accept" as const, id: newIdempotencyKey(), conversation_id, amount };
  return overSocketOr(itemId, frame, post);
}

/** An answer that the socket has not brought after this time is asked for over HTTP, with the same id. */
const SOCKET_ANSWER_MS = 8_000;
const RECONNECTION_MS = 20_000;

/** Without network the request fails at once, and the socket may still be back in time. */
async function patiently<Reply>(post: () => Promise<Reply>): Promise<Reply> {
  try {
    return await post();
  } catch (error) {
    if (!isRefusal(error)) await new Promise((resolve) => setTimeout(resolve, RECONNECTION_MS));
    throw error;
  }
}

/** Returns the answer of the socket, or of HTTP when there is no socket or no answer over it. */
async function overSocketOr<Answer extends NegotiationReplyFrame | AcceptOfferReply, Other>(
  itemId: string,
  frame: Parameters<typeof sendOverSocket>[1],
  post: () => Promise<Other>,
): Promise<Answer | Other> {
  const answer = sendOverSocket<Answer>(itemId, frame);
  if (answer === null) return post();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), SOCKET_ANSWER_MS);
  });
  try {
    return (await Promise.race([answer, late])) ?? (await Promise.race([answer, patiently(post)]));
  } finally {
    clearTimeout(timer);
    answeredElsewhere(frame.id);
  }
}

/** Shown when the chat fails without a refusal. */
export const CHAT_FAILED = "Sorry, there was an error. Please try again.";

/**
 * Delay of 2 to 3 seconds while the assistant "types". It runs in the browser and does not depend on the server's
 * speed, so that the response time reveals nothing about the decision.
 */
export const typingTime = () => new Promise<void>((done) => setTimeout(done, 2_000 + Math.random() * 1_000));

export interface NegotiationState {
  /** Null before the first message and while loading. */
  view: NegotiationView | null;
  /** The buyer's message being sent, while Knowzee "types". */
  pending: string | null;
  /** The last error; cleared by the next try. */
  problem: string | null;
  accepting: boolean;
  /** False when the message could not be sent; its text then returns to the input. */
  say: (text: string, amount?: number) => Promise<boolean>;
  /** Asks the seller what a reply of Knowzee could not settle. */
  ask: (messageId: string) => Promise<void>;
  /** True once the item is held at that price. */
  accept: (amount: number) => Promise<boolean>;
}

/** Returns the message of a refusal, or the specified text for any other error. */
export function errorText(error: unknown): string {
  return isRefusal(error) ? error.message : CHAT_FAILED;
}

function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** The viewer's negotiation about one item. */
export function useNegotiation(itemId: string, buyerId: string | null): NegotiationState {
  const client = useQueryClient();
  const { data = null, refetch } = useNegotiationView(itemId, buyerId !== null);
  const [pending, setPending] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [accepting, setAccepting] = useState(false);
  /** The view at the time of sending: the reply may arrive over the socket before the typing delay ends. */
  const before = useRef<NegotiationView | null>(null);
  const busy = useRef(false);
  /** The message without a reply yet; a retry uses its key, so that it is not sent twice. */
  const unanswered = useRef<{ text: string; amount: number | undefined; key: string } | null>(null);

  async function send(text: string, amount?: number): Promise<boolean> {
    const userMessage = text.trim();
    if (userMessage === "" || busy.current || buyerId === null) return false;
    busy.current = true;
    before.current = data;
    const again = unanswered.current;
    const key = again?.text === userMessage && again.amount === amount ? again.key : newIdempotencyKey();
    unanswered.current = { text: userMessage, amount, key };
    setPending(userMessage);
    setProblem(null);
    try {
      const offered = amount === undefined ? {} : { amount };
      const body = { itemId, userMessage, conversationId: data?.id ?? null, buyerId, ...offered };
      const frame = { type: "negotiate" as const, id: key, text: userMessage, ...offered };
      const answered = overSocketOr<NegotiationReplyFrame, NegotiationReply>(itemId, frame, () => negotiate(body, key));
      const [reply] = await Promise.all([answered, typingTime()]);
      unanswered.current = null;
      if ("success" in reply) {
        const view = await fetchNegotiation(itemId).catch(() => null);
        storeNegotiation(client, itemId, view ?? withReply(data, itemId, userMessage, reply));
      }
      return true;
    } catch (error) {
      setProblem(errorText(error));
      if (isRefusal(error)) unanswered.current = null;
      // The message may have arrived although the reply was lost.
      void refetch();
      return false;
    } finally {
      busy.current = false;
      setPending(null);
    }
  }

  async function accept(amount: number): Promise<boolean> {
    if (busy.current || data === null) return false;
    busy.current = true;
    setAccepting(true);
    setProblem(null);
    try {
      await acceptOffer(itemId, data.id, amount);
      // It brings the agreed price to the other pages.
      void client.invalidateQueries({ queryKey: SESSION_KEY });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === "item_unavailable") {
        toast({ title: "Item Unavailable", description: MESSAGES.reservedTryLater, variant: "destructive" });
      } else if (isRefusal(error)) {
        setProblem(error.message);
      } else {
        toast({ title: "Error", description: MESSAGES.acceptanceFailed, variant: "destructive" });
      }
      return false;
    } finally {
      await refetch();
      busy.current = false;
      setAccepting(false);
    }
  }

  async function ask(messageId: string): Promise<void> {
    if (busy.current || data === null) return;
    setProblem(null);
    try {
      const param = { id: data.id };
      const request = api.api.negotiations[":id"].questions.$post({ param, json: { message_id: messageId } });
      storeNegotiation(client, itemId, await unwrap(request));
    } catch (error) {
      setProblem(errorText(error));
    }
  }

  return { view: pending === null ? data : before.current, pending, problem, accepting, say: send, ask, accept };
}

/** Adds the message and its reply to the view when the negotiation could not be reloaded after the reply. */
function withReply(
  before: NegotiationView | null,
  itemId: string,
  sentText: string,
  reply: Awaited<ReturnType<typeof negotiate>>,
): NegotiationView {
  const at = serverNow();
  const common = { at, act: null, counter_no: null, item: null, ask_seller: null };
  const messages: NegotiationMessage[] = [
    ...(before?.messages ?? []),
    { ...common, id: `local-${at}-0`, from: "buyer", text: sentText, amount: null },
    { ...common, id: `local-${at}-1`, from: "knowzee", text: reply.response, amount: reply.counterOfferAmount },
  ];
  return {
    id: reply.conversationId,
    item_id: itemId,
    rev: before?.rev ?? 0,
    counter_no: before?.counter_no ?? null,
    final: before?.final ?? false,
    final_until: before?.final_until ?? null,
    accepted: before?.accepted ?? null,
    messages,
    standing_amount: reply.counterOfferAmount,
    expires_at: reply.expiresAt === null ? null : Date.parse(reply.expiresAt),
    server_now: at,
  };
}
