/** Loads a checkout in progress: the caller's live hold with everything the wizard needs. */

import { MESSAGES, TOO_LATE_TO_PAY } from "#contract/copy";
import { offeredMethods, type TransactionFacts, type TransactionProblem } from "#domain/checkout/checkout";
import { DAY_MS } from "#domain/deadlines";
import type { Hold } from "#domain/holds/availability";
import { centsToDollars } from "#domain/money";
import { agreedCollectionDate, collectionSummary } from "#domain/orders/collection";
import { byTimeLeft } from "#domain/orders/order-deadlines";
import type { Wallet } from "#domain/payments/crypto-address";
import type { Coin } from "#domain/payments/crypto-coins";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { peek } from "../../../durable/item-room/commands/item.ts";
import type { RoomView } from "../../../durable/item-room/views.ts";
import { siteSettings } from "../../db/site-settings.ts";
import { execute } from "../../http/item-room.ts";
import type { Services } from "../../services.ts";
import { findQuotes, type Quote, readWallets } from "../payments/crypto/quotes.ts";
import { availableMethods, configuredMethods } from "./configured-methods.ts";
import { type CheckoutItem, findCheckoutItem, findReveal, hasUnsettled } from "./queries.ts";

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

export interface Checkout {
  item: CheckoutItem;
  hold: Hold;
  /** The price before the discount of this hold. */
  list_cents: number;
  values: TransactionFacts;
  summary: string;
  /** Wallets this buyer can pay to: the seller's current ones, and those already shown for this hold (D8). */
  wallets: Partial<Record<Coin, Wallet>>;
  quotes: Quote[];
}

export type Outcome<T> = ({ ok: true } & T) | Refusal;

/** Returns the caller's own live hold, or why there is none to check out with. */
export function callersHold(view: RoomView, userId: string): Result<Hold> {
  if (view.hold?.user_id === userId) return done(view.hold);
  if (view.seller_id === userId) return refuse("own_item", MESSAGES.ownItem);
  if (view.order?.buyer_id === userId) {
    return refuse("order_exists", "You already have an order for this item.", { order_id: view.order.id });
  }
  if (view.status === "sold") return refuse("item_sold", MESSAGES.justSold);
  if (view.status === "pending_payment" || view.hold !== null) {
    return refuse("item_unavailable", MESSAGES.buyNowHeld);
  }
  if (view.status !== "active") return refuse("item_unavailable", MESSAGES.notAvailable);
  return refuse("hold_expired", MESSAGES.holdExpired);
}

export async function roomView({ env }: Services, itemId: string): Promise<Result<RoomView>> {
  return execute(env, itemId, peek());
}

/** Returns the checkout of the caller's live hold on this item. */
export async function openCheckout(
  services: Services,
  userId: string,
  itemId: string,
): Promise<Outcome<{ checkout: Checkout }>> {
  const item = await findCheckoutItem(services, itemId);
  if (!item) return refuse("not_found", MESSAGES.notFound);
  const seen = await roomView(services, itemId);
  if (!seen.ok) return seen;
  const held = callersHold(seen.value, userId);
  if (!held.ok) return held;
  return { ok: true, checkout: await checkoutOf(services, item, held.value, seen.value) };
}

/** Returns the checkout of a hold: methods, wallets, quotes and the values to compare with the request. */
export async function checkoutOf(
  services: Services,
  item: CheckoutItem,
  hold: Hold,
  { price_cents: list_cents }: Pick<RoomView, "price_cents">,
): Promise<Checkout> {
  const [reveal, quotes, open] = await Promise.all([
    findReveal(services.db, hold.hold_id, "bank_transfer"),
    findQuotes(services.db, hold.hold_id),
    availableMethods(services, hold.price_cents),
  ]);
  const date = agreedCollectionDate(item.collection_date, hold.started_at, item.collection_zone);
  const now = services.now();
  const { accepted_payment_methods, bank_details } = item.seller;
  // Once bank details were shown the buyer may have paid, so the seller cannot withdraw the method for this hold (D8,
  // D31).
  const shown = reveal !== null && reveal.bank_details !== null;
  const accepted = new Set(accepted_payment_methods);
  if (shown) accepted.add("bank_transfer");
  if (quotes.length > 0) accepted.add("crypto");
  const wallets = readWallets(item.seller.crypto_wallet_addresses);
  for (const { coin, address, destination_tag } of quotes) wallets[coin] = { address, destination_tag };
  // Crypto needs at least one wallet (D22).
  if (Object.keys(wallets).length === 0) accepted.delete("crypto");
  // A buyer who was shown a quote may have paid it, so crypto stays available to them after it is switched off.
  const configured = quotes.length > 0 ? configuredMethods(services.env, hold.price_cents) : open;
  const offered = offeredMethods([...accepted], configured, hold.price_cents);
  // A buyer who was shown where to pay may have paid: that method stays, and the room decides about the time.
  const paying = offered.filter(
    (method) => (method === "bank_transfer" && shown) || (method === "crypto" && quotes.length > 0),
  );
  const { methods, too_late } = byTimeLeft(offered, date, now);
  return {
    item,
    hold,
    list_cents,
    summary: collectionSummary(item),
    wallets: accepted.has("crypto") ? wallets : {},
    quotes,
    values: {
      buyer_id: hold.user_id,
      seller_id: item.seller.id,
      amount_cents: hold.price_cents,
      collection_date: date,
      collection_zone: item.collection_zone,
      item_names_date: date === item.collection_date,
      methods: offered.filter((method) => methods.includes(method) || paying.includes(method)),
      too_late: too_late.filter((method) => !paying.includes(method)),
      acknowledged: hold.acknowledged_at !== null,
      reference: reveal?.reference ?? null,
      has_bank_details: shown || bank_details !== null,
    },
  };
}

/** Maps a problem of the wizard to an error code and message. */
export function checkoutRefusal(problem: TransactionProblem, values: TransactionFacts): Refusal {
  switch (problem) {
    case "not_free":
      return refuse("item_not_free", MESSAGES.notFree);
    case "too_late":
      return refuse("method_not_accepted", values.too_late.map((method) => TOO_LATE_TO_PAY[method]).join(" "));
    case "not_accepted":
      return refuse("method_not_accepted", MESSAGES.methodNotAccepted);
    case "no_bank_details":
      return refuse("method_not_accepted", MESSAGES.bankDetailsMissing);
    case "not_acknowledged":
      return refuse("acknowledgement_required", MESSAGES.acknowledge);
    case "values_changed":
      return refuse("values_changed", MESSAGES.valuesChanged, {
        current: {
          buyerId: values.buyer_id,
          sellerId: values.seller_id,
          amount: centsToDollars(values.amount_cents),
          collectionDate: values.collection_date,
          paymentStatus: "pending",
          referenceNumber: values.reference,
        },
      });
  }
}
