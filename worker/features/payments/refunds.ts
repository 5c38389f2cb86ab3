/**
 * Refunds. One cause makes one row, and one row makes one refund: one runner at a time has the row's lease, the
 * provider gets the row's id as idempotency key, and every try first looks for an existing refund, because the provider
 * drops that key after a day (D20, D74).
 */

import { type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { NOT_FOUND } from "#contract/errors";
import { DAY_MS } from "#domain/deadlines";
import { PRICE_REFUND } from "#domain/orders/deal-changes";
import {
  allocate,
  type LedgerTxn,
  payoutRetryDelay,
  type RefundSource,
  recovered,
  refundOwed,
  refundPaidByHand,
  refundSent,
} from "#domain/payments/ledger";
import { done, type Result, refuse } from "#domain/result";
import { cardRefunded } from "../../../durable/item-room/commands/orders.ts";
import { isRefusal, refusalCode } from "../../adapters/card-stripe.ts";
import { CHANGED, insertAuditEntry } from "../../db/audit-log.ts";
import { batch, type Database } from "../../db/client.ts";
import { insertLedgerTransaction, insertRefund } from "../../db/ledger.ts";
import { execute } from "../../http/item-room.ts";
import { errorText, log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { deliverSoon } from "../notifications/commands.ts";
import { refundEmails } from "./emails.ts";
import { stopPayout } from "./payout-claims.ts";
import { returnFee } from "./platform-fee-queries.ts";
import {
  isDisputed,
  isInLedger,
  mayRunRefund,
  type PaymentPart,
  paidPartOf,
  type Refund,
  type Reversal,
} from "./queries.ts";

/** Longer than any call to the provider may take. */
const LEASE_MS = 2 * 60_000;
const OVERDUE_MS = DAY_MS;

export interface RefundRequest {
  intentId: string;
  orderId: string | null;
  amountCents: number;
  /** Identifies the reason. A second request with the same cause changes nothing. */
  cause: string;
}

/** Records that money is owed back and starts the refund. `source` is the ledger account it comes from. */
export async function requestRefund(
  services: Services,
  { intentId, orderId, amountCents, cause }: RefundRequest,
  source: RefundSource = { from: "received" },
): Promise<string> {
  const id = await stableId("ref", cause);
  const at = services.now();
  await batch(services.db, [
    insertRefund({ id, intentId, orderId, amountCents, cause }, at),
    insertLedgerTransaction(refundOwed(id, intentId, orderId, amountCents, source), at),
  ]);
  runRefundSoon(services, id);
  return id;
}

/**
 * Refunds an order that its room has marked as refunded. Proceeds already sent are claimed back separately
 * (payments/payout-claims): the buyer waits for that only if the seller ordered the refund (orders/seller-refunds). May be repeated.
 */
export async function refundCardOrder(services: Services, orderId: string): Promise<void> {
  const part = await paidPartOf(services.db, orderId);
  if (!part) return;
  const { intent_id: intentId } = part;
  if (!(await stopPayout(services, orderId))) return;
  const elsewhere = await refundedElsewhere(services, part);
  const amountCents = part.amount_cents - elsewhere.reduce((sum, { cents }) => sum + cents, 0);
  const cause = `order:${orderId}`;
  const id = await stableId("ref", cause);
  const at = services.now();
  // The proceeds may fall due concurrently. Either way the entry is taken from the account that has the money.
  const due = sql`EXISTS (SELECT 1 FROM transfers WHERE order_id = ${orderId})`;
  // A bank may take the money concurrently; then another sum is due, or none.
  const bankRows = elsewhere.filter(({ reversal }) => reversal.kind === "chargeback").length;
  // Proceeds that fell due meanwhile are stopped first, by the next run. So is a price agreed before the refund (D82).
  const going = sql`SELECT 1 AS going FROM transfers WHERE order_id = ${orderId} AND status IN ('payable', 'sent')`;
  const stands = sql`NOT EXISTS (${going})
    AND EXISTS (SELECT 1 FROM payment_parts p WHERE p.order_id = ${orderId} AND p.intent_id = ${intentId}
      AND p.amount_cents = ${part.amount_cents})
    AND NOT ${isDisputed(sql`${intentId}`)} AND (SELECT count(*) FROM payment_reversals r JOIN ledger l
      ON l.txn_id = 'recovered:' || r.id || ':' || ${orderId} AND l.amount_cents > 0
    WHERE r.intent_id = ${intentId} AND r.kind = 'chargeback') = ${bankRows}`;
  const fromWhereItIs = (entry: (source: RefundSource) => LedgerTxn, txnId: string) => [
    insertLedgerTransaction(entry({ from: "held" }), at, sql`NOT ${due} AND NOT ${isInLedger(txnId)} AND ${stands}`),
    insertLedgerTransaction(
      entry({ from: "payable", sellerId: part.seller_id }),
      at,
      sql`${due} AND NOT ${isInLedger(txnId)} AND ${stands}`,
    ),
  ];
  await batch(services.db, [
    ...returnFee(part, at, stands),
    ...elsewhere.flatMap(({ reversal, cents }) =>
      fromWhereItIs(
        (from) => recovered(reversal, { id: orderId, order_id: orderId, from }, cents),
        `recovered:${reversal.id}:${orderId}`,
      ),
    ),
    ...(amountCents > 0
      ? [
          insertRefund({ id, intentId, orderId, amountCents, cause }, at, stands),
          ...fromWhereItIs((from) => refundOwed(id, intentId, orderId, amountCents, from), `refund-owed:${id}`),
        ]
      : []),
    sql`UPDATE seller_refunds SET status = 'refunded' WHERE order_id = ${orderId} AND status = 'claiming'
      AND (${amountCents} <= 0 OR EXISTS (SELECT 1 FROM refunds WHERE id = ${id}))`,
  ]);
  if (await services.db.get(going)) return;
  if (amountCents > 0) runRefundSoon(services, id);
  else await markRefundedInRoom(services, intentId, orderId);
}

/**
 * Returns what the buyer has already received for an order: from the bank, and from refunds in the provider's
 * dashboard, which count for the orders that are undone.
 */
async function refundedElsewhere({ db }: Services, part: PaymentPart) {
  const { intent_id: intentId, order_id: orderId } = part;
  const rows = await db.all<Reversal & { counted: number; here: number | null }>(sql`SELECT r.*,
      (SELECT coalesce(sum(l.amount_cents), 0) FROM ledger l WHERE l.intent_id = r.intent_id AND l.amount_cents > 0
        AND substr(l.txn_id, 1, length(r.id) + 11) = 'recovered:' || r.id || ':') AS counted,
      (SELECT l.amount_cents FROM ledger l
        WHERE l.txn_id = 'recovered:' || r.id || ':' || ${orderId} AND l.amount_cents > 0) AS here
    FROM payment_reversals r WHERE r.intent_id = ${intentId}
      AND ((r.kind = 'refund' AND r.status <> 'won') OR (r.kind = 'chargeback' AND r.status = 'lost'))
    ORDER BY r.created_at, r.id`);
  let owed = part.amount_cents - rows.reduce((sum, { here }) => sum + (here ?? 0), 0);
  return rows.flatMap((reversal) => {
    const left = reversal.kind === "chargeback" ? 0 : reversal.amount_cents - reversal.counted;
    const [take = 0] = reversal.here === null ? allocate(left, [owed]) : [reversal.here];
    if (reversal.here === null) owed -= take;
    return take > 0 ? [{ reversal, cents: take }] : [];
  });
}

/**
 * Calls `refundCardOrder` after the response. The job `retry-refunds` finds refunds that were lost, because the order's
 * state implies them.
 */
export function refundCardOrderSoon(services: Services, orderId: string): void {
  services.defer(
    refundCardOrder(services, orderId).catch((error: unknown) => {
      log("error", { order: orderId, error: errorText(error) });
    }),
  );
}

/** Starts the refund after the response; the job `retry-refunds` continues where this fails. */
export function runRefundSoon(services: Services, refundId: string): void {
  services.defer(
    runRefund(services, refundId).catch((error: unknown) => {
      log("error", { refund: refundId, error: errorText(error) });
    }),
  );
}

/** Runs one refund. Safe to run concurrently: only the runner with the lease calls the provider. */
export async function runRefund(services: Services, refundId: string): Promise<void> {
  const { db, now } = services;
  const stripe = services.stripe();
  if (!stripe || services.cardsPaused()) return;
  const at = now();
  const [leased, disputed] = await batch<[Refund, object]>(db, [
    sql`UPDATE refunds SET attempts = attempts + 1, next_at = ${at + LEASE_MS}, last_error = NULL
      WHERE id = ${refundId} AND status IN ('due','sent') AND next_at <= ${at} AND ${mayRunRefund} RETURNING *`,
    sql`SELECT 1 FROM refunds WHERE id = ${refundId} AND ${isDisputed(sql`refunds.intent_id`)}`,
  ]);
  const [refund] = leased;
  if (!refund) return;
  try {
    const made = (await findMade(stripe, refund)) ?? (disputed.length > 0 ? null : await createRefund(stripe, refund));
    if (made === null) await forgetTries(services, refund);
    else if (made.status === "succeeded") await recordSucceeded(services, refund, { providerId: made.id });
    else if (made.status === "failed" || made.status === "canceled") await recordFailed(services, refund, made);
    else {
      await db.run(
        sql`UPDATE refunds SET status = 'sent', provider_refund_id = ${made.id}, next_at = ${at + payoutRetryDelay(refund.attempts)}
          WHERE id = ${refundId} AND status IN ('due','sent')`,
      );
    }
  } catch (error) {
    await postpone(services, refund, error);
  }
}

/** Finds the refund at the provider: of a try whose response was lost, or that a restored database has forgotten (D74). */
async function findMade(stripe: Stripe, refund: Refund): Promise<Stripe.Refund | null> {
  if (refund.provider_refund_id !== null) return stripe.refunds.retrieve(refund.provider_refund_id);
  const made = await stripe.refunds
    .list({ payment_intent: refund.intent_id, limit: 100 })
    .autoPagingToArray({ limit: 1_000 });
  return made.find((one) => one.metadata?.refund_id === refund.id) ?? null;
}

function createRefund(stripe: Stripe, refund: Refund): Promise<Stripe.Refund> {
  return stripe.refunds.create(
    {
      payment_intent: refund.intent_id,
      amount: refund.amount_cents,
      metadata: { refund_id: refund.id, ...(refund.order_id !== null && { order_id: refund.order_id }) },
    },
    { idempotencyKey: refund.generation === 0 ? `refund:${refund.id}` : `refund:${refund.id}:${refund.generation}` },
  );
}

/**
 * Finds out which refunds of a payment the provider has made although no answer arrived, before a reversal is counted
 * towards those that it has not made. Also one that was never tried, because a restored database forgets tries (D74). A
 * refund that runs at this moment is left alone.
 */
export async function findMadeRefunds(services: Services, intentId: string): Promise<void> {
  const { db, now } = services;
  // A failed try leaves its error, and the next one clears it, so an error means that none is running.
  const [tried] = await batch<[{ id: string }]>(db, [
    sql`UPDATE refunds SET next_at = ${now()}, attempts = max(attempts, 1) WHERE intent_id = ${intentId}
      AND status = 'due' AND provider_refund_id IS NULL AND (attempts = 0 OR last_error IS NOT NULL) RETURNING id`,
  ]);
  for (const { id } of tried) await runRefund(services, id);
  const unknown = await db.get<{ id: string }>(
    sql`SELECT id FROM refunds WHERE intent_id = ${intentId} AND ${MAY_HAVE_BEEN_MADE}`,
  );
  if (unknown) throw new Error(`refund ${unknown.id} may have been made`);
}

const MAY_HAVE_BEEN_MADE = sql.raw("status = 'due' AND attempts > 0 AND provider_refund_id IS NULL");

/** Records that no try has made the refund. */
async function forgetTries({ db, now }: Services, { id }: Refund): Promise<void> {
  await db.run(sql`UPDATE refunds SET attempts = 0, next_at = ${now()}
    WHERE id = ${id} AND status = 'due' AND provider_refund_id IS NULL`);
}

/**
 * Records a completed refund. `byHand`: the operator paid it from another account; this statement records who said so,
 * before the refund is marked.
 */
export async function recordSucceeded(
  services: Services,
  refund: Refund,
  { providerId, byHand = null }: { providerId: string; byHand?: SQL | null },
): Promise<void> {
  const { db, now } = services;
  const at = now();
  const { id, intent_id: intentId, order_id: orderId, amount_cents: cents } = refund;
  const entry = byHand ? refundPaidByHand : refundSent;
  await batch(db, [
    ...(byHand ? [byHand] : []),
    sql`UPDATE refunds SET status = 'succeeded', provider_refund_id = ${providerId}, settled_at = ${at}, last_error = NULL
      WHERE id = ${id} AND status <> 'succeeded'`,
    insertLedgerTransaction(
      entry(id, intentId, orderId, cents),
      at,
      sql`EXISTS (SELECT 1 FROM refunds WHERE id = ${id} AND status = 'succeeded' AND provider_refund_id = ${providerId})`,
    ),
    ...(await refundEmails(services, refund)),
  ]);
  if (orderId !== null && !refund.cause.startsWith(PRICE_REFUND)) await markRefundedInRoom(services, intentId, orderId);
  deliverSoon(services);
}

/** Reports the completed refund to the order's room. If the room has dropped the order, D1 has the refund already. */
export async function markRefundedInRoom(
  { env, db }: Pick<Services, "env" | "db">,
  intentId: string,
  orderId: string,
): Promise<void> {
  const row = await db.get<{ item_id: string }>(sql`SELECT item_id FROM orders WHERE id = ${orderId}`);
  if (row) await execute(env, row.item_id, cardRefunded({ orderId, intentId }));
}

/** Records that the buyer's bank refused the refund. The amount stays owed in the ledger until staff settle it. */
async function recordFailed({ db }: Services, refund: Refund, made: Stripe.Refund): Promise<void> {
  log("error", { refund: refund.id, problem: "refund failed", made: made.id });
  await db.run(
    sql`UPDATE refunds SET status = 'failed', provider_refund_id = ${made.id},
        last_error = ${made.failure_reason ?? made.status} WHERE id = ${refund.id} AND status <> 'succeeded'`,
  );
}

/** After a failed try. It counts even if another run has forgotten it meanwhile, because it may have made the refund. */
async function postpone({ db, now }: Services, refund: Refund, error: unknown): Promise<void> {
  // Staff must pay it another way, because a retry would not help: already refunded in the dashboard, or a bank took
  // part of the charge for good and the operator bears it (D69).
  const code = refusalCode(error);
  const lost = code === "charge_disputed" ? await isLostInPart(db, refund.intent_id) : false;
  const final = code === "charge_already_refunded" || lost;
  if (final || now() - refund.created_at > OVERDUE_MS) {
    log("error", { refund: refund.id, problem: "refund overdue", error: errorText(error) });
  }
  await db.run(
    sql`UPDATE refunds SET status = ${final ? "failed" : refund.status}, last_error = ${errorText(error).slice(0, 300)},
        generation = generation + ${isRefusal(error) ? 1 : 0},
        attempts = max(attempts, ${refund.attempts}),
        next_at = ${now() + payoutRetryDelay(refund.attempts)} WHERE id = ${refund.id} AND status IN ('due','sent')`,
  );
}

async function isLostInPart(db: Database, intentId: string): Promise<boolean> {
  const [row] = await db.all<{ lost: number }>(sql`SELECT coalesce(min(status = 'lost'), 0) AS lost
    FROM payment_reversals WHERE intent_id = ${intentId} AND kind = 'chargeback' AND status <> 'won'`);
  return row?.lost === 1;
}

async function findRefund(db: Database, id: string): Promise<Refund | null> {
  const [row] = await db.all<Refund>(sql`SELECT * FROM refunds WHERE id = ${id}`);
  return row ?? null;
}

/**
 * Retries a refund at once. Refused when the buyer's bank has refused it, because the provider will not send it again.
 */
export async function retryRefund(services: Services, staffId: string, id: string): Promise<Result> {
  const { db, now } = services;
  const at = now();
  const [written] = await batch<[{ id: string }, object]>(db, [
    sql`UPDATE refunds SET status = CASE status WHEN 'failed' THEN 'due' ELSE status END, next_at = ${at}
      WHERE id = ${id} AND (status IN ('due','sent') OR (status = 'failed' AND provider_refund_id IS NULL)) RETURNING id`,
    insertAuditEntry({ actor_id: staffId, action: "refund_retried", subject: id, at }, CHANGED),
  ]);
  if (written.length === 0) {
    return refuse("wrong_state", "The buyer's bank turned this refund down. Please refund the buyer another way.");
  }
  runRefundSoon(services, id);
  return done();
}

/** Records that a refund was paid outside the provider. Only for a failed refund: any other may still succeed. */
export async function settleRefundByHand(
  services: Services,
  staffId: string,
  id: string,
  note: string,
): Promise<Result> {
  const refund = await findRefund(services.db, id);
  if (!refund) return NOT_FOUND;
  if (refund.status !== "failed") {
    return refuse("wrong_state", "Stripe may still make this refund. Try it again instead.");
  }
  const byHand = insertAuditEntry(
    { actor_id: staffId, action: "refund_by_hand", subject: id, details: { note }, at: services.now() },
    sql`NOT EXISTS (SELECT 1 FROM refunds WHERE id = ${id} AND status = 'succeeded')`,
  );
  await recordSucceeded(services, refund, { providerId: `by-hand:${id}`, byHand });
  return done();
}
