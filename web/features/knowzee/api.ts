/** Calls of the negotiation. The minimum is not among what they bring: the server never sends it. */
import type { AcceptOfferReply, NegotiateInput, NegotiationReply } from "#contract/negotiation";
import { readReply } from "../../lib/api-client.ts";

async function post(path: string, body: unknown): Promise<unknown> {
  return readReply(
    fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  );
}

export async function negotiate(body: NegotiateInput): Promise<NegotiationReply> {
  return (await post("/functions/v1/agent-negotiate", body)) as NegotiationReply;
}

/** Takes the item's hold at the price on the table. */
export async function acceptOffer(conversationId: string, amount: number): Promise<AcceptOfferReply> {
  return (await post(`/api/negotiations/${encodeURIComponent(conversationId)}/accept`, { amount })) as AcceptOfferReply;
}
