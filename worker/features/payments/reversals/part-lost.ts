/**
 * A bank took part of the price of an order whose proceeds are the seller's. The sale stands: the seller bears that part
 * and no more, and the buyer gets nothing beyond it (D69). The platform fee is given up, as with every refund.
 */

import { sql } from "drizzle-orm";
import { proceedsDue, writeOffUndone } from "#domain/payments/ledger";
import { batch } from "../../../db/client.ts";
import { insertLedgerTransaction } from "../../../db/ledger.ts";
import type { Services } from "../../../services.ts";
import { takeFee } from "../platform-fee-queries.ts";
import { findTransfer, type PaymentPart } from "../queries.ts";
import { setOffsOf, undoSetOff } from "../set-offs.ts";
import { findAtProvider, recordTransfers } from "../transfers.ts";

/** Makes the proceeds of a completed order due, so that the part is taken from them. May be repeated. */
export async function makeDue({ db, now }: Services, part: PaymentPart): Promise<void> {
  const at = now();
  const { intent_id: intentId, order_id: orderId, seller_id: sellerId } = part;
  const cents = part.amount_cents - part.fee_cents;
  const fresh = sql`EXISTS (SELECT 1 FROM transfers WHERE order_id = ${orderId} AND amount_cents = ${cents})`;
  await batch(db, [
    sql`INSERT INTO transfers (order_id, seller_id, intent_id, amount_cents, next_at, created_at)
      VALUES (${orderId}, ${sellerId}, ${intentId}, ${cents}, ${at}, ${at}) ON CONFLICT (order_id) DO NOTHING`,
    insertLedgerTransaction(proceedsDue(intentId, orderId, sellerId, cents), at, fresh),
    ...takeFee(part, at, fresh),
  ]);
}

/**
 * Sets what the seller gets of a sale in all. What they have beyond it is claimed back, what is missing is sent, and what
 * was kept or written off for more than that is undone. May be repeated.
 */
export async function settleProceeds(services: Services, orderId: string, cents: number): Promise<void> {
  const { db, now } = services;
  const before = await findTransfer(db, orderId);
  if (!before || (before.amount_cents === cents && before.status !== "reversing" && before.status !== "reversed"))
    return;
  const at = now();
  const moving = before.status === "payable" || before.status === "reversing";
  const busy = moving && before.attempts > 0 && before.next_at > at && before.last_error === null;
  const stripe = services.stripe();
  if (busy || !stripe) throw new Error(`the payout of ${orderId} is being sent or fetched back at this moment`);
  // A try that died may have moved money without recording it.
  await recordTransfers(services, before, await findAtProvider(services, stripe, before));
  const payout = (await findTransfer(db, orderId)) ?? before;
  if (payout.amount_cents === cents && payout.keeps_cents === cents) return;
  const { written_off_cents: writtenOff } = payout;
  const unchanged = sql`order_id = ${orderId} AND status = ${payout.status} AND attempts = ${payout.attempts}
    AND next_at = ${payout.next_at} AND generation = ${payout.generation}`;
  const settled = sql`EXISTS (SELECT 1 FROM transfers WHERE order_id = ${orderId} AND amount_cents = ${cents}
    AND written_off_cents = 0)`;
  const owed = await setOffsOf(db, "owed", orderId);
  const kept = await setOffsOf(db, "kept", orderId);
  const undone = await Promise.all([...owed, ...kept].map((row) => undoSetOff(db, row, at, settled)));
  await batch(db, [
    ...(writtenOff > 0
      ? [
          insertLedgerTransaction(
            writeOffUndone(payout, writtenOff),
            at,
            sql`EXISTS (SELECT 1 FROM transfers WHERE ${unchanged})`,
          ),
        ]
      : []),
    sql`UPDATE transfers SET amount_cents = ${cents}, written_off_cents = 0, last_error = NULL, next_at = ${at},
        status = CASE WHEN at_seller_cents > ${cents} THEN 'reversing' WHEN at_seller_cents = ${cents} THEN 'sent'
          ELSE 'payable' END,
        keeps_cents = CASE WHEN at_seller_cents > ${cents} THEN ${cents} ELSE 0 END,
        claimed_at = CASE WHEN at_seller_cents > ${cents} THEN coalesce(claimed_at, ${at}) END,
        generation = generation + (provider_transfer_id IS NOT NULL) WHERE ${unchanged}`,
    ...undone.flat(),
  ]);
  if ((await findTransfer(db, orderId))?.amount_cents !== cents)
    throw new Error(`the payout of ${orderId} has changed at this moment`);
}
