/** Replies of the wizard, for the holder of the item only. */
import type { CheckoutView, PaymentDetailsReply, TransactionView } from "#contract/checkout";
import { MESSAGES } from "#contract/copy";
import { entityFields } from "#contract/entity-fields";
import type { CryptoQuoteReply } from "#contract/payments/crypto";
import { displayName } from "#domain/account/display-name";
import type { Hold } from "#domain/holds/availability";
import { centsToDollars } from "#domain/money";
import { namedHash } from "#domain/orders/order";
import { isUndone } from "#domain/orders/order-status";
import { COIN_FACTS, COINS } from "#domain/payments/crypto-coins";
import { unitsText } from "#domain/payments/crypto-quote";
import { pick } from "#domain/pick";
import type { OrderSnapshot } from "../../../durable/item-room/views.ts";
import type { Quote } from "../payments/crypto/crypto.ts";
import type { Checkout, CheckoutItem, Reveal } from "./queries.ts";

export function presentCheckout(checkout: Checkout, now: number): CheckoutView {
  const { item, hold, list_cents, values, summary, wallets, pay_by } = checkout;
  const noBankDetails = values.methods.includes("bank_transfer") && !values.has_bank_details;
  return {
    item_id: item.id,
    hold_id: hold.hold_id,
    ...pick(item, "title", "image_url", "last_method", "centre"),
    seller_id: item.seller.id,
    seller_name: displayName(item.seller.full_name) || MESSAGES.anonymousSeller,
    seller_is_new: item.seller.is_new,
    amount: centsToDollars(values.amount_cents),
    listed: centsToDollars(list_cents),
    discount: values.amount_cents >= list_cents ? null : hold.agreed ? "agreed" : "offer",
    methods: [...values.methods],
    too_late: [...values.too_late],
    ...pick(values, "cash_problem", "collection_date", "collection_ends_at", "collection_zone", "acknowledged"),
    pay_by,
    no_bank_details: noBankDetails ? { available_from: newDetailsFrom(item.seller) } : null,
    coins: values.methods.includes("crypto") ? COINS.filter((coin) => wallets[coin]) : [],
    is_free: values.amount_cents === 0,
    collection_times: [...values.collection_times],
    collection_summary: summary,
    held_since: hold.started_at,
    reserved_until: hold.until,
    server_now: now,
  };
}

/** When the seller's changed bank details can be used (A66); null when they have removed them. */
function newDetailsFrom({ waits, has_bank_details }: CheckoutItem["seller"]): number | null {
  return has_bank_details ? (waits.bank_transfer ?? null) : null;
}

export function presentPaymentDetails(
  reveal: Reveal,
  { item, amount_cents }: { item: CheckoutItem; amount_cents: number },
  now: number,
): PaymentDetailsReply {
  return {
    method: "bank_transfer",
    bank_details: reveal.bank_details,
    available_from: reveal.bank_details === null ? newDetailsFrom(item.seller) : null,
    reference_number: reveal.reference,
    amount: centsToDollars(amount_cents),
    server_now: now,
  };
}

export function presentQuote(quote: Quote, hold: Pick<Hold, "until">, now: number): CryptoQuoteReply {
  return {
    method: "crypto",
    ...pick(quote, "coin", "address", "destination_tag", "price_source"),
    network: COIN_FACTS[quote.coin].network,
    amount_text: unitsText(BigInt(quote.amount_units)),
    amount: centsToDollars(quote.amount_cents),
    rate: quote.rate_micros / 1_000_000,
    estimate: quote.price_source === "fallback",
    quote_expires_at: quote.expires_at,
    reserved_until: hold.until,
    server_now: now,
  };
}

function transactionStatus(order: OrderSnapshot): TransactionView["status"] {
  if (order.status === "completed") return "completed";
  return isUndone(order.status) ? "cancelled" : "pending";
}

/** Returns the created transaction, from the room's own order, so that it does not depend on the projection to D1. */
export function presentTransaction(order: OrderSnapshot, now: number): TransactionView {
  return {
    ...entityFields("transactions", "parties", order),
    id: order.transaction_id,
    order_id: order.id,
    // Outside sales do not come from a checkout.
    payment_method: order.payment_method === "outside" ? "free" : order.payment_method,
    // The state at creation (D17).
    payment_status: "pending",
    status: transactionStatus(order),
    order_status: order.status,
    amount: centsToDollars(order.amount_cents),
    collection_date: order.collection_date,
    reference_number: order.bank_reference,
    crypto_currency: order.crypto?.coin ?? null,
    crypto_tx_hash: order.crypto ? namedHash(order.crypto) : null,
    crypto_amount: order.crypto?.amount_text ?? null,
    server_now: now,
  };
}

/** Maps a transaction as it is now. */
export const presentCurrentTransaction = (order: OrderSnapshot, now: number): TransactionView => ({
  ...presentTransaction(order, now),
  payment_status: order.paid_at === null ? "pending" : "completed",
});
