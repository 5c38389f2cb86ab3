/** Refunds of the Worker (features/payments/refunds), with a yield for each await. */
import { payoutRetryDelay, type RefundSource, refundOwed, refundSent } from "#domain/payments/ledger";
import * as orders from "../../durable/item-room/commands/orders.ts";
import { isDisputed, returnFee, stopPayout } from "./payouts.ts";
import { type Market, type PaymentRow, type Process, type RefundRow, SELLER } from "./world.ts";

const LEASE_MS = 2 * 60_000;

export function createRefund(world: Market, cause: string, row: PaymentRow, from: RefundSource): void {
  const refund: RefundRow = {
    id: cause,
    intent: row.intent,
    order: row.order,
    amount: row.amount,
    status: "due",
    attempts: 0,
    next_at: world.now,
  };
  if (!world.refunds.has(cause)) world.refunds.set(cause, refund);
  world.post(refundOwed(cause, row.intent, row.order, row.amount, from));
  world.processes.push(runRefund(world, cause));
}

/** Refunds the card payment of an order whose state requires it. */
export function* refundCardOrder(world: Market, orderId: string): Process {
  yield;
  const part = [...world.payments.values()].find((row) => row.order === orderId && row.outcome === "paid");
  if (!part || !stopPayout(world, world.transfers.get(orderId))) return;
  yield;
  if (isDisputed(world, part.intent)) return;
  // The proceeds became due meanwhile: the next run stops them first.
  const payout = world.transfers.get(orderId);
  if (payout?.status === "payable" || payout?.status === "sent") return;
  const bankGaveItBack = [...world.reversals.keys()].some((id) => world.ledger.has(`recovered:${id}:${orderId}`));
  if (bankGaveItBack) {
    yield;
    world.ask(part.item, orders.cardRefunded, { orderId, intentId: part.intent });
    return;
  }
  const due = world.transfers.has(orderId);
  returnFee(world, part);
  createRefund(world, `order:${orderId}`, part, due ? { from: "payable", sellerId: SELLER } : { from: "held" });
}

export function* runRefund(world: Market, id: string): Process {
  const refund = world.refunds.get(id);
  if (refund?.status !== "due" || refund.next_at > world.now || isDisputed(world, refund.intent)) return;
  refund.attempts++;
  refund.next_at = world.now + LEASE_MS;
  yield;
  if (world.faults && world.random.chance(10)) {
    refund.next_at = world.now + payoutRetryDelay(refund.attempts);
    return;
  }
  const made = world.provider.refund(refund.intent, refund.id, refund.amount);
  yield;
  if (!made || (refund.status as string) === "succeeded") return;
  refund.status = "succeeded";
  world.post(refundSent(refund.id, refund.intent, refund.order, refund.amount));
  yield;
  tellRoom(world, refund);
}

function tellRoom(world: Market, { intent, order }: RefundRow): void {
  const itemId = world.payments.get(intent)?.item;
  if (itemId) world.ask(itemId, orders.cardRefunded, { orderId: order, intentId: intent });
}

export function* retryRefunds(world: Market): Process {
  for (const row of world.payments.values()) {
    const order = world.orders.get(row.order);
    const owed = row.outcome === "paid" && order?.status === "refunded" && order.card?.state === "refund_due";
    if (owed && order.card?.intent_id === row.intent && !world.refunds.has(`order:${row.order}`))
      yield* refundCardOrder(world, row.order);
  }
  for (const refund of world.refunds.values()) {
    if (refund.status === "due") yield* runRefund(world, refund.id);
    const { card } = world.orders.get(refund.order) ?? {};
    const unheard = refund.status === "succeeded" && card?.state === "refund_due" && card.intent_id === refund.intent;
    if (unheard) tellRoom(world, refund);
  }
}
