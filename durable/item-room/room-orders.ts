/** Commands about one order: the order's rules decide, and the item's availability follows. */
import { decideAvailability, isFreeFor } from "#domain/holds/availability";
import type { Order, OrderDecision } from "#domain/orders/order";
import {
  attachIntent as attach,
  cardCancelled as cancelCard,
  cardFailed as failCard,
  payByCard,
  cardRefunded as refundCard,
} from "#domain/orders/order-card";
import { decideOrder, type OrderCommand } from "#domain/orders/order-parties";
import { reversePayment as decideReversal } from "#domain/orders/order-reversal";
import {
  closeOrder as decideClose,
  handOver as decideHandOver,
  refundOrder as decideRefund,
  resolveDispute as decideResolve,
} from "#domain/orders/order-settlement";
import type { CardOutcome, CardPaidCommand, ItemRoomCommands, OrderSnapshot, RefundOrderCommand } from "./commands.ts";
import { NOT_FOUND, orderRefusal } from "./refusals.ts";
import { type Handler, ordered, refused, type Step, snapshotOf, withItem, withOrder } from "./room.ts";
import { findOrder, isOver, type RoomState } from "./state.ts";

type OrderReply = { order: OrderSnapshot };
type Command<K extends keyof ItemRoomCommands> = Parameters<ItemRoomCommands[K]>[0];

interface Options<C> {
  /** A late report of the card provider may reach an order that the room has dropped. */
  reachesPast?: boolean;
  relist?: (command: C, order: Order) => boolean;
}

function onOrder<C extends { orderId: string }>(
  decide: (order: Order, command: C, now: number) => OrderDecision,
  options: Options<C> = {},
): Handler<C, OrderReply> {
  return (state, command, { now, past }) => {
    const order = findOrder(state, command.orderId) ?? past;
    if (!order) return refused(state, NOT_FOUND);
    const decision = decide(order, command, now);
    const after = decision.ok ? decision.order : "order" in decision ? decision.order : order;
    // Only orders that are over are read back from D1. This room must not change one that is not.
    const movable = order !== past || (options.reachesPast && isOver(order));
    if (after !== order && !movable) return refused(state, NOT_FOUND);
    const relist = options.relist?.(command, order) ?? true;
    const next = after === order ? state : withOrder(known(state, order), after, now, relist);
    return decision.ok ? ordered(next, after) : refused(next, orderRefusal(decision, now));
  };
}

/** Adds an order read from D1 to the room, with how far D1 has it. */
function known(state: RoomState, order: Order): RoomState {
  if (findOrder(state, order.id)) return state;
  const order_revs = { ...state.outbox.order_revs, [order.id]: order.rev };
  return { ...state, orders: [...state.orders, order], outbox: { ...state.outbox, order_revs } };
}

function byParty<C extends { orderId: string }>(translate: (command: C) => OrderCommand): Handler<C, OrderReply> {
  return onOrder((order, command, now) => decideOrder(order, translate(command), now));
}

export const submitEvidence = byParty((command: Command<"submitEvidence">) => ({
  type: "submit_evidence",
  ...command,
}));

export const confirmPayment = byParty(({ sellerId, ...command }: Command<"confirmPayment">) => ({
  type: "confirm",
  userId: sellerId,
  ...command,
}));

export const denyPayment = byParty(({ sellerId, ...command }: Command<"denyPayment">) => ({
  type: "deny",
  userId: sellerId,
  ...command,
}));

export const cancelOrder = byParty((command: Command<"cancelOrder">) => ({ type: "cancel", ...command }));

export const collectOrder = byParty((command: Command<"collectOrder">) => ({ type: "collect", ...command }));

export const openDispute = byParty((command: Command<"openDispute">) => ({ type: "open_dispute", ...command }));

export const endGiveaway = byParty(({ how, ...command }: Command<"endGiveaway">) => ({ type: how, ...command }));

export const attachIntent = onOrder<Command<"attachIntent">>(attach);
export const cardFailed = onOrder<Command<"cardFailed">>(failCard, { reachesPast: true });
export const cardCancelled = onOrder<Command<"cardCancelled">>(cancelCard, { reachesPast: true });
export const cardRefunded = onOrder<Command<"cardRefunded">>(refundCard, { reachesPast: true });
export const handOver = onOrder<Command<"handOver">>(decideHandOver);
/**
 * After a lost chargeback the goods are with the buyer, or wait for their seller to relist them, so nothing is
 * relisted.
 */
export const reversePayment = onOrder<Command<"reversePayment">>(decideReversal, { relist: () => false });
export const refundOrder = onOrder<RefundOrderCommand>(decideRefund, { relist: ({ relist }) => relist });
/** The item goes back on sale if the payment was never certain; the seller relists an item that was paid for. */
export const resolveDispute = onOrder<Command<"resolveDispute">>(decideResolve, {
  relist: (_command, order) => order.paid_at === null,
});

export const closeOrder = onOrder<Command<"closeOrder">>(decideClose);

/** Records a card payment. The only command that may revive an order (D20), if no other buyer has its item. */
export const cardPaid: Handler<CardPaidCommand, OrderReply & { outcome: CardOutcome }> = (state, command, context) => {
  const { now, past } = context;
  const order = findOrder(state, command.orderId) ?? past;
  if (!order) return refused(state, NOT_FOUND);
  const { intentId, amountCents, handover } = command;
  const free = isFreeFor(state.item, order.buyer_id);
  const { order: after, outcome } = payByCard(order, { intentId, amountCents, handover, free }, now);
  const reply = (next: RoomState): Step<OrderReply & { outcome: CardOutcome }> => ({
    state: next,
    reply: () => ({ ok: true, order: snapshotOf(after), outcome }),
  });
  if (after === order) return reply(state);
  if (order === past && !isOver(order)) return refused(state, NOT_FOUND);
  const here = known(state, order);
  if (!isOver(order) || isOver(after)) return reply(withOrder(here, after, now));
  const revived = decideAvailability(here.item, { type: "revive", userId: order.buyer_id, orderId: order.id }, now);
  return revived.ok ? reply(withOrder(withItem(here, revived.state), after, now)) : refused(state, NOT_FOUND);
};
