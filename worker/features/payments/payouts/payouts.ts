/**
 * Payouts to sellers. Proceeds fall due when the order is completed, or three days after collection date and payment
 * without a dispute. They are sent once the seller has an account that can receive money; until then they stay in the
 * ledger.
 */

import { type SQL, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { DAY_MS, DISPUTE_MS } from "#domain/deadlines";
import { payoutRetryDelay, proceedsDue, transferKey } from "#domain/payments/ledger";
import { done, type Result, refuse } from "#domain/result";
import { isRefusal } from "../../../adapters/card-stripe.ts";
import { CHANGED, insertAuditEntry } from "../../../db/audit-log.ts";
import { batch } from "../../../db/client.ts";
import { insertLedgerTransaction } from "../../../db/ledger.ts";
import { siteSettings } from "../../../db/site-settings.ts";
import { errorText, log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { checkPayoutAccount, logCheckError } from "../payout-accounts.ts";
import { claimBack, claimBackDue, retryClaimsOn } from "../payout-claims.ts";
import { takeFee } from "../platform-fee-queries.ts";
import { isHeld, isOwed, isRefunded, isRefundedBySeller, isReversed, type Transfer } from "../queries.ts";
import { debtsOf, keepForDebts, keptOf } from "../set-offs.ts";
import { findAtProvider, heldBySeller, recordTransfers, transferGroup } from "../transfers.ts";

const LEASE_MS = 2 * 60_000;
const RETRIED_AT_ONCE = 20;

interface DuePart {
  intent_id: string;
  order_id: string;
  seller_id: string;
  amount_cents: number;
  fee_cents: number;
}

/**
 * Makes the proceeds of undisputed card orders due to their sellers, and checks the conditions again in the statement
 * that writes. A reversal holds proceeds back.
 * @returns how many fell due.
 */
export async function accrueProceeds(services: Services, limit: number): Promise<number> {
  const { db, now } = services;
  const at = now();
  const { first_sales: firstSales, first_sales_days: days } = (await siteSettings(services)).numbers;
  const well = sql`(orders.status = 'completed'
      OR (orders.status = 'payment_confirmed' AND max(orders.collection_date, orders.paid_at) <= ${at - DISPUTE_MS}))
    AND orders.card_state = 'paid'
    AND NOT ${isRefunded(sql`orders.id`, sql`payment_parts.intent_id`)}
    AND NOT ${isReversed(sql`payment_parts.intent_id`)}
    AND NOT ${isRefundedBySeller(sql`orders.id`)}
    AND NOT EXISTS (SELECT 1 FROM transfers WHERE transfers.order_id = orders.id)`;
  const rows =
    await db.all<DuePart>(sql`SELECT payment_parts.intent_id, payment_parts.order_id, payment_parts.seller_id,
      payment_parts.amount_cents, payment_parts.fee_cents
    FROM payment_parts JOIN orders ON orders.id = payment_parts.order_id
    WHERE payment_parts.outcome = 'paid' AND ${well} LIMIT ${limit}`);
  for (const part of rows) {
    const { intent_id: intentId, order_id: orderId, seller_id: sellerId } = part;
    const cents = part.amount_cents - part.fee_cents;
    const due = sql`EXISTS (SELECT 1 FROM transfers WHERE order_id = ${orderId} AND amount_cents = ${cents})`;
    await batch(db, [
      sql`INSERT INTO transfers (order_id, seller_id, intent_id, amount_cents, next_at, created_at)
        SELECT ${orderId}, ${sellerId}, ${intentId}, ${cents}, ${at}, ${at}
        FROM payment_parts JOIN orders ON orders.id = payment_parts.order_id
        WHERE payment_parts.intent_id = ${intentId} AND payment_parts.order_id = ${orderId} AND ${well}
        ON CONFLICT (order_id) DO NOTHING`,
      insertLedgerTransaction(proceedsDue(intentId, orderId, sellerId, cents), at, due),
      ...takeFee(part, at, due),
      holdFirstSale(await stableId("hld", "first-sale", orderId), part, { sales: firstSales, days }, at),
    ]);
  }
  return rows.length;
}

/**
 * Holds back one of the seller's first card sales (D71), counted by payments whose proceeds are the seller's: a cart is
 * one sale, and one that was undone is none.
 */
function holdFirstSale(
  id: string,
  { order_id: orderId, intent_id: intentId, seller_id: sellerId }: DuePart,
  { sales, days }: { sales: number; days: number },
  at: number,
): SQL {
  const ends = sql`max(coalesce(orders.completed_at, orders.collection_date), orders.paid_at) + ${days * DAY_MS}`;
  return sql`INSERT INTO payout_holds (id, seller_id, order_id, cause, created_at, ends_at)
    SELECT ${id}, ${sellerId}, ${orderId}, 'first_sales', ${at}, ${ends} FROM orders
    WHERE orders.id = ${orderId} AND ${ends} > ${at} AND EXISTS (SELECT 1 FROM transfers WHERE order_id = ${orderId})
      AND (SELECT count(DISTINCT t.intent_id) FROM transfers t
        WHERE t.seller_id = ${sellerId} AND t.intent_id <> ${intentId} AND t.status NOT IN ('reversing', 'reversed')) < ${sales}
    ON CONFLICT (id) DO NOTHING`;
}

interface DueTransfer extends Transfer {
  account: string;
  /** 0 while the account may not receive money, the payout is held, or the payment may still be reversed. */
  may_send: number;
  /** 1 where what the seller owes may be kept from it (D72). */
  may_keep: number;
  charge_id: string | null;
  transfer_group: string;
  /** Part of the charge was refunded in the provider's dashboard, so the provider passes on only the rest. */
  refunded: number;
}

/** Guard: nothing holds this payout back. */
const isFree = (at: number): SQL =>
  sql`(NOT ${isReversed(sql`transfers.intent_id`)} AND NOT ${isHeld(sql`transfers`, at)})`;

/**
 * Sends due proceeds to sellers with an active account. Where nothing may be sent now, it only finds out whether an
 * earlier try arrived.
 * @returns how many were sent.
 */
export async function sendDueTransfers(services: Services, limit: number): Promise<number> {
  const { db, now } = services;
  const stripe = services.stripe();
  if (!stripe) return 0;
  const maySend = sql`(payout_accounts.status = 'active' AND ${isFree(now())})`;
  const mayKeep = sql`(${isFree(now())} AND EXISTS (SELECT 1 FROM transfers t
    WHERE t.seller_id = transfers.seller_id AND ${isOwed(sql`t`)}))`;
  const refunding = isRefundedBySeller(sql`transfers.order_id`);
  const rows = await db.all<DueTransfer>(sql`SELECT transfers.*, payout_accounts.provider_account_id AS account,
      ${maySend} AS may_send, ${mayKeep} AS may_keep, payments.charge_id, ${transferGroup} AS transfer_group,
      EXISTS (SELECT 1 FROM payment_reversals r
        WHERE r.intent_id = transfers.intent_id AND r.kind = 'refund' AND r.status = 'lost') AS refunded
    FROM transfers JOIN payout_accounts ON payout_accounts.seller_id = transfers.seller_id
      JOIN payments ON payments.intent_id = transfers.intent_id
    WHERE transfers.status = 'payable' AND transfers.next_at <= ${now()} AND (transfers.attempts > 0 OR ${maySend} OR ${mayKeep})
      AND NOT ${refunding}
    ORDER BY transfers.next_at LIMIT ${limit}`);
  let sent = 0;
  for (const row of rows) if (await sendTransfer(services, stripe, row)) sent++;
  return sent;
}

/** Retries a payout for staff: sending it, or claiming it back from the seller. */
export async function retryPayout(
  services: Services,
  staffId: string,
  orderId: string,
  status: "payable" | "reversing",
): Promise<Result> {
  const { db, now } = services;
  const at = now();
  const [written] = await batch<[{ order_id: string }, object]>(db, [
    sql`UPDATE transfers SET next_at = ${at} WHERE order_id = ${orderId} AND status = ${status}
      AND (status = 'payable' OR last_error IS NOT NULL) RETURNING order_id`,
    insertAuditEntry({ actor_id: staffId, action: "payout_retried", subject: orderId, at }, CHANGED),
  ]);
  if (written.length === 0) return refuse("wrong_state", "This has already been settled.");
  const run = status === "payable" ? sendDueTransfers : claimBackDue;
  services.defer(run(services, RETRIED_AT_ONCE).then(() => undefined));
  return done();
}

/**
 * Sends one payout. Nothing may stop it meanwhile: the lease is in `next_at`. Every try, also the first, looks for
 * transfers that were made before: the provider drops an idempotency key after a day, and a restored database knows of
 * no earlier try (D74).
 */
async function sendTransfer(services: Services, stripe: Stripe, due: DueTransfer): Promise<boolean> {
  const { db, now } = services;
  const { order_id: orderId, amount_cents: cents } = due;
  if (services.cardsPaused()) return false;
  const at = now();
  const [leased] = await batch<[{ order_id: string }]>(db, [
    // Clears the error of an earlier try, or a refund would take this try as finished.
    sql`UPDATE transfers SET attempts = attempts + 1, next_at = ${at + LEASE_MS}, last_error = NULL,
        destination = ${due.account}
      WHERE order_id = ${orderId} AND status = 'payable' AND next_at <= ${at}
        AND NOT ${isRefundedBySeller(sql`transfers.order_id`)}
        AND (${due.may_send + due.may_keep} = 0 OR ${isFree(at)}) RETURNING order_id`,
  ]);
  if (leased.length === 0) return false;
  try {
    const known = await findAtProvider(services, stripe, due);
    let missing = cents - heldBySeller(known) - (await keptOf(db, orderId));
    let waits = missing > 0 && due.may_send === 0;
    if (missing > 0 && due.may_keep === 1) {
      const kept = await keepWhatIsOwed(services, due, missing);
      missing -= kept ?? 0;
      waits = kept === null || (missing > 0 && due.may_send === 0);
    }
    if (missing > 0 && !waits) known.push(await create(stripe, due, missing));
    await recordTransfers(services, due, known);
    if (waits) {
      await waitToSend(services, due);
      return false;
    }
    // The seller's account now has money that a claim may have waited for.
    await retryClaimsOn(services, due.seller_id);
    return true;
  } catch (error) {
    await postpone(services, due, error);
    return false;
  }
}

/**
 * Claims what the seller owes, and keeps the rest of it from this payout (D72).
 * @returns the cents kept; null while it is not known what the seller owes.
 */
async function keepWhatIsOwed(services: Services, due: DueTransfer, missing: number): Promise<number | null> {
  await retryClaimsOn(services, due.seller_id);
  for (const { order_id: owed } of await debtsOf(services.db, due.seller_id)) {
    if ((await claimBack(services, owed)) === "unclear") return null;
  }
  return keepForDebts(services, due, due.attempts + 1, missing);
}

function create(stripe: Stripe, due: DueTransfer, cents: number): Promise<Stripe.Transfer> {
  return stripe.transfers.create(
    {
      amount: cents,
      currency: "aud",
      destination: due.account,
      transfer_group: due.transfer_group,
      metadata: { order_id: due.order_id },
      ...(due.charge_id !== null && due.refunded === 0 && { source_transaction: due.charge_id }),
    },
    { idempotencyKey: `transfer:${transferKey(due)}` },
  );
}

/**
 * Counts the tries anew, so that the provider is not asked again until money may be sent. The error of earlier tries
 * stays: with it the next try looks for their transfers once more.
 */
async function waitToSend({ db, now }: Services, { order_id: orderId, ...due }: DueTransfer): Promise<void> {
  const error = due.attempts === 0 ? due.last_error : (due.last_error ?? "The last try did not end.");
  await db.run(sql`UPDATE transfers SET attempts = 0, last_error = ${error},
      next_at = CASE WHEN ${due.may_keep} THEN ${now()} ELSE next_at END
    WHERE order_id = ${orderId} AND status = 'payable'`);
}

async function postpone(services: Services, due: DueTransfer, error: unknown): Promise<void> {
  const { order_id: orderId, generation } = due;
  const refused = isRefusal(error);
  log("error", { transfer: orderId, error: errorText(error) });
  await services.db.run(
    sql`UPDATE transfers SET last_error = ${errorText(error).slice(0, 300)}, generation = ${generation + (refused ? 1 : 0)},
        next_at = ${services.now() + payoutRetryDelay(due.attempts + 1)}
      WHERE order_id = ${orderId} AND status = 'payable' AND generation = ${generation}`,
  );
  // The account may have been closed, or lost the right to receive money, without an event reaching us.
  if (refused) await checkPayoutAccount(services, due.account).catch(logCheckError(due.account));
}
