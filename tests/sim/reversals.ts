/** Chargebacks of the Worker (features/payments/reversals), with a yield for each await. */
import {
  chargebackFee,
  chargebackLost,
  disputeReinstated,
  disputeWithdrawn,
  payoutRetryDelay,
  recovered,
} from "#domain/payments/ledger";
import * as orders from "../../durable/item-room/commands/orders.ts";
import { feeOf, resumePayout, returnFee, stopPayout } from "./payouts.ts";
import { DISPUTE_FEE, type DisputeFacts } from "./provider.ts";
import { runRefund } from "./refunds.ts";
import { assertInvariant, type Market, type PaymentRow, type Process, type ReversalRow, SELLER } from "./world.ts";

const LEASE_MS = 2 * 60_000;

/** Row, event and ledger entries are one batch; the process may die at any later step. */
export function* applyDispute(world: Market, { id, intent, amount, status }: DisputeFacts): Process {
  if (!world.payments.has(intent)) return;
  const row: ReversalRow = world.reversals.get(id) ?? {
    id,
    intent,
    amount,
    status: "open",
    applied: null,
    attempts: 0,
    next_at: world.now,
  };
  world.reversals.set(id, row);
  world.post(disputeWithdrawn(id, intent, amount));
  world.post(chargebackFee(id, intent, DISPUTE_FEE));
  if (row.status === "open") row.status = status;
  if (row.status === "won") world.post(disputeReinstated(id, intent, amount));
  if (row.status === "lost") world.post(chargebackLost(id, intent, amount));
  yield;
  yield* followReversal(world, row);
}

export function* followReversals(world: Market): Process {
  for (const row of world.reversals.values()) yield* followReversal(world, row);
}

export function* followReversal(world: Market, row: ReversalRow): Process {
  const payment = world.payments.get(row.intent);
  // Whether the payment bought the order is known only after it has been settled.
  while (payment?.status === "succeeded" && payment.settled && row.applied !== row.status && row.next_at <= world.now) {
    row.attempts++;
    row.next_at = world.now + LEASE_MS;
    const { status } = row;
    yield;
    if (!(yield* follow(world, row, payment, status))) {
      row.next_at = world.now + payoutRetryDelay(row.attempts);
      return;
    }
    row.applied = status;
    row.attempts = 0;
    row.next_at = world.now;
    for (const refund of world.refunds.values()) {
      if (refund.intent === row.intent && refund.status === "due") world.processes.push(runRefund(world, refund.id));
    }
  }
}

function* follow(
  world: Market,
  row: ReversalRow,
  payment: PaymentRow,
  status: ReversalRow["status"],
): Generator<undefined, boolean, undefined> {
  const { order: orderId, item, intent } = payment;
  const refunds = [...world.refunds.values()].filter((refund) => refund.intent === intent);
  const ofOrder = payment.outcome === "paid" && !refunds.some(({ id }) => id === `order:${orderId}`);
  if (payment.outcome === "paid") {
    const command = { orderId, intentId: intent, id: row.id, kind: "chargeback" as const, status, rest: !ofOrder };
    world.ask(item, orders.reversePayment, command);
    yield;
    const transfer = world.transfers.get(orderId);
    const waits = status === "open" && transfer?.status === "payable" && transfer.attempts === 0;
    if (!(status === "won" ? resumePayout(world, transfer) : waits || stopPayout(world, transfer))) return false;
  }
  if (status !== "lost") return true;
  yield;
  if (ofOrder) {
    const due = world.transfers.has(orderId);
    const from = due ? { from: "payable" as const, sellerId: SELLER } : { from: "held" as const };
    returnFee(world, payment);
    world.post(
      recovered(
        { id: row.id, kind: "chargeback", intent_id: intent },
        { id: orderId, order_id: orderId, from },
        row.amount,
      ),
    );
    return true;
  }
  for (const refund of refunds) {
    if (refund.status === "succeeded") continue;
    refund.status = "succeeded";
    const claim = { id: refund.id, order_id: refund.order, from: { from: "refunds" as const } };
    world.post(recovered({ id: row.id, kind: "chargeback", intent_id: intent }, claim, refund.amount));
  }
  return true;
}

/** After every step: what the seller has received for an order, and what the order may do during a chargeback. */
export function checkReversals(world: Market, statusOf: (orderId: string) => string | undefined): void {
  for (const row of world.reversals.values()) {
    const { order = "", outcome } = world.payments.get(row.intent) ?? {};
    // Late money bought nothing: another intent may have paid its order.
    if (outcome !== "paid" || row.applied !== row.status || row.status === "won") continue;
    assertInvariant(
      !["payment_confirmed", "completed"].includes(statusOf(order) ?? ""),
      "an order continues during a chargeback (A65)",
      () => `${order} ${statusOf(order)}`,
    );
    const transfer = world.transfers.get(order);
    const claimed = !transfer || transfer.status === "reversing" || world.provider.sentFor(order) === 0;
    assertInvariant(claimed, "the seller has a charged-back amount that is not being recovered (A65)", () => order);
  }
  for (const { order, amount } of world.transfers.values()) {
    assertInvariant(world.provider.sentFor(order) <= amount, "the seller is sent more than the proceeds", () => order);
  }
}

/** Checks the reversals after everything has settled. */
export function checkReversalsAtRest(world: Market, statusOf: (orderId: string) => string | undefined): void {
  for (const dispute of world.provider.disputes.values()) {
    const row = world.reversals.get(dispute.id);
    if (!world.payments.has(dispute.intent)) continue;
    assertInvariant(row?.status === dispute.status, "a decision of the bank is not recorded (A65)", () => dispute.id);
    assertInvariant(row?.applied === dispute.status, "a decision of the bank is not applied (A65)", () =>
      JSON.stringify(row),
    );
    const sums = world.sums.get(dispute.intent);
    for (const account of ["dispute_hold", "chargeback_losses"]) {
      assertInvariant(
        (sums?.get(account) ?? 0) === 0,
        `${account} is left after a decided chargeback`,
        () => dispute.id,
      );
    }
    if (dispute.status !== "lost") continue;
    assertInvariant(
      (sums?.get("order_held") ?? 0) === 0,
      "a lost chargeback leaves money for its order",
      () => dispute.id,
    );
  }
  for (const { order, intent, amount } of world.payments.values()) {
    if (world.provider.intents.get(intent)?.state !== "succeeded") continue;
    const sent = world.provider.sentFor(order);
    const status = statusOf(order);
    const paid = world.payments.get(intent)?.outcome === "paid";
    const fee = feeOf({ amount });
    const charged = -(world.sums.get(intent)?.get("platform_fees") ?? 0);
    if (paid && status === "completed") {
      assertInvariant(sent === amount - fee, "the seller was not paid", () => `${order} ${sent}`);
      assertInvariant(charged === fee, "the platform fee of a sale is missing", () => `${order} ${charged}`);
    }
    if (paid && status === "refunded") {
      assertInvariant(sent === 0, "the seller has the proceeds of an undone order", () => order);
      assertInvariant(charged === 0, "the platform fee of an undone order was kept", () => `${order} ${charged}`);
    }
    assertInvariant(
      (world.sums.get(intent)?.get(`seller_payable:${SELLER}`) ?? 0) === 0 || status !== "completed",
      "proceeds are left over",
      () => order,
    );
  }
}
