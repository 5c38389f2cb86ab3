/** Seller payouts of the Worker (features/payments/payouts and payout-claims), with a yield for each await. */
import { DISPUTE_MS } from "#domain/deadlines";
import {
  feeReturned,
  feeTaken,
  feeTakenId,
  payoutRetryDelay,
  proceedsDue,
  transferReversed,
  transferSent,
} from "#domain/payments/ledger";
import { platformFee } from "#domain/payments/platform-fee";
import type { Sent } from "./provider.ts";
import { type Market, type PaymentRow, type Process, SELLER, type TransferRow } from "./world.ts";

const LEASE_MS = 2 * 60_000;
/** Basis points. */
const FEE_RATE = 500;

export const feeOf = ({ amount }: Pick<PaymentRow, "amount">) => platformFee(amount, FEE_RATE);

const orderFee = (row: Pick<PaymentRow, "intent" | "order" | "amount">) => ({
  intent_id: row.intent,
  order_id: row.order,
  seller_id: SELLER,
  fee_cents: feeOf(row),
});

/** Gives the platform fee back to the seller. Runs in the batch that takes the proceeds back. */
export function returnFee(world: Market, row: PaymentRow): void {
  if (world.ledger.has(feeTakenId(row.order))) world.post(feeReturned(orderFee(row)));
}

/** Whether a reversal forbids paying out this intent. */
export const isReversed = (world: Market, intent: string) =>
  [...world.reversals.values()].some((row) => row.intent === intent && row.status !== "won");

/** Whether the bank may be refunding this payment itself. */
export const isDisputed = (world: Market, intent: string) =>
  [...world.reversals.values()].some(
    (row) => row.intent === intent && (row.status === "open" || row.applied !== row.status),
  );

/** Proceeds of completed orders, and of paid orders whose dispute period has passed. */
export function* accrueProceeds(world: Market): Process {
  for (const row of world.payments.values()) {
    const order = world.orders.get(row.order);
    if (row.outcome !== "paid" || order?.card?.state !== "paid") continue;
    yield;
    const current = world.orders.get(row.order) ?? order;
    const past = current.collection_date <= world.now - DISPUTE_MS;
    const well = current.status === "completed" || (current.status === "payment_confirmed" && past);
    const refunded = [...world.refunds.values()].some((refund) => refund.order === row.order);
    if (!well || current.card?.state !== "paid" || refunded) continue;
    if (isReversed(world, row.intent) || world.transfers.has(row.order)) continue;
    world.transfers.set(row.order, {
      order: row.order,
      intent: row.intent,
      amount: row.amount - feeOf(row),
      status: "payable",
      generation: 0,
      atSeller: 0,
      everSent: false,
      attempts: 0,
      next_at: world.now,
      failed: false,
    });
    world.post(proceedsDue(row.intent, row.order, SELLER, row.amount - feeOf(row)));
    if (feeOf(row) > 0) world.post(feeTaken(orderFee(row)));
  }
}

const payoutOf = ({ intent, order }: TransferRow) => ({ intent_id: intent, order_id: order, seller_id: SELLER });
const held = (made: readonly Sent[]) => made.reduce((sum, { amount, reversed }) => sum + amount - reversed, 0);

/** Records the provider's transfers under the provider's own ids. */
function note(world: Market, row: TransferRow, made: readonly Sent[]): void {
  for (const { key, amount, reversals } of made) {
    world.post(transferSent(payoutOf(row), key, amount));
    for (const { id, cents } of reversals) world.post(transferReversed(payoutOf(row), id, cents));
  }
  row.atSeller = held(made);
  row.everSent ||= made.length > 0;
  row.failed = false;
  if (row.status === "payable" && row.atSeller === row.amount) row.status = "sent";
  else if (row.status === "reversing" && row.atSeller === 0) row.status = "reversed";
  else if (row.status === "reversed" && row.atSeller > 0) row.status = "reversing";
}

export function* sendTransfers(world: Market): Process {
  for (const row of world.transfers.values()) {
    if (row.status !== "payable" || row.next_at > world.now || isReversed(world, row.intent)) continue;
    yield;
    if (row.status !== "payable" || row.next_at > world.now || isReversed(world, row.intent)) continue;
    const { attempts, generation } = row;
    row.attempts++;
    row.next_at = world.now + LEASE_MS;
    row.failed = false;
    const leasedUntil = row.next_at;
    yield;
    const known = attempts > 0 || generation > 0 ? world.provider.sentOf(row.order) : [];
    yield;
    // The client's time-outs are far shorter than the lease, so no call is made after it.
    if (world.now >= leasedUntil) continue;
    const missing = row.amount - held(known);
    const fate = world.faults && missing > 0 ? world.random.below(100) : 100;
    const refused = fate < 5;
    const lost = fate < 15;
    const key = world.rules.transferKey({ order_id: row.order, generation });
    if (missing > 0 && !refused && (!lost || world.random.chance(50))) {
      known.push(world.provider.send(key, row.order, missing));
    }
    yield;
    if (!lost) {
      note(world, row, known);
      continue;
    }
    if (row.status === "payable" && row.generation === generation) {
      row.failed = true;
      row.generation += refused ? 1 : 0;
      row.next_at = world.now + payoutRetryDelay(row.attempts);
    }
  }
}

/** Runs as one statement. @returns false while a transfer is in progress. */
export function stopPayout(world: Market, row: TransferRow | undefined): boolean {
  if (!row) return true;
  const idle = row.attempts === 0 || row.next_at <= world.now || row.failed;
  if (row.status === "sent" || (row.status === "payable" && idle)) {
    const untouched = row.status === "payable" && row.attempts === 0 && row.atSeller === 0;
    row.status = untouched ? "reversed" : "reversing";
    row.failed = false;
    row.next_at = world.now;
    world.processes.push(reverseTransfers(world, row));
  }
  return row.status === "reversing" || row.status === "reversed";
}

/** Reverses the transfers of a seller, whose account may cover all, a part or nothing. */
export function* reverseTransfers(world: Market, row: TransferRow): Process {
  if (row.status !== "reversing" || row.next_at > world.now) return;
  row.attempts++;
  row.next_at = world.now + LEASE_MS;
  row.failed = false;
  const { generation, next_at: leasedUntil } = row;
  yield;
  let lost = false;
  for (const { key, amount, reversed } of world.provider.sentOf(row.order)) {
    if (amount === reversed) continue;
    yield;
    if (world.now >= leasedUntil) return;
    const fate = world.faults ? world.random.below(100) : 100;
    lost ||= fate < 10;
    if (fate < 5) continue;
    const left = amount - reversed;
    const available = fate < 25 ? world.random.below(left) : left;
    if (available > 0) world.provider.reverse(key, `${key}:${reversed}:${available}:${generation}`, available);
  }
  yield;
  if (!lost) note(world, row, world.provider.sentOf(row.order));
  if (row.status !== "reversing") return;
  row.failed = true;
  row.generation++;
  row.next_at = world.now + payoutRetryDelay(row.attempts);
}

export function* reverseDueTransfers(world: Market): Process {
  for (const row of world.transfers.values()) yield* reverseTransfers(world, row);
}

/** Runs as one statement. @returns false while a reversal is in progress. */
export function resumePayout(world: Market, row: TransferRow | undefined): boolean {
  if (row?.status !== "reversing" && row?.status !== "reversed") return true;
  if (row.status === "reversing") {
    if (row.attempts > 0 && row.next_at > world.now && !row.failed) return false;
    note(world, row, world.provider.sentOf(row.order));
  }
  const order = world.orders.get(row.order);
  const refunded = [...world.refunds.values()].some((refund) => refund.order === row.order);
  if (refunded || order?.status === "refunded" || isReversed(world, row.intent)) return true;
  row.status = row.atSeller === row.amount ? "sent" : "payable";
  row.generation += row.everSent ? 1 : 0;
  row.failed = false;
  row.next_at = world.now;
  return true;
}
