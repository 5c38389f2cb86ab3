/** Turns a live hold into an order. The room decides; these commands check what the room has no data for. */

import { and, eq, isNull, sql } from "drizzle-orm";
import type { BankDetails } from "#contract/account/profiles";
import { CASH_PROBLEMS, MESSAGES } from "#contract/copy";
import type { CryptoTerms } from "#contract/orders";
import { decideTransaction, methodProblem, type TransactionRequest } from "#domain/checkout/checkout";
import { isGiveawayHold } from "#domain/holds/availability";
import { timeMeant, timesOfHold } from "#domain/orders/collection-windows";
import { bankReference } from "#domain/payments/bank-reference";
import { type Coin, isCoin } from "#domain/payments/crypto-coins";
import { isQuoteUsable, unitsText } from "#domain/payments/crypto-quote";
import { done, type Result, refuse } from "#domain/result";
import { beginCheckout } from "../../../durable/item-room/commands/checkout.ts";
import * as holds from "../../../durable/item-room/commands/holds.ts";
import type { OrderSnapshot, RoomView } from "../../../durable/item-room/views.ts";
import type { Database } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { paymentReveals } from "../../db/schema/orders.ts";
import { siteTimeLimits } from "../../db/site-settings.ts";
import { newHandover } from "../../handover-secret.ts";
import { execute } from "../../http/item-room.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { deliverSoon } from "../notifications/commands.ts";
import { findOwnOrder } from "../orders/queries.ts";
import { claimHash, type HashClaim, lockQuote, type Quote, releaseHash, termsOf } from "../payments/crypto/crypto.ts";
import { claimCash, claimFree, releaseCash, releaseFree } from "./cash-queries.ts";
import {
  type Checkout,
  type CheckoutItem,
  callersHold,
  checkoutOf,
  checkoutRefusal,
  findReveal,
  type NewReveal,
  openCheckout,
  type Reveal,
  revealLimits,
  revealRefusal,
  roomView,
  unsettledTransfers,
} from "./queries.ts";

/** Attempts to find an unused reference. Collisions are rare. */
const REFERENCE_ATTEMPTS = 100;

/** Stores the acknowledgement with the hold. */
export async function acknowledge(
  services: Services,
  userId: string,
  itemId: string,
  from: number | undefined,
): Promise<Result<Checkout>> {
  const opened = await openCheckout(services, userId, itemId, from);
  if (!opened.ok) return opened;
  const kept = await execute(services.env, itemId, holds.acknowledge({ userId }));
  if (!kept.ok) return kept;
  const checkout = opened.value;
  return done({
    ...checkout,
    hold: kept.value,
    values: { ...checkout.values, acknowledged: kept.value.acknowledged_at !== null },
  });
}

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

/** Returns wallet and amount: only to the holder, after the acknowledgement, for a coin the seller accepts (D8). */
export async function revealQuote(
  services: Services,
  userId: string,
  itemId: string,
  coin: Coin,
  from: number | undefined,
): Promise<Result<Quote>> {
  const opened = await openCheckout(services, userId, itemId, from);
  if (!opened.ok) return opened;
  const { values } = opened.value;
  if (!values.acknowledged) return checkoutRefusal("not_acknowledged", values);
  const problem = methodProblem("crypto", values);
  if (problem !== null) return checkoutRefusal(problem, values);
  return issueQuote(services, opened.value, coin);
}

/**
 * Records which buyer was shown which seller's wallet, within the same daily limit as bank details (A106), and locks
 * the quote.
 */
async function issueQuote(services: Services, checkout: Checkout, coin: Coin): Promise<Result<Quote>> {
  const { item, hold } = checkout;
  const wallet = checkout.wallets[coin];
  if (!wallet) return notTaken();
  const at = services.now();
  const method = `crypto:${coin}`;
  const limits = await revealLimits(services, at);
  const inserted = await insertReveal(
    services.db,
    {
      hold_id: hold.hold_id,
      method,
      item_id: item.id,
      buyer_id: hold.user_id,
      seller_id: item.seller.id,
      reference: `${method}:${hold.hold_id}`,
      bank_details: null,
      created_at: at,
    },
    limits,
  );
  if (typeof inserted === "string" && (await findReveal(services.db, hold.hold_id, method)) === null) {
    return revealRefusal(services, hold.user_id, limits.maxUnsettled, at);
  }
  return lockQuote(services, {
    hold_id: hold.hold_id,
    item_id: item.id,
    buyer_id: hold.user_id,
    seller_id: item.seller.id,
    amount_cents: hold.price_cents,
    coin,
    wallet,
  });
}

interface CryptoPayment {
  terms: CryptoTerms;
  /** The transaction hash claimed for this order as evidence; null when the order is still to be paid. */
  claim: HashClaim | null;
}

/**
 * Prepares the payment terms of a crypto order. Claims the hash before the room is asked; the caller releases it when
 * the room refuses.
 */
async function prepareCrypto(
  services: Services,
  checkout: Checkout,
  sent: Pick<TransactionRequest, "cryptoCurrency" | "cryptoTxHash">,
  orderId: string,
): Promise<Result<CryptoPayment>> {
  const coin = sent.cryptoCurrency;
  if (coin === undefined || !isCoin(coin)) {
    return refuse("invalid", MESSAGES.coinRequired, {
      fields: [{ field: "cryptoCurrency", message: MESSAGES.coinRequired }],
    });
  }
  if (!checkout.wallets[coin]) return notTaken();
  const paid = sent.cryptoTxHash !== undefined;
  let quote = checkout.quotes.find((known) => known.coin === coin);
  if (!quote) {
    const issued = await issueQuote(services, checkout, coin);
    if (!issued.ok) return issued;
    quote = issued.value;
  } else if (!isQuoteUsable(quote.expires_at, services.now(), paid)) {
    return refuse("values_changed", MESSAGES.quoteEnded, {
      current: {
        cryptoCurrency: coin,
        amount_text: unitsText(BigInt(quote.amount_units)),
        quote_expires_at: quote.expires_at,
      },
    });
  }
  if (sent.cryptoTxHash === undefined) return done({ terms: termsOf(quote, null), claim: null });
  const claim = await claimHash(services, {
    coin,
    typed: sent.cryptoTxHash,
    orderId,
    buyerId: checkout.hold.user_id,
    field: "cryptoTxHash",
  });
  return claim.ok ? done({ terms: termsOf(quote, claim.value.hash), claim: claim.value }) : claim;
}

function notTaken() {
  return refuse("method_not_accepted", MESSAGES.coinNotAccepted, {
    fields: [{ field: "cryptoCurrency", message: MESSAGES.coinNotAccepted }],
  });
}

/** Derives the order's ids from its cause, so that a repeated request makes the same order. */
async function orderIds(userId: string, itemId: string, cause: string) {
  const orderId = await stableId("ord", userId, itemId, cause);
  const [transactionId, confirmationId] = await Promise.all([stableId("txn", orderId), stableId("pcf", orderId)]);
  return { orderId, transactionId, confirmationId };
}

/**
 * Returns the order id that a request with this `Idempotency-Key` makes, or null: without a key the hold is the cause.
 */
export async function orderIdOfKey(userId: string, itemId: string, key: string | null): Promise<string | null> {
  return key === null ? null : (await orderIds(userId, itemId, key)).orderId;
}

/**
 * Turns the caller's hold into an order (`POST /api/transactions`). Only the item and the method have an effect; the
 * rest of the body is compared with the server's own values (D17).
 * @param cause `key`: the request's Idempotency-Key. Without one the hold is the cause, and a repeat is refused with
 * `order_exists`. `isNew`: D1 has no order of this key.
 */
export async function createTransaction(
  services: Services,
  userId: string,
  sent: TransactionRequest,
  item: CheckoutItem,
  { key, isNew }: { key: string | null; isNew: boolean },
): Promise<Result<OrderSnapshot>> {
  const seen = await roomView(services, item.id);
  if (!seen.ok) return seen;

  const held = callersHold(seen.value, userId);
  if (!held.ok) return (await earlierOrder(services, userId, item.id, key, seen.value)) ?? held;
  const hold = held.value;

  const times = timesOfHold(item, hold, services.now());
  const time = timeMeant(times, sent.collectionDate, item.collection_zone);
  const checkout = await checkoutOf(services, item, { hold, list_cents: seen.value.price_cents, from: time?.from });
  // The seller has changed the times since, or the buyer's has begun.
  if (time === null) return checkoutRefusal("values_changed", checkout.values);
  const decision = decideTransaction(sent, checkout.values);
  if (!decision.ok) return checkoutRefusal(decision.problem, checkout.values);

  let reveal: Reveal | null = null;
  if (decision.method === "bank_transfer") {
    const issued = await issueReveal(services, checkout);
    if (!issued.ok) return issued;
    reveal = issued.value;
  }
  const ids = await orderIds(userId, item.id, key ?? hold.hold_id);
  let crypto: CryptoPayment | null = null;
  if (decision.method === "crypto") {
    const prepared = await prepareCrypto(services, checkout, sent, ids.orderId);
    if (!prepared.ok) return prepared;
    crypto = prepared.value;
  }
  if (decision.method === "cash" && !(await claimCash(services.db, hold.hold_id, userId, services.now()))) {
    return refuse("method_not_accepted", CASH_PROBLEMS.limit);
  }
  // The giver, or the draw, chose the person who has a giveaway's hold.
  if (decision.method === "free" && !isGiveawayHold(hold.hold_id)) {
    const free = await claimFree(services.db, hold.hold_id, [hold.hold_id], userId, services.now());
    if (free) return free;
  }
  const clocks = await siteTimeLimits(services);
  const placed = await execute(
    services.env,
    item.id,
    beginCheckout({
      userId,
      ...ids,
      isNew,
      method: decision.method,
      amountCents: checkout.values.amount_cents,
      acknowledged: true,
      bankReference: reveal?.reference ?? null,
      bankDetails: reveal?.bank_details ?? null,
      evidence: decision.evidence || crypto?.claim != null,
      crypto: crypto?.terms ?? null,
      itemTitle: item.title,
      itemImageUrl: item.image_url,
      collectionDate: checkout.values.collection_date,
      collectionEndsAt: checkout.values.collection_ends_at,
      collectionZone: checkout.values.collection_zone,
      collectionSummary: checkout.summary,
      collectionAddress: item.collection_address,
      handover: newHandover(),
      clocks,
    }),
  );
  // Refused, or a concurrent repeat of this request used another hash: this hash has paid for nothing.
  if (crypto?.claim && !(placed.ok && placed.value.crypto?.tx_hash === crypto.claim.hash)) {
    await releaseHash(services, crypto.claim);
  }
  if (!placed.ok) {
    // A concurrent repeat may have placed the order with this place.
    if (placed.code !== "order_exists") {
      if (decision.method === "cash") await releaseCash(services.db, hold.hold_id);
      if (decision.method === "free") await releaseFree(services.db, hold.hold_id);
    }
    return placed;
  }
  deliverSoon(services);
  return done(placed.value);
}

/**
 * Returns the order that an earlier request with this key made, when its reply was lost and not stored for replay. The
 * hold is gone by then, because it became the order.
 */
async function earlierOrder(
  { db }: Services,
  userId: string,
  itemId: string,
  key: string | null,
  view: RoomView,
): Promise<Result<OrderSnapshot> | null> {
  if (key === null) return null;
  const { orderId } = await orderIds(userId, itemId, key);
  if (view.order?.id === orderId) return done(view.order);
  const stored = await findOwnOrder(db, orderId, userId);
  return stored && done(stored.order);
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
