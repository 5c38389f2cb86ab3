import type { CheckoutView, CreateTransactionInput, PaymentDetailsReply, TransactionView } from "#contract/checkout";
import type { CryptoQuoteReply } from "#contract/crypto";
import type { ReserveItemReply } from "#contract/reservations";
import type { Coin } from "#domain/crypto-coins";
import { api, once, unwrap } from "../../lib/api-client.ts";

const checkoutOf = api.api.items[":id"].checkout;

/** Buy Now: the item is the buyer's for ten minutes. Repeating it keeps the same hold. */
export function reserveItem(itemId: string): Promise<ReserveItemReply> {
  return unwrap(api.api.rpc.reserve_item.$post({ json: { item_id: itemId, reservation_type: "buy_now" } }));
}

/** Gives the hold back. `keepalive`: the request outlives the page that sends it. */
export async function releaseItem(itemId: string): Promise<void> {
  await unwrap(api.api.items[":id"].reservation.$delete({ param: { id: itemId } }, { init: { keepalive: true } }));
}

export function fetchCheckout(itemId: string): Promise<CheckoutView> {
  return unwrap(checkoutOf.$get({ param: { id: itemId } }));
}

export function acknowledgeCollection(itemId: string): Promise<CheckoutView> {
  return unwrap(checkoutOf.acknowledgement.$post({ param: { id: itemId }, json: { acknowledged: true } }));
}

export async function revealBankDetails(itemId: string): Promise<PaymentDetailsReply> {
  const reply = await unwrap(
    checkoutOf["payment-details"].$post({ param: { id: itemId }, json: { method: "bank_transfer" } }),
  );
  if (reply.method !== "bank_transfer") throw new Error(`asked for bank details, got ${reply.method}`);
  return reply;
}

/** Wallet and locked amount; the same ones while the quote stands, renewed afterwards. */
export async function revealQuote(itemId: string, coin: Coin): Promise<CryptoQuoteReply> {
  const reply = await unwrap(
    checkoutOf["payment-details"].$post({ param: { id: itemId }, json: { method: "crypto", coin } }),
  );
  if (reply.method !== "crypto") throw new Error(`asked for a quote, got ${reply.method}`);
  return reply;
}

export function createTransaction(payload: CreateTransactionInput, key: string): Promise<TransactionView> {
  return unwrap(api.api.transactions.$post({ json: payload }, once(key)));
}
