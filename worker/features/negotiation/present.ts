/** Maps negotiations to the wire. */
import type { AcceptOfferReply } from "#contract/negotiation";
import { centsToDollars } from "#domain/money";
import type { AcceptedOffer } from "../../../durable/item-room/commands/negotiations.ts";

export function presentAccepted({ hold, conversation, list_cents }: AcceptedOffer, now: number): AcceptOfferReply {
  return {
    reserved: true,
    item_id: conversation.item_id,
    hold_id: hold.hold_id,
    reservation_type: hold.kind,
    reserved_until: hold.until,
    conversation_id: conversation.id,
    price: centsToDollars(hold.price_cents),
    list_price: centsToDollars(list_cents),
    accepted_until: conversation.accepted?.expires_at ?? hold.until,
    server_now: now,
  };
}
