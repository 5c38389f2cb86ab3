/**
 * Claims on sellers for proceeds that are not theirs after all. A refund to the buyer waits for them only if the seller
 * ordered it (D68). The provider takes money only from the seller's balance there, so a claim may be met in parts, and
 * is retried until it is met or staff write it off.
 */

import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { formatCents } from "#domain/money";
import { payoutRetryDelay, payoutWrittenOff, writeOffUndone } from "#domain/payments/ledger";
import { done, type Result, refuse } from "#domain/result";
import { isRefusal } from "../../adapters/card-stripe.ts";
import { CHANGED, insertAuditEntry } from "../../db/audit-log.ts";
import { batch } from "../../db/client.ts";
import { insertLedgerTransaction } from "../../db/ledger.ts";
import { errorText, log } from "../../log.ts";
import type { Services } from "../../services.ts";
import { findTransfer, isRefunded, isRefundedBySeller, isReversed, notOwedCents, type Transfer } from "./queries.ts";
import { keptOf, notOwedOf, setOffsOf, undoSetOff } from "./set-offs.ts";
import { findAtProvider, heldBySeller, recordTransfers } from "./transfers.ts";

const LEASE_MS = 2 * 60_000;
const SETTLED = refuse("wrong_state", "This has already been settled.");

/**
 * Stops the payout of an order, and claims back what was sent. May be repeated.
 * @returns false while a transfer is being sent.
 */
export async function stopPayout(services: Services, orderId: string): Promise<boolean> {
  const payout = await haltPayout(services, orderId);
  if (payout?.status === "reversing") claimBackSoon(services, orderId);
  return payout === null || payout.status === "reversing" || payout.status === "reversed";
}

async function haltPayout(services: Services, orderId: string): Promise<Transfer | null> {
  const { db, now } = services;
  const at = now();
  const stopped = sql`EXISTS (SELECT 1 FROM transfers WHERE order_id = ${orderId} AND status IN ('reversing', 'reversed'))`;
  // What was kept from it for an older debt was never the seller's, so that debt is open again (D72).
  const kept = await setOffsOf(db, "kept", orderId);
  const undone = await Promise.all(kept.map((row) => undoSetOff(db, row, at, stopped)));
  await batch(db, [
    // The claim looks at the provider for what was sent, also where nothing was as far as we know (D74).
    sql`UPDATE transfers SET last_error = NULL, next_at = ${at}, status = 'reversing', claimed_at = ${at}
      WHERE order_id = ${orderId} AND (status = 'sent'
        OR (status = 'payable' AND (attempts = 0 OR next_at <= ${at} OR last_error IS NOT NULL)))`,
    ...undone.flat(),
  ]);
  return findTransfer(db, orderId);
}

/** `unclear`: the provider has not answered, or another run is at work. */
type ClaimOutcome = "met" | "refused" | "unclear";

/**
 * Claims back all that was sent for an order, before its seller refunds the buyer (D68). If the seller's balance does not
 * cover all of it, the seller keeps the proceeds. May be repeated.
 */
export async function claimInFull(services: Services, orderId: string): Promise<ClaimOutcome> {
  // Stripe cannot take back what was kept for an older debt, and the buyer's refund would be the operator's money (D72).
  if ((await keptOf(services.db, orderId)) > 0) return "refused";
  const payout = await haltPayout(services, orderId);
  if (payout === null) return "met";
  // Money that staff have written off is still the seller's.
  if (payout.status === "reversed") return payout.at_seller_cents === 0 ? "met" : "refused";
  if (payout.status !== "reversing") return "unclear";
  const outcome = await claimBack(services, orderId, { inParts: false });
  if (outcome !== "refused") return outcome;
  return (await resumePayout(services, orderId)) ? "refused" : "unclear";
}

function claimBackSoon(services: Services, orderId: string): void {
  services.defer(
    claimBack(services, orderId).then(
      () => undefined,
      (error: unknown) => {
        log("error", { fetch_back: orderId, error: errorText(error) });
      },
    ),
  );
}

/**
 * Takes back what the seller owes for this order, as far as their Stripe balance covers it now; the rest is tried later.
 * A lease lets one run at a time work on a claim. Without `inParts`, a transfer comes back whole or not at all.
 */
export async function claimBack(
  services: Services,
  orderId: string,
  { inParts = true }: { inParts?: boolean } = {},
): Promise<ClaimOutcome> {
  const { db, now } = services;
  const stripe = services.stripe();
  if (!stripe || services.cardsPaused()) return "unclear";
  const at = now();
  const [leased] = await batch<[Transfer]>(db, [
    sql`UPDATE transfers SET attempts = attempts + 1, next_at = ${at + LEASE_MS}, last_error = NULL
      WHERE order_id = ${orderId} AND status = 'reversing' AND next_at <= ${at} RETURNING *`,
  ]);
  const [payout] = leased;
  if (!payout) return "unclear";
  try {
    let refused: unknown = null;
    const setOff = await notOwedOf(db, orderId);
    const transfers = await findAtProvider(services, stripe, payout);
    let left = heldBySeller(transfers) - setOff;
    for (const transfer of transfers) {
      const cents = Math.max(0, Math.min(left, transfer.amount - transfer.amount_reversed));
      const problem = await reverse(stripe, payout, transfer, cents, inParts);
      refused ??= problem;
      left -= cents;
    }
    const made = await findAtProvider(services, stripe, payout);
    await recordTransfers(services, payout, made);
    const missing = heldBySeller(made) - setOff;
    if (missing <= 0) return "met";
    await postpone(services, payout, `${formatCents(missing)} could not be taken back yet: ${errorText(refused)}`);
    return "refused";
  } catch (error) {
    await postpone(services, payout, errorText(error));
    return "unclear";
  }
}

/**
 * Reverses these cents of a transfer, as far as the seller's balance allows.
 * @returns why the provider did not return all of them; null when it did.
 */
async function reverse(
  stripe: Stripe,
  payout: Transfer,
  transfer: Stripe.Transfer,
  left: number,
  inParts: boolean,
): Promise<unknown> {
  if (left === 0) return null;
  const reverseCents = (cents: number) =>
    stripe.transfers.createReversal(
      transfer.id,
      { amount: cents, metadata: { order_id: payout.order_id } },
      // The key contains what was reversed before, so a repeat of a lost call is the same call.
      { idempotencyKey: `transfer-reversal:${transfer.id}:${transfer.amount_reversed}:${cents}:${payout.generation}` },
    );
  try {
    await reverseCents(left);
    return null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (!inParts) return error;
    const available = await balanceOf(stripe, transfer);
    if (available > 0 && available < left) await reverseCents(available);
    return error;
  }
}

async function balanceOf(stripe: Stripe, { destination }: Stripe.Transfer): Promise<number> {
  const account = typeof destination === "string" ? destination : destination?.id;
  if (account === undefined) return 0;
  try {
    const { available } = await stripe.balance.retrieve({}, { stripeAccount: account });
    return available.find(({ currency }) => currency === "aud")?.amount ?? 0;
  } catch (error) {
    // A closed account has nothing that we could take.
    if (isRefusal(error)) return 0;
    throw error;
  }
}

async function postpone({ db, now }: Services, payout: Transfer, error: string): Promise<void> {
  log("error", { fetch_back: payout.order_id, error });
  await db.run(
    // The provider replays a refusal for the same key for a day, so the next try uses a new key.
    sql`UPDATE transfers SET last_error = ${error.slice(0, 300)}, generation = generation + 1,
        next_at = ${now() + payoutRetryDelay(payout.attempts)}
      WHERE order_id = ${payout.order_id} AND status = 'reversing'`,
  );
}

/** Retries open claims on a seller whose account has just received money. */
export async function retryClaimsOn({ db, now }: Services, sellerId: string): Promise<void> {
  const at = now();
  await db.run(
    sql`UPDATE transfers SET next_at = ${at}
      WHERE seller_id = ${sellerId} AND status = 'reversing' AND last_error IS NOT NULL AND next_at > ${at}`,
  );
}

/**
 * Continues claims that are due.
 * @returns how many were tried.
 */
export async function claimBackDue(services: Services, limit: number): Promise<number> {
  const rows = await services.db.all<{ order_id: string }>(sql`SELECT order_id FROM transfers
    WHERE status = 'reversing' AND next_at <= ${services.now()} AND NOT ${isRefundedBySeller(sql`transfers.order_id`)}
    ORDER BY next_at LIMIT ${limit}`);
  for (const { order_id: orderId } of rows) await claimBack(services, orderId);
  return rows.length;
}

/**
 * Resumes a payout because the payment was not reversed after all: proceeds that the seller does not have are due
 * again. `wonOnAppeal`: the cents that came back from a lost chargeback. That order has ended, and if its rest was
 * refunded, only those cents are due.
 * @returns false while money is being claimed back.
 */
export async function resumePayout(
  services: Services,
  orderId: string,
  { wonOnAppeal = null }: { wonOnAppeal?: number | null } = {},
): Promise<boolean> {
  const { db, now } = services;
  const stopped = await findTransfer(db, orderId);
  if (stopped?.status !== "reversing" && stopped?.status !== "reversed") return true;
  const at = now();
  if (stopped.status === "reversing") {
    const busy = stopped.attempts > 0 && stopped.next_at > at && stopped.last_error === null;
    const stripe = services.stripe();
    if (busy || !stripe) return false;
    // A try that died may have reversed a transfer without recording it.
    await recordTransfers(services, stopped, await findAtProvider(services, stripe, stopped));
  }
  const payout = (await findTransfer(db, orderId)) ?? stopped;
  const { generation, written_off_cents: writtenOff, intent_id: intentId } = payout;
  const refunded = isRefunded(sql`${orderId}`, sql`${intentId}`);
  const due = sql`CASE WHEN ${wonOnAppeal} IS NOT NULL AND ${refunded} THEN ${wonOnAppeal} ELSE amount_cents END`;
  const unchanged = sql`order_id = ${orderId} AND status = ${payout.status} AND status IN ('reversing', 'reversed')
    AND generation = ${generation} AND attempts = ${payout.attempts} AND next_at = ${payout.next_at}
    AND (${wonOnAppeal === null ? 0 : 1} OR NOT (${refunded}
      OR EXISTS (SELECT 1 FROM orders WHERE orders.id = ${orderId} AND orders.status = 'refunded')))
    AND NOT ${isReversed(sql`${intentId}`)}`;
  // What was kept from other payouts for this debt is due to the seller again (D72).
  const resumed = sql`EXISTS (SELECT 1 FROM transfers WHERE order_id = ${orderId} AND status IN ('sent', 'payable'))`;
  const setOffs = await setOffsOf(db, "owed", orderId);
  const undone = await Promise.all(setOffs.map((row) => undoSetOff(db, row, at, resumed)));
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
    // Proceeds that were never sent keep their key, so that the provider recognises a late call of an earlier try.
    sql`UPDATE transfers SET amount_cents = ${due}, written_off_cents = 0, last_error = NULL, next_at = ${at},
        status = CASE WHEN at_seller_cents = ${due} THEN 'sent' ELSE 'payable' END, claimed_at = NULL,
        generation = generation + (provider_transfer_id IS NOT NULL) WHERE ${unchanged}`,
    ...undone.flat(),
  ]);
  return true;
}

/** Writes off, for staff, what cannot be claimed back from the seller. The operator bears it. */
export async function writeOffReversal(
  services: Services,
  staffId: string,
  orderId: string,
  note: string,
): Promise<Result> {
  const { db, now } = services;
  const payout = await findTransfer(db, orderId);
  if (payout?.status !== "reversing" || payout.last_error === null) return SETTLED;
  const at = now();
  const setOff = await notOwedOf(db, orderId);
  const cents = payout.at_seller_cents - setOff;
  const [written] = await batch<[{ order_id: string }, object, object]>(db, [
    sql`UPDATE transfers SET status = 'reversed', written_off_cents = ${cents}, last_error = NULL
      WHERE order_id = ${orderId} AND status = 'reversing' AND at_seller_cents = ${payout.at_seller_cents}
        AND ${notOwedCents(sql`${orderId}`)} = ${setOff} AND next_at = ${payout.next_at} RETURNING order_id`,
    insertAuditEntry(
      { actor_id: staffId, action: "payout_written_off", subject: orderId, details: { cents, note }, at },
      CHANGED,
    ),
    insertLedgerTransaction(
      payoutWrittenOff(payout, cents),
      at,
      sql`EXISTS (SELECT 1 FROM transfers WHERE order_id = ${orderId} AND status = 'reversed'
        AND written_off_cents = ${cents} AND generation = ${payout.generation})`,
    ),
  ]);
  return written.length > 0 ? done() : SETTLED;
}
