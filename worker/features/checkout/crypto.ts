/** Crypto checkout: wallet and quote for the holder, and the terms of the order (D8, D22, D23). */

import { MESSAGES } from "#contract/copy";
import type { CryptoTerms } from "#contract/orders";
import { methodProblem, type TransactionRequest } from "#domain/checkout/checkout";
import { type Coin, isCoin } from "#domain/payments/crypto-coins";
import { isQuoteUsable, unitsText } from "#domain/payments/crypto-quote";
import { refuse } from "#domain/result";
import type { Services } from "../../services.ts";
import { claimHash, type HashClaim } from "../payments/crypto/hashes.ts";
import { lockQuote, type Quote, termsOf } from "../payments/crypto/quotes.ts";
import {
  type Checkout,
  checkoutRefusal,
  type Outcome,
  openCheckout,
  revealLimits,
  revealRefusal,
} from "./open-checkout.ts";
import { findReveal, insertReveal } from "./queries.ts";

/** Returns wallet and amount: only to the holder, after the acknowledgement, for a coin the seller accepts (D8). */
export async function revealQuote(
  services: Services,
  userId: string,
  itemId: string,
  coin: Coin,
): Promise<Outcome<{ quote: Quote }>> {
  const opened = await openCheckout(services, userId, itemId);
  if (!opened.ok) return opened;
  const { values } = opened.checkout;
  if (!values.acknowledged) return checkoutRefusal("not_acknowledged", values);
  const problem = methodProblem("crypto", values);
  if (problem !== null) return checkoutRefusal(problem, values);
  return issueQuote(services, opened.checkout, coin);
}

/**
 * Records which buyer was shown which seller's wallet, within the same daily limit as bank details (A106), and locks
 * the quote.
 */
async function issueQuote(services: Services, checkout: Checkout, coin: Coin): Promise<Outcome<{ quote: Quote }>> {
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
  if (inserted !== "inserted" && (await findReveal(services.db, hold.hold_id, method)) === null) {
    return revealRefusal(services, hold.user_id, limits.maxUnsettled, at);
  }
  const quote = await lockQuote(services, {
    hold_id: hold.hold_id,
    item_id: item.id,
    buyer_id: hold.user_id,
    seller_id: item.seller.id,
    amount_cents: hold.price_cents,
    coin,
    wallet,
  });
  return { ok: true, quote };
}

export interface CryptoPayment {
  terms: CryptoTerms;
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
): Promise<Outcome<{ payment: CryptoPayment }>> {
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
    quote = issued.quote;
  } else if (!isQuoteUsable(quote.expires_at, services.now(), paid)) {
    return refuse("values_changed", MESSAGES.quoteEnded, {
      current: {
        cryptoCurrency: coin,
        amount_text: unitsText(BigInt(quote.amount_units)),
        quote_expires_at: quote.expires_at,
      },
    });
  }
  if (sent.cryptoTxHash === undefined) return { ok: true, payment: { terms: termsOf(quote, null), claim: null } };
  const claim = await claimHash(services, {
    coin,
    typed: sent.cryptoTxHash,
    orderId,
    buyerId: checkout.hold.user_id,
    field: "cryptoTxHash",
  });
  return claim.ok ? { ok: true, payment: { terms: termsOf(quote, claim.hash), claim } } : claim;
}

function notTaken() {
  return refuse("method_not_accepted", MESSAGES.coinNotAccepted, {
    fields: [{ field: "cryptoCurrency", message: MESSAGES.coinNotAccepted }],
  });
}
