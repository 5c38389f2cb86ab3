/** Bank details shown to the holder of a live hold: recorded, limited, and never replaced once shown (D8, D24). */

import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { BankDetails } from "#contract/account/profiles";
import { MESSAGES } from "#contract/copy";
import { methodProblem } from "#domain/checkout/checkout";
import { DAY_MS } from "#domain/deadlines";
import { sqlList, UNPAID } from "#domain/orders/order-status";
import { bankReference } from "#domain/payments/bank-reference";
import { done, type Result, refuse } from "#domain/result";
import type { Database } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { paymentReveals } from "../../db/schema/orders.ts";
import { siteSettings } from "../../db/site-settings.ts";
import type { Services } from "../../services.ts";
import { type Checkout, checkoutRefusal, findReveal, type NewReveal, openCheckout, type Reveal } from "./queries.ts";

/** A buyer may see the bank details of this many sellers a day: enough to shop, too few to harvest (A106). */
const SELLERS_PER_DAY = 10;

/** Returns the limits of reveals at `now`, for `insertReveal`, which counts and records in one statement. */
export async function revealLimits(services: Pick<Services, "db" | "now">, now: number) {
  const { unsettled_transfers } = (await siteSettings(services)).numbers;
  return { maxSellers: SELLERS_PER_DAY, since: now - DAY_MS, maxUnsettled: unsettled_transfers };
}

/** Returns why a buyer is shown no payment details: too many unconfirmed payments, or too many sellers today. */
export async function revealRefusal({ db }: Pick<Services, "db">, buyerId: string, max: number, now: number) {
  return (await hasUnsettled(db, buyerId, max, now))
    ? refuse("holding_limit", unsettledWords(max))
    : refuse("too_many_requests", MESSAGES.tooManyRequests, { retry_after: 3600 });
}

const unsettledWords = (max: number) =>
  `You have ${max === 1 ? "a payment" : `${max} payments`} by bank transfer or crypto that no seller has confirmed yet. Pay, cancel or wait for one of them in My Orders, or pay for this item another way.`;

/**
 * Counts a buyer's unconfirmed transfers and crypto payments: open orders (those of one purchase count once) and live
 * holds for which they were shown where to pay (A47).
 */
function unsettledTransfers(buyerId: string, now: number, exceptHold = ""): SQL {
  return sql`(SELECT count(*) FROM (
    SELECT coalesce(o.purchase_id, o.id) FROM orders o WHERE o.buyer_id = ${buyerId}
      AND o.status IN (${sql.raw(sqlList(UNPAID))})
      AND o.payment_method IN ('bank_transfer', 'crypto')
    UNION
    SELECT r.hold_id FROM payment_reveals r CROSS JOIN items i ON i.id = r.item_id
    WHERE r.buyer_id = ${buyerId} AND r.hold_id <> ${exceptHold}
      AND i.hold_id = r.hold_id AND i.holder_id = r.buyer_id AND i.hold_until > ${now}))`;
}

/**
 * Whether the buyer has reached the limit of unsettled transfers. If not, `insertReveal` refused for too many sellers.
 */
async function hasUnsettled(db: Database, buyerId: string, limit: number, now: number): Promise<boolean> {
  const [row] = await db.all<{ n: number }>(sql`SELECT ${unsettledTransfers(buyerId, now)} AS n`);
  return (row?.n ?? 0) >= limit;
}

/** Attempts to find an unused reference. Collisions are rare. */
const REFERENCE_ATTEMPTS = 100;

/**
 * Issues the seller's bank details and a reference for this hold, once (D8, D24). What was shown is stored and returned
 * unchanged later, because the buyer may have paid to it.
 */
export async function issueReveal(
  services: Services,
  { item, hold, reveal: known = null }: Pick<Checkout, "item" | "hold"> & { reveal?: Reveal | null },
): Promise<Result<Reveal>> {
  if (known?.bank_details) return done(known);
  const { db, now } = services;
  const method = "bank_transfer";
  const limits = await revealLimits(services, now());
  for (let attempt = 0; attempt < REFERENCE_ATTEMPTS; attempt++) {
    const at = now();
    const inserted = await insertReveal(
      db,
      {
        hold_id: hold.hold_id,
        method,
        item_id: item.id,
        buyer_id: hold.user_id,
        seller_id: item.seller.id,
        reference: bankReference(at, attempt, hold.hold_id),
        bank_details: item.seller.bank_details,
        created_at: at,
      },
      limits,
    );
    if (inserted === "reference_taken") continue;
    if (inserted !== "not_inserted") return done(inserted);
    let reveal = await findReveal(db, hold.hold_id, method);
    if (reveal === null) return revealRefusal(services, hold.user_id, limits.maxUnsettled, at);
    if (reveal.bank_details === null && item.seller.bank_details !== null) {
      reveal = (await completeReveal(db, hold.hold_id, method, item.seller.bank_details)) ?? reveal;
    }
    return done(reveal);
  }
  return refuse("unavailable", "We couldn't create a payment reference. Please try again in a moment.", {
    retry_after: 2,
  });
}

/**
 * Returns the bank details for a bank transfer: only to the holder, after the acknowledgement, and if the
 * method is offered (D8).
 */
export async function revealPaymentDetails(
  services: Services,
  userId: string,
  itemId: string,
  from: number | undefined,
): Promise<Result<{ reveal: Reveal; checkout: Checkout }>> {
  const opened = await openCheckout(services, userId, itemId, from);
  if (!opened.ok) return opened;
  const checkout = opened.value;
  if (!checkout.values.acknowledged) return checkoutRefusal("not_acknowledged", checkout.values);
  const problem = methodProblem("bank_transfer", checkout.values);
  // Missing bank details are returned as missing (D22); every other problem is a refusal.
  if (problem !== null && problem !== "no_bank_details") return checkoutRefusal(problem, checkout.values);
  const issued = await issueReveal(services, checkout);
  return issued.ok ? done({ reveal: issued.value, checkout }) : issued;
}

/**
 * Records a reveal, unless the buyer has seen `maxSellers` other sellers since `since`, or has reached `maxUnsettled`.
 * One statement counts and inserts, so that concurrent calls cannot exceed a limit.
 * @returns what was recorded. "reference_taken" when another hold has this reference: try the next one.
 */
export async function insertReveal(
  db: Database,
  reveal: NewReveal,
  limit: { maxSellers: number; since: number; maxUnsettled: number },
): Promise<Reveal | "not_inserted" | "reference_taken"> {
  const details = reveal.bank_details === null ? null : JSON.stringify(reveal.bank_details);
  try {
    const rows = await db.all(sql`
      INSERT INTO payment_reveals (hold_id, method, item_id, buyer_id, seller_id, reference, bank_details, created_at)
      SELECT ${reveal.hold_id}, ${reveal.method}, ${reveal.item_id}, ${reveal.buyer_id}, ${reveal.seller_id},
        ${reveal.reference}, ${details}, ${reveal.created_at}
      WHERE (SELECT count(DISTINCT seller_id) FROM payment_reveals
        WHERE buyer_id = ${reveal.buyer_id} AND created_at > ${limit.since} AND seller_id <> ${reveal.seller_id})
        < ${limit.maxSellers}
        AND ${unsettledTransfers(reveal.buyer_id, reveal.created_at, reveal.hold_id)} < ${limit.maxUnsettled}
      ON CONFLICT (hold_id, method) DO NOTHING
      RETURNING 1 AS inserted`);
    return rows.length > 0 ? { reference: reveal.reference, bank_details: reveal.bank_details } : "not_inserted";
  } catch (error) {
    if (violatedConstraint(error) === "payment_reveals.reference") return "reference_taken";
    throw error;
  }
}

/** Fills in details that the seller added after the reference was issued. Details once shown are never replaced. */
export async function completeReveal(
  db: Database,
  holdId: string,
  method: string,
  details: BankDetails,
): Promise<Reveal | null> {
  await db
    .update(paymentReveals)
    .set({ bank_details: details })
    .where(
      and(eq(paymentReveals.hold_id, holdId), eq(paymentReveals.method, method), isNull(paymentReveals.bank_details)),
    );
  return findReveal(db, holdId, method);
}
