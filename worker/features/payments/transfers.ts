/**
 * The seller's share. Proceeds fall due when the goods have changed hands, or three days after the collection date
 * without a dispute; they are sent once the seller has an account with the provider, and until then stand in the ledger.
 */

import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { type Refusal, refuse } from "#contract/errors";
import { DISPUTE_MS } from "#domain/deadlines";
import { payoutRetryDelay, proceedsDue, transferKey, transferReversed, transferSent } from "#domain/ledger";
import { auditIfChanged } from "../../db/audit-log.ts";
import { batchAll } from "../../db/batch.ts";
import type { Services } from "../../http/context.ts";
import { log } from "../../log.ts";
import { takeFee } from "./platform-fee.ts";
import { isReversed, type Transfer } from "./queries.ts";
import { post } from "./statements.ts";

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
 * The proceeds of card orders that are over and well become the seller's. @returns how many. A reversal keeps them back;
 * the conditions are checked again in the statement that writes.
 */
export async function accrueProceeds({ env, db, now }: Services, limit: number): Promise<number> {
  const at = now();
  const well = sql`(orders.status = 'completed'
      OR (orders.status IN ('payment_confirmed','collection_arranged') AND orders.collection_date <= ${at - DISPUTE_MS}))
    AND orders.card_state = 'paid'
    AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.order_id = orders.id)
    AND NOT ${isReversed(sql`payment_parts.intent_id`)}
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
    await batchAll(env.DB, [
      sql`INSERT INTO transfers (order_id, seller_id, intent_id, amount_cents, next_at, created_at)
        SELECT ${orderId}, ${sellerId}, ${intentId}, ${cents}, ${at}, ${at}
        FROM payment_parts JOIN orders ON orders.id = payment_parts.order_id
        WHERE payment_parts.intent_id = ${intentId} AND payment_parts.order_id = ${orderId} AND ${well}
        ON CONFLICT (order_id) DO NOTHING`,
      post(proceedsDue(intentId, orderId, sellerId, cents), at, due),
      ...takeFee(part, at, due),
    ]);
  }
  return rows.length;
}

interface DueTransfer extends Transfer {
  account: string;
  charge_id: string | null;
  transfer_group: string;
  /** Somebody refunded part of the charge at the provider, which then passes on only the rest of it. */
  refunded: number;
}

/** Of a payment, as it stands at the provider: what is sent on out of it has to carry the same. */
const transferGroup = sql`coalesce(payments.purchase_id, payments.order_id)`;

/** Sends what is due to sellers with an account. @returns how many were sent. */
export async function sendDueTransfers(services: Services, limit: number): Promise<number> {
  const { db, now } = services;
  if (!services.stripe()) return 0;
  const rows = await db.all<DueTransfer>(sql`SELECT transfers.*, payout_accounts.provider_account_id AS account,
      payments.charge_id, ${transferGroup} AS transfer_group, EXISTS (SELECT 1 FROM payment_reversals r
        WHERE r.intent_id = transfers.intent_id AND r.kind = 'refund' AND r.status = 'lost') AS refunded
    FROM transfers JOIN payout_accounts ON payout_accounts.seller_id = transfers.seller_id
      JOIN payments ON payments.intent_id = transfers.intent_id
    WHERE transfers.status = 'payable' AND transfers.next_at <= ${now()} AND payout_accounts.payouts_enabled = 1
      AND NOT ${isReversed(sql`transfers.intent_id`)}
    ORDER BY transfers.next_at LIMIT ${limit}`);
  let sent = 0;
  for (const row of rows) if (await sendTransfer(services, row)) sent++;
  return sent;
}

/** Staff have a proceeds tried again that the provider would not take. */
export async function retryTransfer(
  services: Services,
  staffId: string,
  orderId: string,
): Promise<{ ok: true } | Refusal> {
  const { env, now } = services;
  const at = now();
  const [written] = await env.DB.batch([
    env.DB.prepare("UPDATE transfers SET next_at = ? WHERE order_id = ? AND status = 'payable'").bind(at, orderId),
    auditIfChanged(env.DB, { actor_id: staffId, action: "payout_retried", subject: orderId, at }),
  ]);
  if (written?.meta.changes !== 1) return refuse("wrong_state", "These proceeds have been sent in the meantime.");
  services.later(sendDueTransfers(services, RETRIED_AT_ONCE).then(() => undefined));
  return { ok: true };
}

/** Nothing may turn a transfer back while it is being sent: the lease shows in `next_at`, and the last word is the status. */
async function sendTransfer(services: Services, due: DueTransfer): Promise<boolean> {
  const { env, now } = services;
  const stripe = services.stripe();
  if (!stripe) return false;
  const { order_id: orderId, amount_cents: cents } = due;
  const at = now();
  const [leased] = await batchAll<[{ order_id: string }]>(env.DB, [
    // Without the error of an earlier try, or a refund would take this one for a try that is over.
    sql`UPDATE transfers SET attempts = attempts + 1, next_at = ${at + LEASE_MS}, last_error = NULL,
        destination = ${due.account}
      WHERE order_id = ${orderId} AND status = 'payable' AND next_at <= ${at}
        AND NOT ${isReversed(sql`transfers.intent_id`)} RETURNING order_id`,
  ]);
  if (leased.length === 0) return false;
  try {
    const made = await stripe.transfers.create(
      {
        amount: cents,
        currency: "aud",
        destination: due.account,
        transfer_group: due.transfer_group,
        metadata: { order_id: orderId, generation: String(due.generation) },
        ...(due.charge_id !== null && due.refunded === 0 && { source_transaction: due.charge_id }),
      },
      { idempotencyKey: `transfer:${transferKey(due)}` },
    );
    await recordSent(services, due, made.id);
    return true;
  } catch (error) {
    await batchAll(env.DB, [
      sql`UPDATE transfers SET last_error = ${String(error).slice(0, 300)},
          next_at = ${now() + payoutRetryDelay(due.attempts + 1)}
        WHERE order_id = ${orderId} AND status = 'payable' AND generation = ${due.generation}`,
    ]);
    log("error", { transfer: orderId, error: String(error) });
    return false;
  }
}

/** Of a purchase the group has the transfers of every order, so the order is asked for by name; earlier ones of it came back. */
async function sentEarlier({ db }: Services, stripe: Stripe, transfer: Transfer): Promise<string | null> {
  const { order_id: orderId, intent_id: intentId, generation } = transfer;
  const [payment] = await db.all<{ transfer_group: string }>(
    sql`SELECT ${transferGroup} AS transfer_group FROM payments WHERE intent_id = ${intentId}`,
  );
  if (!payment) return null;
  const { data } = await stripe.transfers.list({ transfer_group: payment.transfer_group, limit: 100 });
  const sent = data.find(
    ({ metadata }) => metadata.order_id === orderId && (metadata.generation ?? "0") === String(generation),
  );
  return sent?.id ?? null;
}

async function recordSent({ env, now }: Services, transfer: Transfer, providerId: string): Promise<void> {
  const { order_id: orderId, generation } = transfer;
  const at = now();
  await batchAll(env.DB, [
    sql`UPDATE transfers SET status = 'sent', provider_transfer_id = ${providerId}, sent_at = ${at}, last_error = NULL
      WHERE order_id = ${orderId} AND status = 'payable' AND generation = ${generation}`,
    post(
      transferSent(transfer),
      at,
      sql`EXISTS (SELECT 1 FROM transfers WHERE order_id = ${orderId} AND status = 'sent' AND generation = ${generation})`,
    ),
  ]);
}

/**
 * Takes the proceeds of one order back from the seller, before a refund or because of a chargeback. @returns false while a transfer is on its way:
 * then the next run of the job finds it sent and fetches it back.
 */
export async function reverseTransfer(services: Services, transfer: Transfer): Promise<boolean> {
  const { env, now } = services;
  const { order_id: orderId, amount_cents: cents, generation } = transfer;
  if (transfer.status === "reversed") return true;
  const stripe = services.stripe();
  if (!stripe) return false;
  let sentAs = transfer.provider_transfer_id;
  if (transfer.status === "payable") {
    // In somebody's hands at this moment.
    if (transfer.attempts > 0 && transfer.next_at > now() && transfer.last_error === null) return false;
    // An earlier try may have arrived although its answer was lost.
    sentAs = transfer.attempts > 0 ? await sentEarlier(services, stripe, transfer) : null;
    if (sentAs === null) {
      const [stopped] = await batchAll<[{ order_id: string }]>(env.DB, [
        sql`UPDATE transfers SET status = 'reversed'
          WHERE order_id = ${orderId} AND status = 'payable' AND attempts = ${transfer.attempts}
            AND generation = ${generation} RETURNING order_id`,
      ]);
      return stopped.length > 0;
    }
    await recordSent(services, transfer, sentAs);
  }
  if (sentAs === null) return false;
  await stripe.transfers.createReversal(
    sentAs,
    { amount: cents, metadata: { order_id: orderId } },
    { idempotencyKey: `transfer-reversal:${transferKey(transfer)}` },
  );
  const at = now();
  await batchAll(env.DB, [
    sql`UPDATE transfers SET status = 'reversed'
      WHERE order_id = ${orderId} AND status = 'sent' AND generation = ${generation}`,
    post(transferReversed(transfer), at),
  ]);
  return true;
}

/**
 * The payment stands after all: proceeds that were fetched back are due to the seller again, as another transfer. What was
 * never sent keeps its key: should a call of an earlier try still arrive, the provider takes it for the same one.
 */
export async function resumeTransfer({ env, now }: Services, orderId: string): Promise<void> {
  await batchAll(env.DB, [
    sql`UPDATE transfers SET status = 'payable', generation = generation + (provider_transfer_id IS NOT NULL),
        attempts = CASE WHEN provider_transfer_id IS NULL THEN attempts ELSE 0 END, provider_transfer_id = NULL,
        sent_at = NULL, last_error = NULL, next_at = ${now()}
      WHERE order_id = ${orderId} AND status = 'reversed'
        AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.order_id = transfers.order_id)
        AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.id = transfers.order_id AND orders.status = 'refunded')
        AND NOT ${isReversed(sql`transfers.intent_id`)}`,
  ]);
}
