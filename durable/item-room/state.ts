/** Stored state of a room: the item's availability, its orders, and how much of both D1 has received. */
import { GIVEAWAY_CONFIRM_MS } from "#domain/deadlines";
import { followGiveaway, type Giveaway, giveawayDueAt, isLiveGiveaway, recipientOf } from "#domain/giveaways/giveaway";
import {
  type AvailabilityCommand,
  decideAvailability,
  type ItemState,
  isGiveawayHold,
  pauseEndsAt,
} from "#domain/holds/availability";
import { COMPARED_MS, type Compared } from "#domain/negotiation/negotiation-session";
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
  /** Negotiations with a bid that was compared with the reserve; kept for a day. */
  compared?: Compared[];
  /** Open and accepted price offers, and ended ones that D1 has not received. Absent in rooms stored before there were any. */
  offers?: PriceOffer[];
  /** The giveaway of the item, and ended ones that D1 has not received (D57). */
  giveaways?: Giveaway[];
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
  giveaway_revs?: Record<string, number>;
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

/** Whether D1 lacks the giveaway's last state. */
export function isGiveawayUnprojected(state: RoomState, giveaway: Giveaway): boolean {
  return giveaway.rev > (state.outbox.giveaway_revs?.[giveaway.id] ?? 0);
}

/** Returns the giveaway that decides who gets the item, or null. */
export function liveGiveaway({ giveaways }: RoomState): Giveaway | null {
  return giveaways?.find(isLiveGiveaway) ?? null;
}

/** Whether the room itself has just offered the hold to a user, and D1 has not yet confirmed that they may hold it. */
export function awaitsHoldCheck(state: RoomState): boolean {
  const { hold } = state.item;
  if (!hold) return false;
  const giveaway = isGiveawayHold(hold.hold_id) ? liveGiveaway(state) : null;
  return hold.turn?.item_title === null || (giveaway !== null && giveaway.confirm_by === null);
}

/** Whether D1 lags behind this state. */
export function isDirty(state: RoomState): boolean {
  return (
    state.rev > state.outbox.item_rev ||
    state.orders.some((order) => isOrderUnprojected(state, order)) ||
    (state.offers ?? []).some((offer) => isOfferUnprojected(state, offer)) ||
    (state.giveaways ?? []).some((giveaway) => isGiveawayUnprojected(state, giveaway))
  );
}

/**
 * Returns when the room's storage may be deleted, or null while it must stay: D1 must have everything, no buyer may
 * hold the item or be paying, and no pause of D35 may be running, because only the room stores pauses. The same holds for
 * compared bids.
 */
export function disposableAt(state: RoomState, idleMs: number): number | null {
  const { item } = state;
  if (isDirty(state) || item.hold || state.negotiations.length > 0 || state.offers?.some(isLive)) return null;
  if (item.status === "pending_payment" || item.status === "pending") return null;
  // The alarm makes the draw in time.
  if (state.giveaways?.some((giveaway) => giveawayDueAt(giveaway) !== null)) return null;
  const compared = (state.compared ?? []).map(({ at }) => at + COMPARED_MS);
  return Math.max(state.touched_at + idleMs, ...item.runs.map(pauseEndsAt), ...compared);
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

export function withGiveaway(state: RoomState, giveaway: Giveaway): RoomState {
  const giveaways = state.giveaways ?? [];
  if (giveaways.includes(giveaway)) return state;
  return { ...state, giveaways: [...giveaways.filter(({ id }) => id !== giveaway.id), giveaway] };
}

/**
 * Stores a step of a giveaway together with its hold: the recipient holds the item, or nobody does because of the
 * giveaway.
 */
export function withGiveawayStep(state: RoomState, giveaway: Giveaway, now: number): RoomState {
  const next = withGiveaway(state, giveaway);
  const { hold } = next.item;
  if (isGiveawayHold(hold?.hold_id ?? null) && hold && hold.hold_id !== giveaway.hold_id) {
    const freed = decideAvailability(next.item, { type: "give_up_offer", holdId: hold.hold_id }, now);
    return freed.ok ? withGiveawayStep(withItem(next, freed.state), giveaway, now) : next;
  }
  const recipient = recipientOf(giveaway);
  if (giveaway.status !== "offered" || giveaway.hold_id === null || !recipient || hold?.hold_id === giveaway.hold_id) {
    return next;
  }
  const held = decideAvailability(
    next.item,
    {
      type: "hold_for_offer",
      userId: recipient.user_id,
      holdId: giveaway.hold_id,
      agreed: { listCents: 0, chargedCents: 0 },
      lengthMs: GIVEAWAY_CONFIRM_MS,
    },
    now,
  );
  return held.ok ? withItem(next, held.state) : next;
}

/** Makes a due draw, records who confirmed or did not, and offers the item to the next person (D57). */
export function withGiveawayFollowed(state: RoomState, now: number): RoomState {
  const giveaway = liveGiveaway(state);
  if (!giveaway) return state;
  const { item } = state;
  const facts = {
    status: item.status,
    price_cents: item.price_cents,
    hold_id: item.hold?.hold_id ?? null,
    ordered_by: currentOrder(state)?.buyer_id ?? null,
    called_off: calledOffBy(state, giveaway.giver_id, recipientOf(giveaway)?.user_id),
  };
  const followed = followGiveaway(giveaway, facts, now);
  return followed === giveaway ? state : withGiveawayStep(state, followed, now);
}

/** Whether the seller called off this buyer's last order. The step that follows has the order still. */
function calledOffBy({ orders }: RoomState, sellerId: string, buyerId: string | undefined): boolean {
  const last = orders.findLast(({ buyer_id }) => buyer_id === buyerId)?.events.at(-1);
  return last?.kind === "called_off" && last.actor_id === sellerId;
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
