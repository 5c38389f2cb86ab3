/**
 * Consequences of a reversal, right after it is recorded and again from cron: its orders stop, continue or end; money
 * already sent to sellers is claimed back; and the loss is covered from the sellers' proceeds. Every step may be
 * repeated. One runner at a time has the row's lease, and the job `follow-reversals` continues where it stopped.
 */

import { type SQL, sql } from "drizzle-orm";
import { reversalKind } from "#domain/orders/order-reversal";
import { sqlList, UNDONE } from "#domain/orders/order-status";
import {
  allocate,
  payoutRetryDelay,
  type RefundSource,
  recovered,
  recoveryUndone,
  refundOwed,
} from "#domain/payments/ledger";
import { reversePayment } from "../../../../durable/item-room/commands/orders.ts";
import { batch } from "../../../db/client.ts";
import { insertLedgerTransaction, insertRefund } from "../../../db/ledger.ts";
import { execute } from "../../../http/item-room.ts";
import { errorText, log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { resumePayout, stopPayout } from "../payout-claims.ts";
import { returnFee, takeFeeAgain } from "../platform-fee-queries.ts";
import {
  findPayment,
  findTransfer,
  isInLedger,
  type PaymentPart,
  paidPartOf,
  partsOf,
  type Refund,
  type Reversal,
} from "../queries.ts";
import { findMadeRefunds, refundCardOrderSoon, runRefundSoon } from "../refunds.ts";
import { sharesOf } from "./chargeback-shares.ts";
import { makeDue, settleProceeds } from "./part-lost.ts";

/** Longer than it takes to ask every room and the provider. */
const LEASE_MS = 2 * 60_000;

/** Returns the query of the pending reversals of a payment. */
export const pendingReversalsQuery = (intentId: string | SQL): SQL =>
  sql`SELECT id FROM payment_reversals WHERE intent_id = ${intentId} AND applied_status IS NOT status`;

/** Applies every pending reversal of a payment. */
export async function followReversalsOf(services: Services, intentId: string): Promise<void> {
  const rows = await services.db.all<{ id: string }>(pendingReversalsQuery(intentId));
  for (const { id } of rows) await followReversal(services, id);
}

/** Applies a reversal to its orders and payouts. The job repeats what fails. */
export async function followReversal(services: Services, id: string): Promise<void> {
  const { db, now } = services;
  // Until the payment itself is settled, its paid orders are not known.
  for (let row = await lease(services, id); row !== null; row = await lease(services, id)) {
    try {
      await follow(services, row);
      // An inquiry that has become a chargeback meanwhile is applied again.
      const applied = sql`CASE WHEN ${row.status} = 'open' AND withdrawn_cents <> ${row.withdrawn_cents} THEN NULL
        ELSE ${row.status} END`;
      await db.run(
        sql`UPDATE payment_reversals SET applied_status = ${applied}, attempts = 0, last_error = NULL, next_at = ${now()}
          WHERE id = ${id}`,
      );
      await runRefundsOf(services, row.intent_id);
    } catch (error) {
      log("error", { reversal: id, error: errorText(error) });
      await db.run(
        sql`UPDATE payment_reversals SET last_error = ${errorText(error).slice(0, 300)},
          next_at = ${now() + payoutRetryDelay(row.attempts)} WHERE id = ${id}`,
      );
      return;
    }
  }
}

/** Starts refunds that waited for the bank, and refunds that a lost chargeback leaves to be made. */
async function runRefundsOf(services: Services, intentId: string): Promise<void> {
  const [due, owed] = await batch<[{ id: string }, { id: string }]>(services.db, [
    sql`SELECT id FROM refunds WHERE intent_id = ${intentId} AND status = 'due'`,
    sql`SELECT id FROM orders WHERE card_intent_id = ${intentId} AND card_state = 'refund_due' AND status = 'refunded'`,
  ]);
  for (const { id } of due) runRefundSoon(services, id);
  for (const { id } of owed) refundCardOrderSoon(services, id);
}

async function lease({ db, now }: Services, id: string): Promise<Reversal | null> {
  const at = now();
  const [leased] = await batch<[Reversal]>(db, [
    // Clears the error of an earlier try: with an error, commands.ts takes the row as idle.
    sql`UPDATE payment_reversals SET attempts = attempts + 1, next_at = ${at + LEASE_MS}, last_error = NULL
      WHERE id = ${id} AND applied_status IS NOT status AND next_at <= ${at}
        AND EXISTS (SELECT 1 FROM payments p WHERE p.intent_id = payment_reversals.intent_id
          AND (p.kind = 'topup' OR (p.status = 'succeeded' AND p.settled_at IS NOT NULL))) RETURNING *`,
  ]);
  return leased[0] ?? null;
}

async function follow(services: Services, reversal: Reversal): Promise<void> {
  const payment = await findPayment(services.db, reversal.intent_id);
  if (!payment || payment.kind === "topup") return;
  const paid = (await partsOf(services.db, payment.intent_id)).filter(({ outcome }) => outcome === "paid");
  if (reversal.kind === "chargeback") return followChargeback(services, reversal, paid);
  if (reversal.status !== "lost") return followStatus(services, reversal, paid);
  await findMadeRefunds(services, payment.intent_id);
  await recordCovered(services, reversal, await claimsOf(services, reversal, paid, new Map()));
}

async function followChargeback(services: Services, reversal: Reversal, paid: readonly PaymentPart[]): Promise<void> {
  // A loss that is not shared out was taken from no order, so there is nothing to give back.
  if (reversal.applied_status === "lost" && reversal.shared_at !== null) return followAppeal(services, reversal);
  const { status } = reversal;
  const shares = await sharesOf(services, reversal, paid);
  const deals = await dealsOf(services, reversal);
  if (shares === null && status !== "won") {
    // Nobody knows whose part it is: what was not handed over waits, and no seller is asked for money.
    const waiting = paid.filter(({ order_id }) => deals.get(order_id)?.earned !== true);
    for (const part of waiting) await reportToRoom(services, { ...reversal, status: "open" }, part);
    return;
  }
  const shareOf = ({ order_id }: PaymentPart) => shares?.get(order_id) ?? 0;
  const bearing = paid.filter((part) => shareOf(part) > 0);
  const stopped = paid.filter((part) => shareOf(part) === 0 && deals.get(part.order_id)?.stopped === true);
  await followStatus(services, { ...reversal, status: "won" }, stopped);
  if (status !== "lost") return followStatus(services, reversal, bearing);
  await findMadeRefunds(services, reversal.intent_id);
  const standing = bearing.filter(
    (part) => shareOf(part) < part.amount_cents && deals.get(part.order_id)?.earned === true,
  );
  for (const part of standing) await makeDue(services, part);
  const claims = await claimsOf(services, reversal, paid, shares ?? new Map());
  for (const part of bearing) {
    const whole = claims.find(({ id }) => id === part.order_id)?.whole ?? false;
    const loss = standing.includes(part) ? { partCents: shareOf(part) } : { rest: !whole };
    await reportToRoom(services, reversal, part, loss);
  }
  for (const part of bearing) if (!standing.includes(part)) await movePayout(services, reversal, part);
  await recordCovered(services, reversal, claims);
  for (const part of standing) await settleProceeds(services, part.order_id, part.amount_cents - shareOf(part));
}

/** Tells these orders and moves their payouts. */
async function followStatus(services: Services, reversal: Reversal, parts: readonly PaymentPart[]): Promise<void> {
  for (const part of parts) await reportToRoom(services, reversal, part);
  for (const part of parts) await movePayout(services, reversal, part);
}

interface Deal {
  /** The proceeds are the seller's: the order was collected, or they have fallen due. */
  earned: boolean;
  /** This reversal has stopped the order. */
  stopped: boolean;
}

async function dealsOf({ db }: Services, { id, intent_id: intentId }: Reversal): Promise<Map<string, Deal>> {
  const rows = await db.all<{ id: string; earned: number; stopped: number }>(sql`SELECT o.id,
      o.completed_at IS NOT NULL OR EXISTS (SELECT 1 FROM transfers p WHERE p.order_id = o.id) AS earned,
      EXISTS (SELECT 1 FROM json_each(o.reversals) one WHERE one.value ->> 'id' = ${id}
        AND one.value ->> 'outcome' IS NULL)
        OR EXISTS (SELECT 1 FROM transfers p WHERE p.order_id = o.id AND p.status IN ('reversing', 'reversed')) AS stopped
    FROM payment_parts t JOIN orders o ON o.id = t.order_id WHERE t.intent_id = ${intentId} AND t.outcome = 'paid'`);
  return new Map(rows.map((row) => [row.id, { earned: row.earned === 1, stopped: row.stopped === 1 }]));
}

async function reportToRoom(
  { env }: Services,
  reversal: Reversal,
  part: PaymentPart,
  loss: { rest?: boolean; partCents?: number } = {},
): Promise<void> {
  const { id, status, intent_id: intentId } = reversal;
  const kind = reversalKind(reversal);
  const done = await execute(
    env,
    part.item_id,
    reversePayment({ orderId: part.order_id, intentId, id, kind, status, ...loss }),
  );
  if (!done.ok) log("error", { problem: "order did not follow", reversal: id, order: part.order_id, code: done.code });
}

/** While a reversal is open nothing is sent; for a chargeback, money already sent is claimed back. */
async function movePayout(services: Services, { kind, status }: Reversal, { order_id: orderId }: PaymentPart) {
  const payout = await findTransfer(services.db, orderId);
  if (!payout) return;
  // While the bank decides, proceeds that were never sent just wait.
  const waits = kind !== "chargeback" || (status === "open" && payout.status === "payable" && payout.attempts === 0);
  const done = status === "won" ? resumePayout(services, orderId) : waits || stopPayout(services, orderId);
  if (!(await done)) throw new Error(`the payout of ${orderId} is being sent or fetched back at this moment`);
}

/** Money that the reversal returned to the buyer: for a paid order, or for a refund that was due. */
interface Claim {
  id: string;
  order_id: string | null;
  from: RefundSource | { from: "refunds" };
  /** The part of it that the reversal took. */
  cents: number;
  whole: boolean;
  /** The paid order; null for a refund. */
  part: PaymentPart | null;
}

/** Spreads the lost sum over the payment's orders, each with its share (D69), then its refunds. */
async function claimsOf(
  { db }: Services,
  reversal: Reversal,
  paid: readonly PaymentPart[],
  shares: ReadonlyMap<string, number>,
): Promise<Claim[]> {
  const { id, kind, intent_id: intentId, amount_cents: amount } = reversal;
  const prefix = `recovered:${id}:`;
  const counted = await db.all<{ txn_id: string; cents: number }>(sql`SELECT txn_id, amount_cents AS cents FROM ledger
    WHERE intent_id = ${intentId} AND amount_cents > 0 AND substr(txn_id, 1, ${prefix.length}) = ${prefix}`);
  const before = new Map(counted.map(({ txn_id, cents }) => [txn_id.slice(prefix.length), cents]));
  const refunds = await db.all<Refund>(sql`SELECT * FROM refunds WHERE intent_id = ${intentId} ORDER BY id`);
  let left = amount - counted.reduce((sum, { cents }) => sum + cents, 0);
  const take = (claim: string, cents: number): number => {
    const known = before.get(claim);
    if (known !== undefined) return known;
    const [taken = 0] = allocate(left, [cents]);
    left -= taken;
    return taken;
  };
  const claims: Claim[] = [];
  // A refund in the dashboard counts for an order only when our staff undo the order (payments/refunds).
  const orders =
    kind === "refund" ? [] : paid.filter((part) => !refunds.some(({ cause }) => cause === `order:${part.order_id}`));
  for (const part of orders) {
    const { order_id, seller_id: sellerId, amount_cents: cents } = part;
    const from: RefundSource = (await findTransfer(db, order_id)) ? { from: "payable", sellerId } : { from: "held" };
    const taken = take(order_id, Math.min(cents, shares.get(order_id) ?? 0));
    claims.push({ id: order_id, order_id, from, cents: taken, whole: taken === cents, part });
  }
  for (const refund of refunds) {
    const open = refund.status === "due" || refund.status === "failed";
    const meant = kind === "chargeback" || refund.created_at <= reversal.created_at;
    if (!open || !meant || before.has(refund.id)) continue;
    const taken = take(refund.id, refund.amount_cents);
    const whole = taken === refund.amount_cents;
    claims.push({
      id: refund.id,
      order_id: refund.order_id,
      from: { from: "refunds" },
      cents: taken,
      whole,
      part: null,
    });
  }
  return claims.filter(({ cents }) => cents > 0);
}

/** Records which claims the reversal has covered. The rest is then refunded like any other refund. */
async function recordCovered(services: Services, reversal: Reversal, claims: readonly Claim[]): Promise<void> {
  const at = services.now();
  const statements: SQL[] = claims.flatMap((claim) => {
    const entry = recovered(reversal, claim, claim.cents);
    const settled = claim.whole
      ? sql`status = 'succeeded', provider_refund_id = ${reversal.id}, settled_at = ${at}`
      : sql`status = 'due', amount_cents = amount_cents - ${claim.cents}, next_at = ${at}`;
    const refund = sql`UPDATE refunds SET ${settled}, last_error = NULL
      WHERE id = ${claim.id} AND status IN ('due', 'failed') AND NOT ${isInLedger(entry.id)}`;
    return [
      ...(claim.part ? returnFee(claim.part, at) : []),
      ...(claim.from.from === "refunds" ? [refund] : []),
      insertLedgerTransaction(entry, at),
    ];
  });
  if (statements.length > 0) await batch(services.db, statements);
}

// Chargebacks that were lost and then won on appeal: the bank has taken the money from the buyer again and returned
// it to us. The orders ended when the chargeback was lost. The party that bore the loss gets the money: the seller if
// the proceeds had fallen due, because the goods changed hands; otherwise the buyer, who paid and has nothing.

interface Recovery {
  txn_id: string;
  account: string;
  order_id: string | null;
  cents: number;
}

/** Applies a won appeal. May be repeated: every movement and refund has its cause. */
export async function followAppeal(services: Services, reversal: Reversal): Promise<void> {
  const { db, now } = services;
  const { id, intent_id: intentId } = reversal;
  const prefix = `recovered:${id}:`;
  const recoveries = await db.all<Recovery>(sql`SELECT txn_id, account, order_id, amount_cents AS cents FROM ledger
    WHERE intent_id = ${intentId} AND amount_cents > 0 AND substr(txn_id, 1, ${prefix.length}) = ${prefix}`);
  const at = now();
  for (const { txn_id: txn, account, order_id: orderId, cents } of recoveries) {
    const claim = txn.slice(prefix.length);
    const undone = recoveryUndone(reversal, { id: claim, order_id: orderId, account }, cents);
    if (account.startsWith("seller_payable:")) {
      const part = orderId === null ? null : await paidPartOf(db, orderId);
      await batch(db, [insertLedgerTransaction(undone, at), ...(part ? takeFeeAgain(part, at) : [])]);
      if (part && cents < part.amount_cents && (await stands(services, part))) {
        await settleProceeds(services, part.order_id, part.amount_cents - part.fee_cents);
        continue;
      }
      const resumed = orderId === null || (await resumePayout(services, orderId, { wonOnAppeal: cents }));
      if (!resumed) throw new Error(`the payout of ${orderId} is being fetched back at this moment`);
      continue;
    }
    const cause = `appeal:${id}:${claim}`;
    const refundId = await stableId("ref", cause);
    await batch(db, [
      insertLedgerTransaction(undone, at),
      insertRefund({ id: refundId, intentId, orderId, amountCents: cents, cause }, at),
      // Money that was owed to the buyer is owed again; money held for the order is now owed.
      ...(account === "order_held"
        ? [insertLedgerTransaction(refundOwed(refundId, intentId, orderId, cents, { from: "held" }), at)]
        : []),
    ]);
    runRefundSoon(services, refundId);
  }
  log("warn", { chargeback: id, problem: "won on appeal", recoveries: recoveries.length });
}

/** The sale stood although the bank took part of its price (D69). */
async function stands({ db }: Services, { order_id: orderId }: PaymentPart): Promise<boolean> {
  const order = await db.get<{ status: string }>(sql`SELECT status FROM orders WHERE id = ${orderId}`);
  return order !== undefined && order !== null && order.status !== "refunded";
}

/**
 * Closes refunds and fraud warnings for which no order waits for a decision any more. The buyer keeps a refund. Payouts
 * of orders that continue are no longer held back.
 */
export async function closeDecidedReversals({ db, now }: Services, which: SQL = sql`1`): Promise<void> {
  await db.run(
    sql`UPDATE payment_reversals AS r SET status = CASE r.kind WHEN 'refund' THEN 'lost' ELSE 'won' END,
        closed_at = ${now()}
      WHERE r.kind IN ('refund', 'fraud_warning') AND r.status = 'open' AND r.applied_status = 'open' AND ${which}
        AND NOT EXISTS (SELECT 1 FROM payment_parts t JOIN orders o ON o.id = t.order_id
          WHERE t.intent_id = r.intent_id AND t.outcome = 'paid' AND o.status NOT IN (${sql.raw(sqlList(UNDONE))})
            AND NOT EXISTS (SELECT 1 FROM json_each(o.reversals) one
              WHERE one.value ->> 'id' = r.id AND one.value ->> 'outcome' IS NOT NULL))`,
  );
}

/** Condition for `closeDecidedReversals`: reversals of this order's payment. */
export const ofOrder = (orderId: string): SQL =>
  sql`r.intent_id IN (SELECT intent_id FROM payment_parts WHERE order_id = ${orderId})`;
