/** Reads the provider's transfers for an order. They are the only proof of a payout, because responses may be lost. */

import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { transferReversed, transferSent } from "#domain/payments/ledger";
import { batch } from "../../db/client.ts";
import { insertLedgerTransaction } from "../../db/ledger.ts";
import type { Services } from "../../services.ts";
import { keptCents, notOwedCents, type Transfer } from "./queries.ts";

/** Transfer group of a payment at the provider. Transfers from the payment must have the same. */
export const transferGroup = sql`coalesce(payments.purchase_id, payments.order_id)`;

/** A group contains the transfers of every order of a purchase; more than this would be a bug. */
const TRANSFERS_MAX = 1_000;

/** Returns every transfer of this order at the provider. */
export async function findAtProvider(
  { db }: Services,
  stripe: Stripe,
  { order_id: orderId, intent_id: intentId }: Transfer,
): Promise<Stripe.Transfer[]> {
  const [payment] = await db.all<{ transfer_group: string }>(
    sql`SELECT ${transferGroup} AS transfer_group FROM payments WHERE intent_id = ${intentId}`,
  );
  if (!payment) return [];
  const group = await stripe.transfers
    .list({ transfer_group: payment.transfer_group, limit: 100 })
    .autoPagingToArray({ limit: TRANSFERS_MAX });
  const made = group.filter(({ metadata }) => metadata.order_id === orderId);
  // A transfer includes only its latest reversals.
  for (const transfer of made.filter(({ reversals }) => reversals.has_more)) {
    transfer.reversals.data = await stripe.transfers
      .listReversals(transfer.id, { limit: 100 })
      .autoPagingToArray({ limit: TRANSFERS_MAX });
  }
  return made;
}

/** Returns the cents that the seller still has from these transfers, after reversals. */
export function heldBySeller(made: readonly Stripe.Transfer[]): number {
  return made.reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0);
}

/**
 * Records the provider's transfers and reversals, each once in the ledger by the provider's id. A payout that was
 * stopped while its money was being sent is claimed back.
 */
export async function recordTransfers(
  { db, now }: Services,
  payout: Transfer,
  made: readonly Stripe.Transfer[],
): Promise<void> {
  const at = now();
  const latest = made.reduce<Stripe.Transfer | null>(
    (last, one) => (last && last.created > one.created ? last : one),
    null,
  );
  const held = heldBySeller(made);
  const [kept, setOff] = [keptCents(sql`${payout.order_id}`), notOwedCents(sql`${payout.order_id}`)];
  await batch(db, [
    ...made.flatMap((transfer) => [
      insertLedgerTransaction(transferSent(payout, transfer.id, transfer.amount), at),
      ...transfer.reversals.data.map(({ id, amount }) =>
        insertLedgerTransaction(transferReversed(payout, id, amount), at),
      ),
    ]),
    sql`UPDATE transfers SET at_seller_cents = ${held}, provider_transfer_id = ${latest?.id ?? null},
        sent_at = coalesce(sent_at, ${latest ? latest.created * 1000 : null}), last_error = NULL,
        status = CASE
          WHEN status = 'payable' AND ${held} = amount_cents - ${kept} THEN 'sent'
          WHEN status = 'reversing' AND ${held} <= ${setOff} THEN 'reversed'
          WHEN status = 'reversed' AND ${held} > written_off_cents + ${setOff} THEN 'reversing'
          ELSE status END
      WHERE order_id = ${payout.order_id}`,
  ]);
}
