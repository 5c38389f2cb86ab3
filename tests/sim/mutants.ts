/** Injected bugs, each a change of one rule. A simulation that misses one of them proves nothing. */
import { DEFAULT_HOLD_MS } from "#domain/deadlines";
import { expire } from "#domain/orders/order";
import { resolveDispute as decideResolve } from "#domain/orders/order-settlement";
import type { Context } from "../../durable/item-room/command.ts";
import { reserve } from "../../durable/item-room/commands/holds.ts";
import { cardPaid, resolveDispute, reversePayment } from "../../durable/item-room/commands/orders.ts";
import { apply } from "../../durable/item-room/room.ts";
import { isOver, type RoomState, withOrder } from "../../durable/item-room/state.ts";
import { PRODUCTION_RULES, type Rules } from "./world.ts";

type Apply = typeof apply;

interface Outcome {
  state: RoomState;
  reply: unknown;
}

/** The real reducer with its new state or reply changed. */
function mutateReducer(
  bend: (result: Outcome, before: RoomState, call: { reduce: unknown; input: unknown; now: number }) => Outcome,
): Rules {
  const mutated = (before: RoomState, reduce: never, input: never, context: Context) =>
    bend(apply(before, reduce, input, context), before, { reduce, input, now: context.now });
  return { ...PRODUCTION_RULES, apply: mutated as unknown as Apply };
}

export const MUTANTS: Record<string, Rules> = {
  /** An order that has ended releases the item, even when another order owns it. */
  "double-release": mutateReducer((result) => {
    const { item, orders } = result.state;
    const over = orders.some((order) => isOver(order) && order.id !== item.order_id);
    if (!over || item.status !== "pending_payment") return result;
    return { ...result, state: { ...result.state, item: { ...item, status: "active", order_id: null } } };
  }),
  /** Ignores strikes already counted, so each order of one event counts. */
  "strike-counted-twice": {
    ...PRODUCTION_RULES,
    strikesFor: (person, missed, now) =>
      PRODUCTION_RULES.strikesFor(person, missed, now).map((strike) => ({
        ...strike,
        event_id: strike.order_id,
        counted: strike.excuse === null,
      })),
  },
  /** Staff may decide their own case. */
  "own-case-decided": mutateReducer((result, before, { reduce, input, now }) => {
    if (reduce !== resolveDispute.reduce) return result;
    const { orderId, staffId, outcome } = input as {
      orderId: string;
      staffId: string;
      outcome: "release" | "refund";
    };
    const order = before.orders.find((one) => one.id === orderId && one.buyer_id === staffId);
    const decided = order && decideResolve({ ...order, buyer_id: "nobody" }, { staffId, outcome }, now);
    if (!order || !decided?.ok || decided.order.rev === order.rev) return result;
    const next = withOrder(result.state, { ...decided.order, buyer_id: order.buyer_id }, now);
    return { ...result, state: { ...next, rev: Math.max(result.state.rev, before.rev + 1) } };
  }),
  /** A repeated event of a payment that bought the order is refunded. */
  "refund-twice": mutateReducer((result, _before, { reduce }) => {
    const reply = result.reply as { ok: boolean; value?: { outcome: string } };
    if (reduce !== cardPaid.reduce || reply.value?.outcome !== "already") return result;
    return { ...result, reply: { ...reply, value: { ...reply.value, outcome: "refund" } } };
  }),
  /** The deadline releases the item although a card may still pay. */
  "expiry-with-open-intent": mutateReducer((result, _before, { now }) => {
    const due = result.state.orders.find(
      (order) => order.status === "awaiting_payment" && order.card?.state === "closing",
    );
    if (!due?.card) return result;
    const expired = expire({ ...due, card: { ...due.card, state: "cancelled" } }, now);
    return { ...result, state: withOrder(result.state, expired, now) };
  }),
  /** Repeating a reservation starts its length again. */
  "hold-extended": mutateReducer((result, before, { reduce, now }) => {
    const { hold } = result.state.item;
    if (
      reduce !== reserve.reduce ||
      !hold ||
      hold.hold_id !== before.item.hold?.hold_id ||
      hold.until === now + DEFAULT_HOLD_MS
    )
      return result;
    const { item, rev } = result.state;
    return {
      ...result,
      state: {
        ...result.state,
        rev: Math.max(rev, before.rev + 1),
        item: { ...item, hold: { ...hold, until: now + DEFAULT_HOLD_MS } },
      },
    };
  }),
  /** The room ignores the opening of a chargeback, so the order continues. */
  "chargeback-ignored": mutateReducer((result, before, { reduce, input }) => {
    const opens = reduce === reversePayment.reduce && (input as { status: string }).status === "open";
    return opens ? { ...result, state: before } : result;
  }),
  /** A payout after a won chargeback reuses the first idempotency key, so the provider treats it as a repeat. */
  "payout-name-used-again": { ...PRODUCTION_RULES, transferKey: ({ order_id }) => order_id },
  /** A payment ignores that the purchase is being cancelled. */
  "purchase-paid-while-cancelled": {
    ...PRODUCTION_RULES,
    payProblem: (_decision, parts, now) => PRODUCTION_RULES.payProblem("open", parts, now),
  },
  /** A cancellation ignores that another part has been paid. */
  "purchase-cancelled-in-part": {
    ...PRODUCTION_RULES,
    cancelProblem: (decision) => PRODUCTION_RULES.cancelProblem(decision, []),
  },
};
