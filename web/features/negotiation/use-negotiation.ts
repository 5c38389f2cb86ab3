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
import { ApiError, api, newIdempotencyKey, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";
import { serverNow } from "../../lib/server-clock.ts";
import { toast } from "../../ui/toast.tsx";
import { fetchNegotiation, storeNegotiation, useNegotiationView } from "./negotiation.ts";

/** Sends one message of the buyer. Repeating it with the same key does not send it twice. */
function negotiate(body: NegotiateInput, key: string): Promise<NegotiationReply> {
  return unwrap(api.functions.v1["agent-negotiate"].$post({ json: body }, withIdempotencyKey(key)));
}

/** Holds the item at the offered price. */
function acceptOffer(conversationId: string, amount: number): Promise<AcceptOfferReply> {
  return unwrap(api.api.negotiations[":id"].accept.$post({ param: { id: conversationId }, json: { amount } }));
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
  say: (text: string) => Promise<boolean>;
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
  const unanswered = useRef<{ text: string; key: string } | null>(null);

  async function send(text: string): Promise<boolean> {
    const userMessage = text.trim();
    if (userMessage === "" || busy.current || buyerId === null) return false;
    busy.current = true;
    before.current = data;
    const again = unanswered.current;
    const key = again?.text === userMessage ? again.key : newIdempotencyKey();
    unanswered.current = { text: userMessage, key };
    setPending(userMessage);
    setProblem(null);
    try {
      const answered = negotiate({ itemId, userMessage, conversationId: data?.id ?? null, buyerId }, key).then(
        async (reply) => {
          const view = await fetchNegotiation(itemId).catch(() => null);
          return view ?? withReply(data, itemId, userMessage, reply);
        },
      );
      const [view] = await Promise.all([answered, typingTime()]);
      unanswered.current = null;
      storeNegotiation(client, itemId, view);
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
      await acceptOffer(data.id, amount);
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

  return { view: pending === null ? data : before.current, pending, problem, accepting, say: send, accept };
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
