/** From a live hold to an order. The room decides; what is checked here is everything that lives outside it. */
import { type Refusal, refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import { bankReference } from "#domain/bank-reference";
import {
  decideTransaction,
  methodProblem,
  offeredMethods,
  type SentTransaction,
  type ServerValues,
  type TransactionProblem,
} from "#domain/checkout";
import { agreedCollectionDate, collectionSummary } from "#domain/collection";
import type { Wallet } from "#domain/crypto-address";
import type { Coin } from "#domain/crypto-coins";
import { centsToDollars } from "#domain/money";
import type { HoldSnapshot, OrderSnapshot, RoomView } from "../../../durable/item-room/commands.ts";
import type { Services } from "../../http/context.ts";
import { askRoom } from "../../http/item-room.ts";
import { stableId } from "../../http/stable-id.ts";
import { releaseHash } from "../crypto/hashes.ts";
import { findQuotes, type Quote, readWallets } from "../crypto/quotes.ts";
import { deliverSoon } from "../mail/deliver.ts";
import { newHandover } from "../orders/handover-secret.ts";
import { findOwnOrder } from "../orders/queries.ts";
import { configuredMethods } from "./configured-methods.ts";
import { type CryptoPayment, prepareCrypto } from "./crypto.ts";
import {
  type CheckoutItem,
  completeReveal,
  findCheckoutItem,
  findReveal,
  insertReveal,
  type Reveal,
} from "./queries.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Bank details of at most this many sellers a day: enough to shop, too few to harvest (A106). */
export const SELLERS_A_DAY = 10;
/** Taken references are rare; a hundred in a row is not. */
const REFERENCE_ATTEMPTS = 100;

/** Everything about a checkout in progress that the server knows. */
export interface Checkout {
  item: CheckoutItem;
  hold: HoldSnapshot;
  values: ServerValues;
  summary: string;
  /** Wallets this buyer can pay to: the seller's, and those already shown for this hold whatever became of them (D8). */
  wallets: Partial<Record<Coin, Wallet>>;
  quotes: Quote[];
}

export type Outcome<T> = ({ ok: true } & T) | Refusal;

/** The holder's own live hold, or why there is none to check out with. */
function ownHold(view: RoomView, userId: string): Outcome<{ hold: HoldSnapshot }> {
  if (view.hold?.user_id === userId) return { ok: true, hold: view.hold };
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

async function roomView({ env }: Services, itemId: string): Promise<Outcome<{ view: RoomView }>> {
  return askRoom(env, itemId, (room) => room.peek());
}

/** The checkout of the caller's live hold on this item. */
export async function openCheckout(
  services: Services,
  userId: string,
  itemId: string,
): Promise<Outcome<{ checkout: Checkout }>> {
  const item = await findCheckoutItem(services.db, itemId);
  if (!item) return refuse("not_found", MESSAGES.notFound);
  const seen = await roomView(services, itemId);
  if (!seen.ok) return seen;
  const held = ownHold(seen.view, userId);
  if (!held.ok) return held;
  return { ok: true, checkout: await checkoutOf(services, item, held.hold) };
}

async function checkoutOf(services: Services, item: CheckoutItem, hold: HoldSnapshot): Promise<Checkout> {
  const [reveal, quotes] = await Promise.all([
    findReveal(services.db, hold.hold_id, "bank_transfer"),
    findQuotes(services.db, hold.hold_id),
  ]);
  const date = agreedCollectionDate(item.collection_date, hold.started_at);
  const { accepted_payment_methods, bank_details } = item.seller;
  // Once its details were shown the buyer may have paid: the seller cannot take the method back for this hold (D8, D31).
  const shown = reveal !== null && reveal.bank_details !== null;
  const accepted = new Set(accepted_payment_methods);
  if (shown) accepted.add("bank_transfer");
  if (quotes.length > 0) accepted.add("crypto");
  const wallets = readWallets(item.seller.crypto_wallet_addresses);
  for (const { coin, address, destination_tag } of quotes) wallets[coin] = { address, destination_tag };
  // Without a wallet that money could reach there is no paying by crypto (D22).
  if (Object.keys(wallets).length === 0) accepted.delete("crypto");
  return {
    item,
    hold,
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
      methods: offeredMethods([...accepted], configuredMethods(services.env), hold.price_cents),
      acknowledged: hold.acknowledged_at !== null,
      reference: reveal?.reference ?? null,
      has_bank_details: shown || bank_details !== null,
    },
  };
}

/** Keeps the ticked box of step 1 with the hold. */
export async function acknowledge(
  services: Services,
  userId: string,
  itemId: string,
): Promise<Outcome<{ checkout: Checkout }>> {
  const opened = await openCheckout(services, userId, itemId);
  if (!opened.ok) return opened;
  const kept = await askRoom(services.env, itemId, (room) => room.acknowledge({ userId }));
  if (!kept.ok) return kept;
  const { checkout } = opened;
  return {
    ok: true,
    checkout: {
      ...checkout,
      hold: kept.hold,
      values: { ...checkout.values, acknowledged: kept.hold.acknowledged_at !== null },
    },
  };
}

/**
 * The seller's bank details and the reference for this hold, issued once (D8, D24). What is shown is recorded with it,
 * and repeated unchanged: the buyer may have paid to it by then.
 */
async function issueReveal(services: Services, { item, hold }: Checkout): Promise<Outcome<{ reveal: Reveal }>> {
  const { db, now } = services;
  const method = "bank_transfer";
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
      { maxSellers: SELLERS_A_DAY, since: at - DAY_MS },
    );
    if (inserted === "reference_taken") continue;
    let reveal = await findReveal(db, hold.hold_id, method);
    if (reveal === null) {
      return refuse("too_many_requests", MESSAGES.tooManyRequests, { retry_after: 3600 });
    }
    if (reveal.bank_details === null && item.seller.bank_details !== null) {
      reveal = (await completeReveal(db, hold.hold_id, method, item.seller.bank_details)) ?? reveal;
    }
    return { ok: true, reveal };
  }
  return refuse("unavailable", "No payment reference could be issued just now. Please try again in a moment.", {
    retry_after: 2,
  });
}

/** Step 3 of a bank transfer: only the holder, only after the acknowledgement, only for a method on offer (D8). */
export async function revealPaymentDetails(
  services: Services,
  userId: string,
  itemId: string,
): Promise<Outcome<{ reveal: Reveal; hold: HoldSnapshot }>> {
  const opened = await openCheckout(services, userId, itemId);
  if (!opened.ok) return opened;
  const { checkout } = opened;
  if (!checkout.values.acknowledged) return problemRefusal("not_acknowledged", checkout.values);
  const problem = methodProblem("bank_transfer", checkout.values);
  // Details that are missing are shown as missing (D22); every other problem is a refusal.
  if (problem !== null && problem !== "no_bank_details") return problemRefusal(problem, checkout.values);
  const issued = await issueReveal(services, checkout);
  return issued.ok ? { ok: true, reveal: issued.reveal, hold: checkout.hold } : issued;
}

export function problemRefusal(problem: TransactionProblem, values: ServerValues): Refusal {
  switch (problem) {
    case "not_free":
      return refuse("item_not_free", MESSAGES.notFree);
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

/** Where the order's ids come from: the same cause gives the same order, however often it is asked for (ORD-3). */
async function orderIds(userId: string, itemId: string, cause: string) {
  const orderId = await stableId("ord", userId, itemId, cause);
  const [transactionId, confirmationId] = await Promise.all([stableId("txn", orderId), stableId("pcf", orderId)]);
  return { orderId, transactionId, confirmationId };
}

/**
 * `POST /api/transactions`: turns the caller's hold into an order. Only the item and the method decide anything; the
 * rest of the body is compared with the server's own values (D17).
 * @param key the request's Idempotency-Key. Without one the hold itself is the cause, and a repeat is told the order exists.
 */
export async function createTransaction(
  services: Services,
  userId: string,
  sent: SentTransaction & { itemId: string },
  key: string | null,
): Promise<Outcome<{ order: OrderSnapshot }>> {
  const item = await findCheckoutItem(services.db, sent.itemId);
  if (!item) return refuse("not_found", MESSAGES.notFound);
  const seen = await roomView(services, item.id);
  if (!seen.ok) return seen;

  const held = ownHold(seen.view, userId);
  if (!held.ok) return (await earlierOrder(services, userId, item.id, key, seen.view)) ?? held;

  const checkout = await checkoutOf(services, item, held.hold);
  const decision = decideTransaction(sent, checkout.values);
  if (!decision.ok) return problemRefusal(decision.problem, checkout.values);

  let reveal: Reveal | null = null;
  if (decision.method === "bank_transfer") {
    const issued = await issueReveal(services, checkout);
    if (!issued.ok) return issued;
    reveal = issued.reveal;
  }
  const ids = await orderIds(userId, item.id, key ?? held.hold.hold_id);
  let crypto: CryptoPayment | null = null;
  if (decision.method === "crypto") {
    const prepared = await prepareCrypto(services, checkout, sent, ids.orderId);
    if (!prepared.ok) return prepared;
    crypto = prepared.payment;
  }
  const placed = await askRoom(services.env, item.id, (room) =>
    room.beginCheckout({
      userId,
      ...ids,
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
      collectionZone: checkout.values.collection_zone,
      collectionSummary: checkout.summary,
      collectionAddress: item.collection_address,
      handover: newHandover(),
    }),
  );
  // Refused, or a twin of this request was first with another hash: this one has paid for nothing.
  if (crypto?.claim && !(placed.ok && placed.order.crypto?.tx_hash === crypto.claim.hash)) {
    await releaseHash(services, crypto.claim);
  }
  if (placed.ok) deliverSoon(services);
  return placed;
}

/**
 * The order an earlier request with this key made, when its reply was lost and nothing remembered it: the hold is gone
 * by then, because it became the order.
 */
async function earlierOrder(
  { db }: Services,
  userId: string,
  itemId: string,
  key: string | null,
  view: RoomView,
): Promise<Outcome<{ order: OrderSnapshot }> | null> {
  if (key === null) return null;
  const { orderId } = await orderIds(userId, itemId, key);
  if (view.order?.id === orderId) return { ok: true, order: view.order };
  const stored = await findOwnOrder(db, orderId, userId);
  return stored && { ok: true, order: stored.order };
}
