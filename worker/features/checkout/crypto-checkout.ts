/** Crypto in the checkout of one item: wallet and amount for the holder, the payment hold, and a late payment (D76). */

import { MESSAGES } from "#contract/copy";
import { methodProblem, type TransactionRequest } from "#domain/checkout/checkout";
import { DAY_MS, PAYMENT_HOLD_MS } from "#domain/deadlines";
import type { Hold } from "#domain/holds/availability";
import { collectionSummary } from "#domain/orders/collection";
import { collectionTimes } from "#domain/orders/collection-windows";
import type { OrderCrypto } from "#domain/orders/order";
import { type Coin, isCoin } from "#domain/payments/crypto-coins";
import { isQuoteUsable, unitsText } from "#domain/payments/crypto-quote";
import { done, type Result, refuse, refuseField } from "#domain/result";
import * as checkout from "../../../durable/item-room/commands/checkout.ts";
import * as holds from "../../../durable/item-room/commands/holds.ts";
import type { OrderSnapshot, RoomView } from "../../../durable/item-room/views.ts";
import { siteTimeLimits } from "../../db/site-settings.ts";
import { execute } from "../../http/item-room.ts";
import type { Services } from "../../services.ts";
import {
  claimHash,
  copyQuote,
  findLastQuote,
  type HashClaim,
  lockQuote,
  type Quote,
  releaseHash,
  termsOf,
  wasQuotedBefore,
} from "../payments/crypto/crypto.ts";
import { type Checkout, type CheckoutItem, checkoutRefusal, findReveal, openCheckout } from "./queries.ts";
import { insertReveal, revealLimits, revealRefusal } from "./reveals.ts";

/** Returns wallet and amount: only to the holder, after the acknowledgement, for a coin the seller accepts (D8). */
export async function revealQuote(
  services: Services,
  userId: string,
  itemId: string,
  coin: Coin,
  from: number | undefined,
): Promise<Result<{ quote: Quote; hold: Hold }>> {
  const opened = await openCheckout(services, userId, itemId, from);
  if (!opened.ok) return opened;
  const { values } = opened.value;
  if (!values.acknowledged) return checkoutRefusal("not_acknowledged", values);
  const problem = methodProblem("crypto", values);
  if (problem !== null) return checkoutRefusal(problem, values);
  return issueQuote(services, opened.value, coin);
}

/** Makes the hold last for the payment, once per buyer and item (D76). */
async function holdForCoins(
  services: Services,
  { item, hold }: Pick<Checkout, "item" | "hold">,
): Promise<Result<Hold>> {
  if (hold.paying) return done(hold);
  const { hold_id, user_id: userId } = hold;
  if (await wasQuotedBefore(services, { buyer_id: userId, item_id: item.id, hold_id })) return done(hold);
  return execute(services.env, item.id, holds.holdForPayment({ userId, lengthMs: PAYMENT_HOLD_MS }));
}

/**
 * Records which buyer was shown which seller's wallet, within the same daily limit as bank details (A106), makes the
 * hold a payment hold, and locks the quote.
 */
async function issueQuote(
  services: Services,
  checkout: Checkout,
  coin: Coin,
): Promise<Result<{ quote: Quote; hold: Hold }>> {
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
  const extended = await holdForCoins(services, checkout);
  if (!extended.ok) return extended;
  const quote = await lockQuote(services, {
    hold_id: hold.hold_id,
    item_id: item.id,
    buyer_id: hold.user_id,
    seller_id: item.seller.id,
    amount_cents: hold.price_cents,
    coin,
    wallet,
    until: extended.value.paying ? extended.value.until : null,
  });
  return quote.ok ? done({ quote: quote.value, hold: extended.value }) : quote;
}

export interface CryptoPayment {
  terms: OrderCrypto;
  /** The transaction hash claimed for this order as evidence; null when the order is still to be paid. */
  claim: HashClaim | null;
}

/**
 * Prepares the payment terms of a crypto order. Claims the hash before the room is asked; the caller releases it when
 * the room refuses.
 */
export async function prepareCrypto(
  services: Services,
  checkout: Checkout,
  sent: Pick<TransactionRequest, "cryptoCurrency" | "cryptoTxHash">,
  orderId: string,
): Promise<Result<CryptoPayment>> {
  const coin = sent.cryptoCurrency;
  if (coin === undefined || !isCoin(coin)) {
    return refuseField("cryptoCurrency", MESSAGES.coinRequired);
  }
  if (!checkout.wallets[coin]) return notTaken();
  const paid = sent.cryptoTxHash !== undefined;
  let quote = checkout.quotes.find((known) => known.coin === coin);
  if (!quote) {
    const issued = await issueQuote(services, checkout, coin);
    if (!issued.ok) return issued;
    quote = issued.value.quote;
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
  return claim.ok ? done({ terms: termsOf(quote, claim.value), claim: claim.value }) : claim;
}

function notTaken() {
  return refuse("method_not_accepted", MESSAGES.coinNotAccepted, {
    fields: [{ field: "cryptoCurrency", message: MESSAGES.coinNotAccepted }],
  });
}

/** Returns the quote that a request with a transaction hash pays late, or null when it is no such payment. */
async function lateQuote(
  { db, now }: Services,
  userId: string,
  itemId: string,
  { paymentMethod, cryptoCurrency: coin, cryptoTxHash }: TransactionRequest,
): Promise<Quote | null> {
  if (paymentMethod !== "crypto" || !cryptoTxHash || coin === undefined || !isCoin(coin)) return null;
  return findLastQuote(db, { buyer_id: userId, item_id: itemId, coin }, now() - DAY_MS);
}

/**
 * Returns a hold for coins that were sent to a wallet shown during an earlier hold, when that one has ended and the item
 * is free (D76): at the price of that time, and without the pause of D35. Null when this is no such payment.
 */
export async function holdForLatePayment(
  services: Services,
  userId: string,
  sent: TransactionRequest,
  { item_id, price_cents: listCents }: RoomView,
): Promise<Result<Hold> | null> {
  const { env, newId } = services;
  const quote = await lateQuote(services, userId, item_id, sent);
  if (quote === null) return null;
  const agreed = { listCents, chargedCents: quote.amount_cents };
  const clocks = await siteTimeLimits(services);
  const taken = await execute(
    env,
    item_id,
    holds.reserve({ userId, kind: "buy_now", holdId: newId("hld"), agreed, hasPaid: true, clocks }),
  );
  if (!taken.ok) return taken;
  // Wallets are shown after the acknowledgement only.
  const agreedTo = await execute(env, item_id, holds.acknowledge({ userId }));
  if (!agreedTo.ok) return agreedTo;
  await copyQuote(services, quote, agreedTo.value.hold_id);
  return agreedTo;
}

/**
 * Records a crypto payment to a wallet shown during an earlier hold, when another buyer has the item (D76):
 * an ended order that buyer, seller and staff see, with the steps of a direct refund. Null when this is no such payment.
 */
export async function recordLatePayment(
  services: Services,
  userId: string,
  item: CheckoutItem,
  sent: TransactionRequest,
  ids: { orderId: string; transactionId: string; confirmationId: string },
): Promise<Result<OrderSnapshot> | null> {
  const quote = await lateQuote(services, userId, item.id, sent);
  if (quote === null) return null;
  const { env, now } = services;
  const claim = await claimHash(services, {
    coin: quote.coin,
    typed: sent.cryptoTxHash ?? "",
    orderId: ids.orderId,
    buyerId: userId,
    field: "cryptoTxHash",
  });
  if (!claim.ok) return claim;
  const [{ from, until }] = collectionTimes(item, now());
  const recorded = await execute(
    env,
    item.id,
    checkout.recordLatePayment({
      userId,
      ...ids,
      hold: { hold_id: quote.hold_id, price_cents: quote.amount_cents },
      method: "crypto",
      amountCents: quote.amount_cents,
      acknowledged: true,
      bankReference: null,
      bankDetails: null,
      evidence: true,
      crypto: termsOf(quote, claim.value),
      itemTitle: item.title,
      itemImageUrl: item.image_url,
      collectionDate: from,
      collectionEndsAt: until,
      collectionZone: item.collection_zone,
      collectionSummary: collectionSummary(item),
      collectionAddress: null,
    }),
  );
  if (!recorded.ok) await releaseHash(services, claim.value);
  return recorded;
}
