/** Commands about one order: the order's rules decide, and the item's availability follows. */

import { NOT_FOUND } from "#contract/errors";
import { decideAvailability, isFreeFor } from "#domain/holds/availability";
import { type ChangeCommand, decideChange } from "#domain/orders/deal-changes";
import type { HandoverSecret, Order, OrderDecision } from "#domain/orders/order";
import {
  attachIntent as attach,
  type CardOutcome,
  cardCancelled as cancelCard,
  cardFailed as failCard,
  payByCard,
  cardRefunded as refundCard,
} from "#domain/orders/order-card";
import { decideOrder, type OrderCommand } from "#domain/orders/order-parties";
import { reversePayment as decideReversal, type ReverseCommand } from "#domain/orders/order-reversal";
import {
  closeOrder as decideClose,
  handOver as decideHandOver,
  refundOrder as decideRefund,
  resolveDispute as decideResolve,
  type HandOverCommand,
  type RefundCommand,
  type ResolveCommand,
} from "#domain/orders/order-settlement";
import { decideReschedule, type RescheduleCommand } from "#domain/orders/reschedule";
import type { TimeLimits } from "#domain/time-limits";
import { command, refused, replied, type Step } from "../command.ts";
import { orderRefusal } from "../refusals.ts";
import { findOrder, isOver, type RoomState, withItem, withOrder } from "../state.ts";
import { type OrderSnapshot, snapshotOf } from "../views.ts";

interface Options<Input> {
  /** A late report of the card provider may reach an order that the room has dropped. */
  reachesPast?: boolean;
  /** Whether an item without its order is for sale again; otherwise it becomes inactive. Absent: it is. */
  relist?: (input: Input, order: Order, after: Order) => boolean;
}

export interface AboutOrder {
  orderId: string;
}

/** Of the command's order, which the room may have dropped. */
const ABOUT = { order: ({ orderId }: AboutOrder) => orderId };

function orderCommand<Name extends string, Input extends AboutOrder>(
  name: Name,
  decide: (order: Order, input: Input, now: number) => OrderDecision,
  { reachesPast = false, relist = () => true }: Options<Input> = {},
) {
  return command(
    name,
    (state, input: Input, { now, past }): Step<OrderSnapshot> => {
      const order = findOrder(state, input.orderId) ?? past;
      if (!order) return refused(state, NOT_FOUND);
      const decision = decide(order, input, now);
      const after = decision.ok ? decision.order : "order" in decision ? decision.order : order;
      // Only orders that are over are read back from D1. This room must not change one that is not.
      const movable = order !== past || (reachesPast && isOver(order));
      if (after !== order && !movable) return refused(state, NOT_FOUND);
      const next = after === order ? state : withOrder(known(state, order), after, now, relist(input, order, after));
      return decision.ok ? replied(next, snapshotOf(after)) : refused(next, orderRefusal(decision, now));
    },
    ABOUT,
  );
}

/** Adds an order read from D1 to the room, with how far D1 has it. */
export function known(state: RoomState, order: Order): RoomState {
  if (findOrder(state, order.id)) return state;
  const order_revs = { ...state.outbox.order_revs, [order.id]: order.rev };
  return { ...state, orders: [...state.orders, order], outbox: { ...state.outbox, order_revs } };
}

/** A command of the buyer or the seller. */
function partyCommand<Name extends string, Input extends AboutOrder>(
  name: Name,
  translate: (input: Input) => OrderCommand,
) {
  return orderCommand(name, (order, input: Input, now) => decideOrder(order, translate(input), now));
}

export interface SubmitEvidence extends AboutOrder {
  userId: string;
  confirmationId: string;
  /** Bank transfer. */
  reference?: string;
  /** Crypto. */
  txHash?: string;
  contested?: boolean;
  clocks?: TimeLimits;
}

/** Records the buyer's evidence of a payment and starts the seller's time to confirm it. */
export const submitEvidence = partyCommand("submit_evidence", (input: SubmitEvidence) => ({
  type: "submit_evidence",
  ...input,
}));

export interface AboutConfirmation extends AboutOrder {
  sellerId: string;
  confirmationId: string;
}

/** Records that the seller has received the payment. */
export const confirmPayment = partyCommand(
  "confirm_payment",
  ({ sellerId, ...input }: AboutConfirmation & { handover?: HandoverSecret }) => ({
    type: "confirm",
    userId: sellerId,
    ...input,
  }),
);

/** Records that the seller has not received the payment. */
export const denyPayment = partyCommand(
  "deny_payment",
  ({ sellerId, ...input }: AboutConfirmation & { clocks?: TimeLimits }) => ({
    type: "deny",
    userId: sellerId,
    ...input,
  }),
);

/** Cancels an order whose payment has not been reported yet. */
export const cancelOrder = partyCommand("cancel_order", (input: AboutOrder & { userId: string }) => ({
  type: "cancel",
  ...input,
}));

/** Completes a paid order because the buyer has the item. */
export const collectOrder = partyCommand("collect_order", (input: AboutOrder & { userId: string }) => ({
  type: "collect",
  ...input,
}));

/** Opens a dispute about a paid order for the buyer. */
export const openDispute = partyCommand("open_dispute", (input: AboutOrder & { userId: string; reason: string }) => ({
  type: "open_dispute",
  ...input,
}));

/**
 * Ends a giveaway or an order paid at pick-up: called off before its collection, or reported as not collected
 * afterwards (D53, D57). An order paid at pick-up may have ended by itself before the report.
 */
export const endCollection = orderCommand<
  "end_collection",
  AboutOrder & { userId: string; how: "call_off" | "report_missed" }
>("end_collection", (order, { how, userId }, now) => decideOrder(order, { type: how, userId }, now), {
  reachesPast: true,
});

/** Proposes another collection time, or answers a proposal (D54). */
export const reschedule = orderCommand<"reschedule", AboutOrder & RescheduleCommand>("reschedule", decideReschedule);

/** Asks for a lower price or to call the order off, answers that, or settles a difference (D82). */
export const changeDeal = orderCommand<"change_deal", AboutOrder & ChangeCommand>("change_deal", decideChange, {
  relist: (_input, _order, { changes }) => !changes?.some((one) => one.kind === "call_off" && one.relist === false),
});

/** Completes the order with the buyer's handover code, or the secret of their QR code, entered by the seller. */
export const handOver = orderCommand<"hand_over", AboutOrder & HandOverCommand>("hand_over", decideHandOver);

export interface RefundOrder extends AboutOrder, RefundCommand {
  /** Puts the item up for sale again. Otherwise it becomes inactive. */
  relist: boolean;
}

/** Undoes a paid order. */
export const refundOrder = orderCommand<"refund_order", RefundOrder>("refund_order", decideRefund, {
  relist: ({ relist }) => relist,
});

/**
 * Records the decision of staff about a dispute. The item goes back on sale if the payment was never certain; the seller
 * relists an item that was paid for.
 */
export const resolveDispute = orderCommand<"resolve_dispute", AboutOrder & ResolveCommand>(
  "resolve_dispute",
  decideResolve,
  { relist: (_input, order) => order.paid_at === null },
);

/** Completes, for staff, an order that was paid, has passed its collection date and was never confirmed as collected. */
export const closeOrder = orderCommand<"close_order", AboutOrder & { staffId: string; note: string }>(
  "close_order",
  decideClose,
);

export interface AboutIntent extends AboutOrder {
  intentId: string;
}

/** Binds a card intent to the order; only this intent may charge for it. Another one can replace it once it is closed. */
export const attachIntent = orderCommand<"attach_intent", AboutIntent & { userId: string }>("attach_intent", attach);

/** Records a declined card payment. */
export const cardFailed = orderCommand<"card_failed", AboutIntent>("card_failed", failCard, { reachesPast: true });

/** Releases the item of a payment that Stripe has confirmed as cancelled, because it can no longer be paid. */
export const cardCancelled = orderCommand<"card_cancelled", AboutIntent & { by: "buyer" | "service" }>(
  "card_cancelled",
  cancelCard,
  { reachesPast: true },
);

/** Records that a refunded card payment has gone back to the buyer. */
export const cardRefunded = orderCommand<"card_refunded", AboutIntent>("card_refunded", refundCard, {
  reachesPast: true,
});

/**
 * Records that a chargeback, or a refund made at the provider, was opened or decided. Idempotent on its id. After a lost
 * chargeback the goods are with the buyer, or wait for their seller to relist them, so nothing is relisted.
 */
export const reversePayment = orderCommand<"reverse_payment", AboutOrder & ReverseCommand>(
  "reverse_payment",
  decideReversal,
  { relist: () => false },
);

/**
 * Records that the card was charged. `refund`: the order cannot use the money, which must be refunded exactly once. The
 * only command that may revive an order (D20), if no other buyer has its item.
 */
export const cardPaid = command(
  "card_paid",
  (
    state,
    { orderId, ...payment }: AboutIntent & { amountCents: number; handover?: HandoverSecret },
    { now, past },
  ): Step<{ order: OrderSnapshot; outcome: CardOutcome }> => {
    const order = findOrder(state, orderId) ?? past;
    if (!order) return refused(state, NOT_FOUND);
    const free = isFreeFor(state.item, order.buyer_id);
    const { order: after, outcome } = payByCard(order, { ...payment, free }, now);
    const reply = (next: RoomState) => replied(next, { order: snapshotOf(after), outcome });
    if (after === order) return reply(state);
    if (order === past && !isOver(order)) return refused(state, NOT_FOUND);
    const here = known(state, order);
    if (!isOver(order) || isOver(after)) return reply(withOrder(here, after, now));
    const revived = decideAvailability(here.item, { type: "revive", userId: order.buyer_id, orderId: order.id }, now);
    return revived.ok ? reply(withOrder(withItem(here, revived.state), after, now)) : refused(state, NOT_FOUND);
  },
  ABOUT,
);
