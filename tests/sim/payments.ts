/**
 * Card payments of the Worker (features/payments, jobs), with a yield for each await. Tables are maps; a batch runs
 * without a yield.
 */
import { cardCharged, orderPaid, reconcileDelay } from "#domain/payments/ledger";
import * as orders from "../../durable/item-room/commands/orders.ts";
import type { Facts } from "./provider.ts";
import { createRefund } from "./refunds.ts";
import { followReversals } from "./reversals.ts";
import { assertInvariant, type Market, type PaymentRow, type Process, SELLER } from "./world.ts";

/** The buyer opens the card form: the intent is created, then its row; the client secret follows the room's consent. */
export function* openCardForm(world: Market, orderId: string, userId: string): Process {
  const order = world.orders.get(orderId);
  if (order?.status !== "awaiting_payment" || order.payment_method !== "stripe") return;
  const rows = [...world.payments.values()].filter((row) => row.order === orderId);
  const open = rows.find((row) => row.status === "open");
  if (open) {
    yield;
    const facts = world.provider.facts(open.intent);
    if (facts.state !== "open") return yield* applyIntent(world, facts);
    return yield* attach(world, open, userId);
  }
  const intent = world.provider.create(`${orderId}_${rows.length}`, order.amount_cents);
  yield;
  // The unique index of one open intent per order.
  if (
    [...world.payments.values()].some(
      (row) => row.order === orderId && row.status === "open" && row.intent !== intent.id,
    )
  )
    return;
  const row: PaymentRow = world.payments.get(intent.id) ?? {
    intent: intent.id,
    order: orderId,
    item: order.item_id,
    amount: order.amount_cents,
    status: "open",
    outcome: null,
    settled: false,
    next_check: world.now + reconcileDelay(0),
    created: world.now,
  };
  world.payments.set(intent.id, row);
  yield;
  yield* attach(world, row, userId);
}

function* attach(world: Market, row: PaymentRow, userId: string): Process {
  const attached = world.ask(row.item, orders.attachIntent, { userId, orderId: row.order, intentId: row.intent });
  yield;
  const intent = world.provider.intents.get(row.intent);
  if (attached.ok && intent) intent.secret_given = true;
  else yield* applyIntent(world, world.provider.cancel(row.intent, "service", world.random));
}

export function* applyIntent(world: Market, facts: Facts): Process {
  const row = world.payments.get(facts.id);
  if (!row) return;
  const { item, order: orderId, intent: intentId } = row;
  if (facts.state === "succeeded") {
    if (row.status !== "succeeded") row.settled = false;
    row.status = "succeeded";
    world.post(cardCharged(intentId, facts.received));
    yield;
    if (row.outcome === null) yield* decide(world, row);
    row.settled = row.outcome !== null;
    yield* followReversals(world);
    return;
  }
  if (facts.state === "canceled") {
    if (row.status === "open") row.status = "canceled";
    yield;
    world.ask(item, orders.cardCancelled, { orderId, intentId, by: facts.cancelled_by });
    yield;
    if (row.status === "canceled") row.settled = true;
    return;
  }
  if (!facts.failed || row.status !== "open") return;
  yield;
  world.ask(item, orders.cardFailed, { orderId, intentId });
}

function* decide(world: Market, row: PaymentRow): Process {
  const { intent: intentId, order: orderId, amount: amountCents } = row;
  const handover = { code: "123456", secret: `secret of ${orderId}` };
  const reply = world.ask(row.item, orders.cardPaid, { orderId, intentId, amountCents, handover });
  const outcome = reply.ok && reply.value.outcome !== "refund" ? "paid" : "refund";
  yield;
  row.outcome ??= outcome;
  if (row.outcome === "paid" && outcome === "paid") world.post(orderPaid(intentId, orderId, amountCents));
  if (row.outcome === "refund" && outcome === "refund") {
    createRefund(world, `late:${intentId}:${orderId}`, row, { from: "received" });
  } else if (outcome === "paid" && row.outcome === "refund") {
    yield;
    world.ask(row.item, orders.refundOrder, { orderId, by: "service", actorId: null, relist: true });
  }
}

export function* closeIntent(world: Market, orderId: string, by: "buyer" | "service"): Process {
  const row = [...world.payments.values()].find((part) => part.order === orderId && part.status === "open");
  if (!row) return;
  yield;
  const facts = world.provider.cancel(row.intent, by, world.random);
  yield;
  yield* applyIntent(world, facts);
}

/** The buyer cancels; while an intent is open the provider is asked first. */
export function* cancelOrder(world: Market, itemId: string, orderId: string, userId: string): Process {
  const reply = world.ask(itemId, orders.cancelOrder, { userId, orderId });
  if (reply.ok || reply.details?.reason !== "intent_open") return;
  yield;
  yield* closeIntent(world, orderId, "buyer");
  yield;
  world.ask(itemId, orders.cancelOrder, { userId, orderId });
}

export function* closeDueIntents(world: Market, buyerId: string | null): Process {
  for (const order of world.orders.values()) {
    const due = order.card?.state === "closing" && order.status === "awaiting_payment";
    if (due && (buyerId === null || order.buyer_id === buyerId)) yield* closeIntent(world, order.id, "service");
  }
}

export function* reconcileIntents(world: Market): Process {
  for (const row of world.payments.values()) {
    if (row.settled || row.next_check > world.now) continue;
    row.next_check = world.now + reconcileDelay(world.now - row.created);
    yield;
    const facts = world.provider.facts(row.intent);
    const awaited = world.orders.get(row.order)?.status === "awaiting_payment";
    if (facts.state === "open" && !awaited) {
      const closed = world.provider.cancel(row.intent, "service", world.random);
      yield;
      yield* applyIntent(world, closed);
    } else yield* applyIntent(world, facts);
  }
}

/** Checks the ledger of one payment intent. */
export function checkMoney(world: Market, row: PaymentRow): void {
  const sums = world.sums.get(row.intent);
  if (!sums) return;
  assertInvariant((sums.get("card_received") ?? 0) <= 0, "more money is assigned than was received", () => row.intent);
  assertInvariant((sums.get("refunds") ?? 0) <= 0, "more money is refunded than was owed", () => row.intent);
  assertInvariant(
    (sums.get("order_held") ?? 0) <= 0,
    "more money is held for an order than was paid",
    () => row.intent,
  );
  const account = (name: string) => sums.get(name) ?? 0;
  // A refund may reach the buyer before the proceeds are recovered: until then the seller owes them.
  const transfer = world.transfers.get(row.order);
  const debt = transfer?.intent === row.intent && transfer.status === "reversing" ? transfer.atSeller : 0;
  assertInvariant(
    account(`seller_payable:${SELLER}`) <= debt,
    "transfers exceed the proceeds less reversals",
    () => row.intent,
  );
  // The bank's event can arrive before the payment's: the amount then shows as taken from zero.
  const taken = account("dispute_hold") + account("chargeback_losses") + account("fees");
  assertInvariant(
    account("stripe_clearing") + taken + debt >= 0,
    "more money was refunded than received",
    () => row.intent,
  );
}
