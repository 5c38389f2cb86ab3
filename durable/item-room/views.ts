/** What other parts of the system see of a room: the item, its order, its waitlist and its negotiations. */

import type { WaitlistView } from "#contract/holds/waitlist";
import type { ItemStatus } from "#contract/items";
import type { OrderEventView, OrderStatus } from "#contract/orders";
import type { Hold, ItemState, TradeLock } from "#domain/holds/availability";
import { canJoinWaitlist, hasOfferedHold, positionOf, waitlistOf } from "#domain/holds/waitlist";
import { type DealChange, eventView, lastConfirmation, type Order, type PaymentReversal } from "#domain/orders/order";
import { currentOrder, liveGiveaway, type RoomState } from "./state.ts";

/** State of an item in its room, with lapsed holds already released. */
export interface RoomView {
  item_id: string;
  seller_id: string;
  /** `reserved` while a buyer holds it. */
  status: ItemStatus;
  price_cents: number;
  rev: number;
  hold: Hold | null;
  order: OrderSnapshot | null;
  /** The trade that locks the item, or in which it changed hands. */
  trade: TradeLock | null;
}

/** The order as stored in the room. The row in D1 is a projection of it. */
export interface OrderSnapshot extends Omit<Order, "changes" | "confirmations" | "events" | "reversals" | "status"> {
  status: OrderStatus;
  /** The open (or last) payment confirmation of this order, `pcf_…`, or null before the buyer submitted evidence. */
  confirmation_id: string | null;
  reversals?: PaymentReversal[] | null;
  changes?: DealChange[] | null;
  events: OrderEventView[];
}

/** A user's position in the waitlist, and the end of a hold offered to them. */
export interface WaitlistPosition extends WaitlistView {
  reserved_until: number | null;
}

export function viewOf(state: RoomState): RoomView {
  const { item } = state;
  const order = currentOrder(state);
  return {
    item_id: state.item_id,
    seller_id: item.seller_id,
    status: publicStatus(item),
    price_cents: item.price_cents,
    rev: state.rev,
    hold: item.hold,
    order: order && snapshotOf(order),
    trade: item.trade ?? null,
  };
}

/** Public status: an active item with a live hold shows as `reserved`. */
export function publicStatus(item: ItemState): RoomView["status"] {
  if (item.status === "removed") return "inactive";
  return item.status === "active" && item.hold ? "reserved" : item.status;
}

export function snapshotOf(order: Order): OrderSnapshot {
  const { confirmations: _confirmations, events, ...fields } = order;
  return {
    ...fields,
    confirmation_id: lastConfirmation(order)?.id ?? null,
    events: events.map((event) => eventView(event, order)),
  };
}

/** Returns the waitlist as one user, or a visitor without a session, sees it. */
export function waitlistViewOf(state: RoomState, userId: string | null, now: number): WaitlistView {
  const { item } = state;
  const waitlist = waitlistOf(item);
  return {
    line_length: waitlist.length,
    line_place: positionOf(waitlist, userId),
    your_turn: hasOfferedHold(item, userId),
    // An item that a giveaway decides about has no waitlist.
    line_open:
      liveGiveaway(state) === null && canJoinWaitlist(item, userId, currentOrder(state)?.buyer_id ?? null, now),
  };
}

/** Returns the number of open negotiations, which is part of the interest level. */
export function activeNegotiations(state: RoomState, now: number): number {
  return state.negotiations.filter((negotiation) => now < negotiation.until).length;
}
