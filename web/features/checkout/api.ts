import type { CheckoutView, CreateTransactionInput, PaymentDetailsReply, TransactionView } from "#contract/checkout";
import type { CryptoQuoteReply } from "#contract/payments/crypto";
import type { Coin } from "#domain/payments/crypto-coins";
import { api, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";

const checkoutOf = api.api.items[":id"].checkout;

/** Holds the item for the buyer (Buy Now) and returns its checkout. Repeating the call keeps the same hold. */
async function reserveItem(itemId: string): Promise<CheckoutView> {
  const body = { item_id: itemId, reservation_type: "buy_now" } as const;
  return (await unwrap(api.api.rpc.reserve_item.$post({ json: body }))).checkout;
}

/** Releases the hold. `keepalive` lets the request outlive the page. */
async function releaseItem(itemId: string): Promise<void> {
  await unwrap(api.api.items[":id"].reservation.$delete({ param: { id: itemId } }, { init: { keepalive: true } }));
}

function fetchCheckout(itemId: string): Promise<CheckoutView> {
  return unwrap(checkoutOf.$get({ param: { id: itemId } }));
}

function acknowledgeCollection(itemId: string): Promise<CheckoutView> {
  return unwrap(checkoutOf.acknowledgement.$post({ param: { id: itemId }, json: { acknowledged: true } }));
}

async function revealBankDetails(itemId: string): Promise<PaymentDetailsReply> {
  const reply = await unwrap(
    checkoutOf["payment-details"].$post({ param: { id: itemId }, json: { method: "bank_transfer" } }),
  );
  if (reply.method !== "bank_transfer") throw new Error(`asked for bank details, got ${reply.method}`);
  return reply;
}

/**
 * Returns the wallet and the locked amount. While a quote is valid the server returns the same one, afterwards a new
 * one.
 */
async function fetchCryptoQuote(itemId: string, coin: Coin): Promise<CryptoQuoteReply> {
  const reply = await unwrap(
    checkoutOf["payment-details"].$post({ param: { id: itemId }, json: { method: "crypto", coin } }),
  );
  if (reply.method !== "crypto") throw new Error(`asked for a quote, got ${reply.method}`);
  return reply;
}

function createTransaction(payload: CreateTransactionInput, key: string): Promise<TransactionView> {
  return unwrap(api.api.transactions.$post({ json: payload }, withIdempotencyKey(key)));
}

/** API calls of the wizard. On the demo page a sandbox in the browser answers them instead of the server. */
export interface CheckoutCalls {
  reserve: (itemId: string) => Promise<CheckoutView>;
  release: (itemId: string) => Promise<void>;
  fetch: (itemId: string) => Promise<CheckoutView>;
  acknowledge: (itemId: string) => Promise<CheckoutView>;
  fetchBankDetails: (itemId: string) => Promise<PaymentDetailsReply>;
  revealQuote: (itemId: string, coin: Coin) => Promise<CryptoQuoteReply>;
  create: (payload: CreateTransactionInput, key: string) => Promise<TransactionView>;
}

export const SERVICE_CALLS: CheckoutCalls = {
  reserve: reserveItem,
  release: releaseItem,
  fetch: fetchCheckout,
  acknowledge: acknowledgeCollection,
  fetchBankDetails: revealBankDetails,
  revealQuote: fetchCryptoQuote,
  create: createTransaction,
};
