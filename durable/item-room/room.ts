/**
 * Rules of the room as a plain reducer: state, command and clock in, state and reply out. It combines the item's
 * availability with its orders and does no I/O. Everything due is settled before every command, so that a late timer
 * never decides anything (D29).
 */

import { MESSAGES, TOO_LATE_TO_PAY } from "#contract/copy";
import { type AvailabilityCommand, decideAvailability, expireHold, type ItemState } from "#domain/holds/availability";
import { offerHoldToNext } from "#domain/holds/waitlist";
import { centsToDollars } from "#domain/money";
import {
  applyDeadlines,
  eventView,
  itemClaimOf,
  lastConfirmation,
  type Order,
  placeOrder,
  takesEvidence,
} from "#domain/orders/order";
import { canPlace } from "#domain/orders/order-deadlines";
import { refuse } from "#domain/result";
import type {
  BeginCheckoutCommand,
  HoldSnapshot,
  OrderSnapshot,
  ReserveCommand,
  RoomResult,
  RoomView,
  SellerSetCommand,
} from "./commands.ts";
import { NOT_FOUND, reserveRefusal, sellerRefusal } from "./refusals.ts";
import { currentOrder, findOrder, type RoomState } from "./state.ts";

export interface StepContext {
  now: number;
  /**
   * The order a command names, read from D1 because the room has dropped it. It is over; only a late report of the card
   * provider still changes it.
   */
  past: Order | null;
}

/** The reply is made from the committed state, so that it has the committed rev. */
export interface Step<T> {
  state: RoomState;
  reply: (committed: RoomState) => RoomResult<T>;
}

export type Handler<C, T> = (state: RoomState, command: C, context: StepContext) => Step<T>;

/** Runs one command synchronously from check to new state. An unchanged state is returned as the same object. */
export function apply<C, T>(
  before: RoomState,
  handler: Handler<C, T>,
  command: C,
  context: StepContext,
): { state: RoomState; reply: RoomResult<T> } {
  const step = handler(settle(before, context.now), command, context);
  const after = withItem(step.state, offerHoldToNext(step.state.item, context.now));
  const state = after === before ? before : { ...after, rev: before.rev + 1, touched_at: context.now };
  return { state, reply: step.reply(state) };
}

/** Applies what time alone decides: lapsed holds, missed payments, silent sellers, and the hold offered next. */
export function settle(state: RoomState, now: number): RoomState {
  let next = withItem(state, expireHold(state.item, now));
  const open = next.negotiations.filter(({ until }) => now < until);
  if (open.length < next.negotiations.length) next = { ...next, negotiations: open };
  for (const order of state.orders) next = withOrder(next, applyDeadlines(order, now), now);
  return withItem(next, offerHoldToNext(next.item, now));
}

/** Changes nothing itself; runs `settle`. */
export const noop: Handler<void, object> = (state) => ({ state, reply: () => ({ ok: true }) });

export const peek: Handler<void, { view: RoomView }> = (state) => ({
  state,
  reply: (committed) => (committed.item.status === "removed" ? NOT_FOUND : { ok: true, view: viewOf(committed) }),
});

export const reserve: Handler<ReserveCommand, { hold: HoldSnapshot; list_cents: number }> = (
  state,
  command,
  { now },
) => {
  const order = currentOrder(state);
  if (order?.buyer_id === command.userId && state.item.status === "pending_payment") {
    return refused(state, orderExists(order));
  }
  const decision = decideAvailability(state.item, { type: "reserve", ...command }, now);
  if (!decision.ok) return refused(state, reserveRefusal(decision, command.kind, now));
  return held(withItem(state, decision.state), decision.state);
};

export const release: Handler<{ userId: string }, { released: boolean }> = (state, command, { now }) => {
  const decision = decideAvailability(state.item, { type: "release", userId: command.userId }, now);
  const item = decision.ok ? decision.state : state.item;
  const released = item !== state.item;
  return { state: withItem(state, item), reply: () => ({ ok: true, released }) };
};

export const acknowledge: Handler<{ userId: string }, { hold: HoldSnapshot }> = (state, command, { now }) => {
  const decision = decideAvailability(state.item, { type: "acknowledge", userId: command.userId }, now);
  if (!decision.ok) return refused(state, refuse("hold_expired", MESSAGES.holdExpired));
  return held(withItem(state, decision.state), decision.state);
};

export const beginCheckout: Handler<BeginCheckoutCommand, { order: OrderSnapshot }> = (state, command, context) => {
  const known = findOrder(state, command.orderId) ?? context.past;
  if (known) return known.buyer_id === command.userId ? ordered(state, known) : refused(state, NOT_FOUND);

  const { item } = state;
  const { hold } = item;
  const live = currentOrder(state);
  if (live?.buyer_id === command.userId) return refused(state, orderExists(live));
  if (item.status === "removed") return refused(state, NOT_FOUND);
  if (command.userId === item.seller_id) return refused(state, refuse("own_item", MESSAGES.ownItem));
  if (item.status === "sold") return refused(state, refuse("item_sold", MESSAGES.justSold));
  if (item.status === "pending_payment") {
    return refused(state, refuse("item_unavailable", MESSAGES.buyNowHeld));
  }
  if (item.status !== "active") return refused(state, refuse("item_unavailable", MESSAGES.notAvailable));
  if (hold?.user_id !== command.userId) return refused(state, refuse("hold_expired", MESSAGES.holdExpired));
  if (!command.acknowledged && hold.acknowledged_at === null) {
    return refused(state, refuse("acknowledgement_required", MESSAGES.acknowledge));
  }
  if (command.amountCents !== hold.price_cents) {
    return refused(
      state,
      refuse("values_changed", MESSAGES.valuesChanged, { current: { amount: centsToDollars(hold.price_cents) } }),
    );
  }
  if (hold.agreed && hold.group_id && hold.group_id !== command.purchaseId) {
    return refused(state, refuse("values_changed", MESSAGES.valuesChanged));
  }
  if (command.method === "free" && hold.price_cents > 0) {
    return refused(state, refuse("item_not_free", MESSAGES.notFree));
  }
  if (command.method !== "free" && hold.price_cents === 0) {
    return refused(state, refuse("method_not_accepted", MESSAGES.methodNotAccepted));
  }
  if (command.method === "bank_transfer" && (!command.bankDetails || !command.bankReference)) {
    return refused(state, refuse("method_not_accepted", MESSAGES.bankDetailsMissing));
  }
  if (command.method === "crypto" && !command.crypto) {
    return refused(state, refuse("method_not_accepted", MESSAGES.methodNotAccepted));
  }
  const { method, evidence, firstCollection = command.collectionDate } = command;
  if (method !== "free" && !canPlace(method, firstCollection, context.now, { evidence })) {
    return refused(state, refuse("method_not_accepted", TOO_LATE_TO_PAY[method]));
  }
  if (command.evidence && !hasEvidence(command)) {
    return refused(state, refuse("method_not_accepted", MESSAGES.methodNotAccepted));
  }

  const order = placeOrder(
    {
      id: command.orderId,
      transaction_id: command.transactionId,
      item_id: state.item_id,
      buyer_id: command.userId,
      seller_id: item.seller_id,
      hold_id: hold.hold_id,
      payment_method: command.method,
      amount_cents: hold.price_cents,
      bank_reference: command.bankReference,
      bank_details: command.bankDetails,
      item_title: command.itemTitle,
      item_image_url: command.itemImageUrl,
      collection_date: command.collectionDate,
      collection_zone: command.collectionZone,
      collection_summary: command.collectionSummary,
      collection_address: command.collectionAddress,
      purchase_id: command.purchaseId ?? null,
    },
    {
      evidence: command.evidence,
      confirmationId: command.confirmationId,
      crypto: command.crypto,
      handover: command.handover,
      firstCollection,
      clocks: command.clocks,
    },
    context.now,
  );
  const claim = decideAvailability(item, { type: "claim", userId: command.userId, orderId: order.id }, context.now);
  if (!claim.ok) return refused(state, refuse("hold_expired", MESSAGES.holdExpired));
  return ordered(withOrder(withItem(state, claim.state), order, context.now), order);
};

export const sellerSet: Handler<SellerSetCommand, { view: RoomView }> = (state, command, { now }) => {
  const decision = decideAvailability(state.item, { type: "seller_set", ...command }, now);
  if (!decision.ok) return refused(state, sellerRefusal(decision));
  return {
    state: withItem(state, decision.state),
    reply: (committed) => ({ ok: true, view: viewOf(committed) }),
  };
};

/** The number of viewers is not part of the state; the room adds it. */
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
    viewers: 0,
  };
}

/** Public status: an active item with a live hold shows as `reserved`. */
export function publicStatus(item: ItemState): RoomView["status"] {
  if (item.status === "removed") return "inactive";
  return item.status === "active" && item.hold ? "reserved" : item.status;
}

/** Returns the order as other parts of the system see it. */
export function snapshotOf(order: Order): OrderSnapshot {
  const { confirmations: _confirmations, events, ...fields } = order;
  return {
    ...fields,
    confirmation_id: lastConfirmation(order)?.id ?? null,
    events: events.map((event) => eventView(event, order)),
  };
}

export function withItem(state: RoomState, item: ItemState): RoomState {
  return item === state.item ? state : { ...state, item };
}

/** Evidence of a crypto payment is its hash; of a transfer the reference, which the order has anyway. */
function hasEvidence(command: BeginCheckoutCommand): boolean {
  return command.method === "crypto" ? !!command.crypto?.tx_hash : takesEvidence(command.method);
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

/** Returns a step that changes nothing and replies with the refusal. */
export function refused(state: RoomState, refusal: ReturnType<typeof refuse>): Step<never> {
  return { state, reply: () => refusal };
}

function held(state: RoomState, item: ItemState): Step<{ hold: HoldSnapshot; list_cents: number }> {
  const { hold, price_cents: list_cents } = item;
  return {
    state,
    reply: () => (hold ? { ok: true, hold, list_cents } : refuse("hold_expired", MESSAGES.holdExpired)),
  };
}

export function ordered(state: RoomState, order: Order): Step<{ order: OrderSnapshot }> {
  return { state, reply: () => ({ ok: true, order: snapshotOf(order) }) };
}

function orderExists(order: Order) {
  return refuse("order_exists", "You already have an order for this item.", { order_id: order.id });
}
