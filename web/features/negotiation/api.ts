/** API calls of the negotiation. The server never sends the seller's minimum price. */
import type { AcceptOfferReply, NegotiateInput, NegotiationReply } from "#contract/negotiation";
import { api, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";

/** Sends one message of the buyer. Repeating it with the same key does not send it twice. */
export function negotiate(body: NegotiateInput, key: string): Promise<NegotiationReply> {
  return unwrap(api.functions.v1["agent-negotiate"].$post({ json: body }, withIdempotencyKey(key)));
}

/** Holds the item at the offered price. */
export function acceptOffer(conversationId: string, amount: number): Promise<AcceptOfferReply> {
  return unwrap(api.api.negotiations[":id"].accept.$post({ param: { id: conversationId }, json: { amount } }));
}
