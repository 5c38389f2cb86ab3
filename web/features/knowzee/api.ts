/** Calls of the negotiation. The minimum is not among what they bring: the server never sends it. */
import type { AcceptOfferReply, NegotiateInput, NegotiationReply } from "#contract/negotiation";
import { api, once, unwrap } from "../../lib/api-client.ts";

/** One message; sent again under the same key it is still one. */
export function negotiate(body: NegotiateInput, key: string): Promise<NegotiationReply> {
  return unwrap(api.functions.v1["agent-negotiate"].$post({ json: body }, once(key)));
}

/** Takes the item's hold at the price on the table. */
export function acceptOffer(conversationId: string, amount: number): Promise<AcceptOfferReply> {
  return unwrap(api.api.negotiations[":id"].accept.$post({ param: { id: conversationId }, json: { amount } }));
}
