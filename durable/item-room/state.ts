/** Stored state of a room: the item's availability, its orders, and how much of both D1 has received. */
import { type AvailabilityCommand, decideAvailability, type ItemState, pauseEndsAt } from "#domain/holds/availability";
import { followItem, isLive, type PriceOffer } from "#domain/offers/price-offer";
import { itemClaimOf, type Order } from "#domain/orders/order";

export interface RoomState {
  /** Version of this shape. Stored rooms outlive deployments. */
  v: 1;
  item_id: string;
  /** Rises with every commit. Fences the item's row in D1 and the live messages. */
  rev: number;
  item: ItemState;
  /** The order that owns the item, and ended orders whose last state D1 has not received. */
  orders: Order[];
  /** Open negotiations. They count towards the item's interest level. */
  negotiations: { id: string; until: number }[];
  /** Open and accepted price offers, and ended ones that D1 has not received. Absent in rooms stored before there were any. */
  offers?: PriceOffer[];
  outbox: Outbox;
  /** Time of the last commit. The idle clean-up counts from here. */
  touched_at: number;
}

/**
 * State-based outbox: not a queue of messages, only how far D1 has come. Everything newer is still to be projected, so
 * a crash at any point loses nothing, and repeating a projection is a no-op.
 */
export interface Outbox {
  item_rev: number;
  order_revs: Record<string, number>;
  offer_revs?: Record<string, number>;
  attempts: number;
  retry_at: number | null;
  /** The rev whose projection violated a constraint. Repeating it would fail again. */
  conflict_rev: number | null;
}

export function findOrder(state: RoomState, orderId: string): Order | null {
  return state.orders.find((order) => order.id === orderId) ?? null;
}

/** Returns the order that owns the item now: awaiting payment, or bought. */
export function currentOrder(state: RoomState): Order | null {
  return state.item.order_id === null ? null : findOrder(state, state.item.order_id);
}

/** Whether D1 lacks the order's last state. */
export function isOrderUnprojected(state: RoomState, order: Order): boolean {
  return order.rev > (state.outbox.order_revs[order.id] ?? 0);
}

/** Whether D1 lacks the offer's last state. */
export function isOfferUnprojected(state: RoomState, offer: PriceOffer): boolean {
  return offer.rev > (state.outbox.offer_revs?.[offer.id] ?? 0);
}

/** Whether a waiting buyer has just been offered the hold and D1 has not yet confirmed that they may hold it. */
export function awaitsHoldCheck({ item }: RoomState): boolean {
  return item.hold?.turn?.item_title === null;
}

/** Whether D1 lags behind this state. */
export function isDirty(state: RoomState): boolean {
  return (
    state.rev > state.outbox.item_rev ||
    state.orders.some((order) => isOrderUnprojected(state, order)) ||
    (state.offers ?? []).some((offer) => isOfferUnprojected(state, offer))
  );
}

/**
 * Returns when the room's storage may be deleted, or null while it must stay: D1 must have everything, no buyer may
 * hold the item or be paying, and no pause of D35 may be running, because only the room stores pauses.
 */
export function disposableAt(state: RoomState, idleMs: number): number | null {
  const { item } = state;
  if (isDirty(state) || item.hold || state.negotiations.length > 0 || state.offers?.some(isLive)) return null;
  if (item.status === "pending_payment" || item.status === "pending") return null;
  return Math.max(state.touched_at + idleMs, ...item.runs.map(pauseEndsAt));
}

/** Whether an order has released its item for good. */
export function isOver(order: Order): boolean {
  return itemClaimOf(order.status) === "none";
}

export function withItem(state: RoomState, item: ItemState): RoomState {
  return item === state.item ? state : { ...state, item };
}

/** Replaces an order's state, and changes the item accordingly if the order still owns it (D33). */
export function withOrder(state: RoomState, order: Order, now: number, relist = true): RoomState {
  if (findOrder(state, order.id) === order) return state;
  const others = state.orders.filter((other) => other.id !== order.id);
  const next = { ...state, orders: [...others, order] };
  const command = followUp(order, next.item, relist);
  const follow = command && decideAvailability(next.item, command, now);
  return follow?.ok ? withItem(next, follow.state) : next;
}

export function withOffer(state: RoomState, offer: PriceOffer): RoomState {
  const offers = state.offers ?? [];
  if (offers.includes(offer)) return state;
  return { ...state, offers: [...offers.filter(({ id }) => id !== offer.id), offer] };
}

/** Ends offers whose time is over, or whose item was sold, removed or repriced. */
export function withOffersFollowed(state: RoomState, now: number): RoomState {
  const { item } = state;
  const facts = {
    listed: item.status === "active" || item.status === "pending_payment" || item.status === "pending",
    price_cents: item.price_cents,
    hold_id: item.hold?.hold_id ?? null,
    ordered_by: currentOrder(state)?.buyer_id ?? null,
  };
  let next = state;
  for (const offer of state.offers ?? []) next = withOffer(next, followItem(offer, facts, now));
  return next;
}

/** Returns the item command that follows from an order's state. */
function followUp(order: Order, item: ItemState, relist: boolean): AvailabilityCommand | null {
  switch (itemClaimOf(order.status)) {
    case "locks":
      return null;
    case "bought":
      return { type: "sell", orderId: order.id };
    case "none":
      return item.status === "sold"
        ? { type: "take_back", orderId: order.id, relist }
        : { type: "free", orderId: order.id };
  }
}
