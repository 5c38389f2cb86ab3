/** What the Worker does about sellers' proceeds (features/payments/transfers), each await a yield. */
import { DISPUTE_MS } from "#domain/deadlines";
import { payoutRetryDelay, proceedsDue, transferReversed, transferSent } from "#domain/ledger";
import { type Process, SELLER, type TransferRow, type World } from "./world.ts";

const LEASE_MS = 2 * 60_000;

/** Money of this intent may not be passed on. */
export const isReversed = (world: World, intent: string) =>
  [...world.reversals.values()].some((row) => row.intent === intent && row.status !== "won");

/** The bank may be giving this money back itself. */
export const isDisputed = (world: World, intent: string) =>
  [...world.reversals.values()].some(
    (row) => row.intent === intent && (row.status === "open" || row.applied !== row.status),
  );

/** Proceeds of orders that are over and well, or whose day is long past. */
export function* accrueProceeds(world: World): Process {
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
      amount: row.amount,
      status: "payable",
      generation: 0,
      sent: false,
      attempts: 0,
      next_at: world.now,
      failed: false,
    });
    world.post(proceedsDue(row.intent, row.order, SELLER, row.amount));
  }
}

const ledgerTransfer = ({ intent, order, amount, generation }: TransferRow) => ({
  intent_id: intent,
  order_id: order,
  seller_id: SELLER,
  amount_cents: amount,
  generation,
});

export function* sendTransfers(world: World): Process {
  for (const row of world.transfers.values()) {
    if (row.status !== "payable" || row.next_at > world.now || isReversed(world, row.intent)) continue;
    yield;
    if (row.status !== "payable" || row.next_at > world.now || isReversed(world, row.intent)) continue;
    row.attempts++;
    row.next_at = world.now + LEASE_MS;
    row.failed = false;
    const { generation, next_at: leasedUntil } = row;
    yield;
    // The client's time-outs are far shorter than the lease: a call never comes after it.
    if (world.now >= leasedUntil) continue;
    const lost = world.faults && world.random.chance(15);
    if (!lost || world.random.chance(50)) send(world, row, generation);
    yield;
    if (lost) {
      if (row.status === "payable" && row.generation === generation) {
        row.failed = true;
        row.next_at = world.now + payoutRetryDelay(row.attempts);
      }
      continue;
    }
    record(world, row, generation);
  }
}

const keyOf = ({ rules }: World, row: TransferRow, generation: number) =>
  rules.transferKey({ order_id: row.order, generation });

function send(world: World, row: TransferRow, generation: number): void {
  const { transfers } = world.provider;
  const key = keyOf(world, row, generation);
  if (!transfers.has(key)) transfers.set(key, { order: row.order, generation, amount: row.amount, reversed: false });
}

function record(world: World, row: TransferRow, generation: number): void {
  if (row.generation !== generation) return;
  if (row.status === "payable") row.status = "sent";
  if (row.status !== "sent") return;
  row.sent = true;
  world.post(transferSent(ledgerTransfer(row)));
}

/** @returns false while a transfer is on its way. */
export function* reverseTransfer(world: World, row: TransferRow): Generator<undefined, boolean, undefined> {
  if (row.status === "reversed") return true;
  const { generation } = row;
  if (row.status === "payable") {
    if (row.attempts > 0 && row.next_at > world.now && !row.failed) return false;
    const { attempts } = row;
    const sent = attempts > 0 && world.provider.transfers.has(keyOf(world, row, generation));
    yield;
    if (!sent) {
      if (row.status === "payable" && row.attempts === attempts) row.status = "reversed";
      return (row.status as string) === "reversed";
    }
    record(world, row, generation);
    yield;
  }
  const made = world.provider.transfers.get(keyOf(world, row, generation));
  if (!made) return false;
  if (world.faults && world.random.chance(15)) return false;
  made.reversed = true;
  yield;
  if (row.status === "sent" && row.generation === generation) row.status = "reversed";
  world.post(transferReversed({ ...ledgerTransfer(row), generation }));
  return true;
}

export function resume(world: World, row: TransferRow | undefined): void {
  const order = row && world.orders.get(row.order);
  const refunded = row && [...world.refunds.values()].some((refund) => refund.order === row.order);
  if (row?.status !== "reversed" || refunded || order?.status === "refunded" || isReversed(world, row.intent)) return;
  row.status = "payable";
  if (row.sent) {
    row.generation++;
    row.attempts = 0;
  }
  row.sent = false;
  row.failed = false;
  row.next_at = world.now;
}
