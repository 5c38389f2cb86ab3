/** Turns a live hold into an order. The room decides; these commands check what the room has no data for. */

import { CASH_PROBLEMS } from "#contract/copy";
import { decideTransaction, type TransactionRequest } from "#domain/checkout/checkout";
import { isGiveawayHold } from "#domain/holds/availability";
import { timeMeant, timesOfHold } from "#domain/orders/collection-windows";
import { done, type Result, refuse } from "#domain/result";
import { beginCheckout } from "../../../durable/item-room/commands/checkout.ts";
import * as holds from "../../../durable/item-room/commands/holds.ts";
import type { OrderSnapshot, RoomView } from "../../../durable/item-room/views.ts";
import { siteTimeLimits } from "../../db/site-settings.ts";
import { newHandover } from "../../handover-secret.ts";
import { execute } from "../../http/item-room.ts";
import type { Services } from "../../services.ts";
import { stableId } from "../../stable-id.ts";
import { deliverSoon } from "../notifications/commands.ts";
import { findOwnOrder } from "../orders/queries.ts";
import { releaseHash } from "../payments/crypto/crypto.ts";
import { claimCash, claimFree, releaseCash, releaseFree } from "./cash-queries.ts";
import { type CryptoPayment, holdForLatePayment, prepareCrypto, recordLatePayment } from "./crypto-checkout.ts";
import {
  type Checkout,
  type CheckoutItem,
  callersHold,
  checkoutOf,
  checkoutRefusal,
  openCheckout,
  type Reveal,
  roomView,
} from "./queries.ts";
import { issueReveal } from "./reveals.ts";

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

  let held = callersHold(seen.value, userId);
  if (!held.ok) {
    const earlier = await earlierOrder(services, userId, item.id, key, seen.value);
    if (earlier) return earlier;
    if (held.code === "hold_expired") held = (await holdForLatePayment(services, userId, sent, seen.value)) ?? held;
    if (!held.ok && (held.code === "item_unavailable" || held.code === "item_sold")) {
      const ids = await orderIds(userId, item.id, key ?? sent.cryptoTxHash ?? "");
      const late = await recordLatePayment(services, userId, item, sent, ids);
      if (late?.ok) deliverSoon(services);
      if (late) return late;
    }
    if (!held.ok) return held;
  }
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
