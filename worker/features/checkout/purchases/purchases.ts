/**
 * Purchases of several items: all orders or none (D38). There are no locks: holds are taken in the order of item ids,
 * and after a refusal everything taken is returned. What a crashed Worker leaves behind is in `purchases` and is
 * finished or undone from there.
 */

import type { CollectionChoices } from "#contract/checkout/cart";
import type { PurchaseMethod } from "#contract/checkout/purchases";
import { CASH_PROBLEMS, MESSAGES, TOO_LATE_TO_PAY } from "#contract/copy";
import { CARD_LIMITS } from "#contract/payments";
import { firstCollection, jointMethodsByTime, orderForPlacing, totalOf } from "#domain/checkout/purchase";
import type { Hold } from "#domain/holds/availability";
import { centsToDollars } from "#domain/money";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import type { TimeLimits } from "#domain/time-limits";
import { beginCheckout } from "../../../../durable/item-room/commands/checkout.ts";
import { release, reserve } from "../../../../durable/item-room/commands/holds.ts";
import { peek } from "../../../../durable/item-room/commands/item.ts";
import { cancelOrder, refundOrder } from "../../../../durable/item-room/commands/orders.ts";
import type { OrderSnapshot } from "../../../../durable/item-room/views.ts";
import { siteTimeLimits } from "../../../db/site-settings.ts";
import { newHandover } from "../../../handover-secret.ts";
import { execute } from "../../../http/item-room.ts";
import { log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { requireConfirmedEmail } from "../../holds/commands.ts";
import { deliverSoon } from "../../notifications/commands.ts";
import { readOrder } from "../../orders/commands.ts";
import type { OrderRecord } from "../../orders/queries.ts";
import { claimCash, claimFree, releaseCash, releaseFree } from "../cash-queries.ts";
import type { Reveal } from "../queries.ts";
import { issueReveal } from "../reveals.ts";
import { type Plan, type PlannedPart, planBundle, planCart } from "./plan.ts";
import { findPurchase, type PurchaseOrderRow, type PurchaseRow, type StoredPurchase } from "./queries.ts";
import { insertPurchase, markFailed, markPlaced } from "./stored-purchases.ts";

export interface PlacedPurchase {
  purchase: PurchaseRow;
  bundle: { id: string; title: string } | null;
  orders: OrderRecord[];
}

interface Terms {
  paymentMethod: PurchaseMethod;
  acknowledged?: boolean | undefined;
  /** Total in cents that the buyer saw. */
  amount?: number | undefined;
}

type SentPurchase = Terms & { collections?: CollectionChoices | undefined } & (
    | { kind: "cart"; itemIds?: string[] | undefined }
    | { kind: "bundle"; bundleId: string }
  );

/** Limit of failed tries under one idempotency key. */
const TRIES = 50;

/**
 * Places a purchase (`POST /api/purchases`).
 * @param key the request's Idempotency-Key. A repeat whose first reply was lost returns the purchase that was placed,
 * or finishes or undoes the incomplete one.
 */
export async function createPurchase(
  services: Services,
  userId: string,
  sent: SentPurchase,
  key: string | null,
): Promise<Result<PlacedPurchase>> {
  const known = key === null ? null : await earlier(services, userId, key);
  if (known?.made) return done(known.made);
  if (sent.acknowledged !== true) return refuse("acknowledgement_required", MESSAGES.acknowledge);

  const confirmed = await requireConfirmedEmail(services, userId);
  if (!confirmed.ok) return confirmed;
  const planned =
    sent.kind === "bundle"
      ? await planBundle(services, userId, sent.bundleId, sent.collections)
      : await planCart(services, userId, sent.itemIds, sent.collections);
  if (!planned.ok) return planned;
  const plan = planned.value;
  const problem = problemOf(plan, sent, services.now());
  if (problem) return problem;
  return place(services, userId, plan, sent.paymentMethod, known?.freeId ?? services.newId("pur"));
}

/**
 * Returns the purchase of an earlier request with this key, and an unused id for a new one: the ids of a failed try
 * cannot be reused.
 */
async function earlier(
  services: Services,
  userId: string,
  key: string,
): Promise<{ made: PlacedPurchase | null; freeId: string }> {
  let id = "";
  for (let attempt = 0; attempt < TRIES; attempt++) {
    id = await stableId("pur", userId, key, String(attempt));
    const stored = await findPurchase(services.db, id);
    if (!stored) return { made: null, freeId: id };
    if (stored.purchase.status === "placing") await finishOrUndo(services, stored);
    const made = await readPurchase(services, userId, id);
    if (made) return { made, freeId: id };
  }
  return { made: null, freeId: services.newId("pur") };
}

/**
 * Returns why the items cannot be paid with this method and amount, or null. `free` is only for purchases that cost
 * nothing.
 */
export function problemOf(
  { parts, cash_problem }: Plan,
  { paymentMethod, amount }: Pick<Terms, "paymentMethod" | "amount">,
  now: number,
): Refusal | null {
  const total = totalOf(parts);
  if (amount !== undefined && amount !== total) {
    return refuse("values_changed", MESSAGES.valuesChanged, { current: { amount: centsToDollars(total) } });
  }
  if (paymentMethod === "free") return total === 0 ? null : refuse("item_not_free", MESSAGES.notFree);
  if (paymentMethod === "cash" && cash_problem) return refuse("method_not_accepted", CASH_PROBLEMS[cash_problem]);
  const { methods, too_late } = jointMethodsByTime(parts, CARD_LIMITS, now);
  if (too_late.includes(paymentMethod)) return refuse("method_not_accepted", TOO_LATE_TO_PAY[paymentMethod]);
  if (!methods.includes(paymentMethod)) {
    return refuse("method_not_accepted", "You can't pay for these items together that way. Choose another method.");
  }
  return null;
}

async function place(
  services: Services,
  userId: string,
  plan: Plan,
  method: PurchaseMethod,
  purchaseId: string,
): Promise<Result<PlacedPurchase>> {
  const { db, now } = services;
  const parts = await Promise.all(
    orderForPlacing(plan.parts).map(async (part) => ({
      ...part,
      order_id: await stableId("ord", purchaseId, part.item_id),
      amount_cents: part.charged_cents,
    })),
  );
  const purchase: PurchaseRow = {
    id: purchaseId,
    buyer_id: userId,
    kind: plan.kind,
    bundle_id: plan.bundle?.id ?? null,
    payment_method: method,
    amount_cents: totalOf(parts),
    status: "placing",
    created_at: now(),
  };
  const rows = parts.map(({ order_id, item_id, amount_cents, offer_group }) => ({
    order_id,
    item_id,
    amount_cents,
    offer_group,
  }));
  if (!(await insertPurchase(db, purchase, rows))) return refuse("item_unavailable", MESSAGES.buyNowHeld);

  const taken = await takeAll(services, userId, parts, method, purchaseId).catch(async (error: unknown) => {
    await returnTaken(services, userId, purchase, parts);
    throw error;
  });
  if (!taken.ok) {
    await returnTaken(services, userId, purchase, parts);
    return taken;
  }
  await markPlaced(db, purchaseId, userId, now());
  deliverSoon(services);
  const sellers = new Map(parts.map((part) => [part.item_id, part.item.seller]));
  return done({
    purchase: { ...purchase, status: "placed" },
    bundle: plan.bundle,
    orders: taken.value.map((order) => ({
      order,
      role: "buyer",
      counterparty: { id: order.seller_id, full_name: sellers.get(order.item_id)?.full_name ?? "" },
    })),
  });
}

type PlacedPart = PlannedPart & { order_id: string };

/** Takes every hold, then places every order, one after the other. The first refusal stops it. */
async function takeAll(
  services: Services,
  userId: string,
  parts: readonly PlacedPart[],
  method: PurchaseMethod,
  purchaseId: string,
): Promise<Result<OrderSnapshot[]>> {
  const { env } = services;
  const clocks = await siteTimeLimits(services);
  const holds = new Map<string, Hold>();
  for (const part of parts) {
    const held = await holdOfPart(services, userId, part, purchaseId, clocks);
    if (!held.ok) return { ...held, message: `${part.item.title}: ${held.message}` };
    holds.set(part.item_id, held.value);
  }

  let reveal: Reveal | null = null;
  if (method === "bank_transfer") {
    // One transfer pays for all orders, so all have one reference: that of the first item with a price.
    const first = parts.find((part) => part.charged_cents > 0);
    const hold = first && holds.get(first.item_id);
    if (!first || !hold) return refuse("method_not_accepted", MESSAGES.methodNotAccepted);
    const issued = await issueReveal(services, { item: first.item, hold });
    if (!issued.ok) return issued;
    if (issued.value.bank_details === null) return refuse("method_not_accepted", MESSAGES.bankDetailsMissing);
    reveal = issued.value;
  }

  // One place for the whole purchase, because it is one collection.
  if (method === "cash" && !(await claimCash(services.db, purchaseId, userId, services.now()))) {
    return refuse("method_not_accepted", CASH_PROBLEMS.limit);
  }
  const gifts = parts.flatMap(({ charged_cents, item_id }) =>
    charged_cents === 0 ? [holds.get(item_id)?.hold_id ?? ""] : [],
  );
  if (gifts.length > 0) {
    const free = await claimFree(services.db, purchaseId, gifts, userId, services.now());
    if (free) return free;
  }

  const orders: OrderSnapshot[] = [];
  for (const part of parts) {
    const gift = part.charged_cents === 0;
    const [transactionId, confirmationId] = await Promise.all([
      stableId("txn", part.order_id),
      stableId("pcf", part.order_id),
    ]);
    const placed = await execute(
      env,
      part.item_id,
      beginCheckout({
        userId,
        orderId: part.order_id,
        transactionId,
        confirmationId,
        method: gift ? "free" : method,
        amountCents: part.charged_cents,
        acknowledged: true,
        bankReference: gift ? null : (reveal?.reference ?? null),
        bankDetails: gift ? null : (reveal?.bank_details ?? null),
        evidence: false,
        purchaseId,
        itemTitle: part.item.title,
        itemImageUrl: part.item.image_url,
        collectionDate: part.collection_date,
        collectionEndsAt: part.collection_ends_at,
        ...(!gift && { firstCollection: firstCollection(parts) }),
        collectionZone: part.collection.zone,
        collectionSummary: part.collection.summary,
        collectionAddress: part.collection.address,
        handover: newHandover(),
        clocks,
      }),
    );
    if (!placed.ok) return { ...placed, message: `${part.item.title}: ${placed.message}` };
    orders.push(placed.value);
  }
  return done(orders);
}

/** Returns the buyer's hold of a part; a part with an agreed price is held for this purchase. */
async function holdOfPart(
  { env }: Services,
  userId: string,
  { item_id, agreed }: PlacedPart,
  purchaseId: string,
  clocks: TimeLimits,
): Promise<Result<Hold>> {
  if (agreed) {
    const holdId = await stableId("hld", purchaseId, item_id);
    const taken = await execute(
      env,
      item_id,
      reserve({ userId, kind: "cart", holdId, agreed, groupId: purchaseId, clocks }),
    );
    return taken.ok ? done(taken.value.hold) : taken;
  }
  const seen = await execute(env, item_id, peek());
  if (!seen.ok) return seen;
  const { hold } = seen.value;
  return hold?.user_id === userId ? done(hold) : refuse("hold_expired", MESSAGES.holdExpired);
}

/** Undoes an incomplete purchase. Holds that the buyer had before it began remain, at their former price. */
async function returnTaken(
  services: Services,
  userId: string,
  purchase: PurchaseRow,
  parts: readonly PlacedPart[],
): Promise<void> {
  const keep = new Map(parts.flatMap((part) => (part.held_at === null ? [] : [[part.item_id, part.held_at]])));
  const orders = parts.map((part) => ({
    order_id: part.order_id,
    item_id: part.item_id,
    amount_cents: part.charged_cents,
  }));
  await undo(services, userId, { purchase, orders }, keep);
}

/**
 * Returns a placed purchase with its current orders, for its buyer; null for other users, as if it did not exist (A01).
 */
export async function readPurchase(
  services: Services,
  userId: string,
  id: string,
): Promise<{ purchase: PurchaseRow; bundle: { id: string; title: string } | null; orders: OrderRecord[] } | null> {
  const stored = await findPurchase(services.db, id);
  if (stored?.purchase.buyer_id !== userId || stored.purchase.status !== "placed") return null;
  const { purchase, bundle_title, orders } = stored;
  const records = await Promise.all(orders.map(({ order_id }) => readOrder(services, userId, order_id)));
  return {
    purchase,
    bundle: purchase.bundle_id === null ? null : { id: purchase.bundle_id, title: bundle_title ?? "" },
    orders: records.filter((record) => record !== null),
  };
}

/**
 * Returns everything a purchase has taken. May be repeated. The purchase is marked as failed only after every room has
 * answered; until then a job retries.
 * @param keep prices of the items that the buyer held before the purchase began: those holds remain at that price.
 */
export async function undo(
  services: Services,
  userId: string,
  { purchase, orders }: { purchase: Pick<PurchaseRow, "id">; orders: readonly PurchaseOrderRow[] },
  keep: ReadonlyMap<string, number>,
): Promise<void> {
  const given = await Promise.allSettled(
    orders.map((order) => undoPart(services, userId, purchase.id, order, keep.get(order.item_id))),
  );
  deliverSoon(services);
  const lost = given.filter((one) => one.status === "rejected");
  if (lost.length === 0) {
    await releaseCash(services.db, purchase.id);
    await releaseFree(services.db, purchase.id);
    await markFailed(services.db, purchase.id, services.now());
    return;
  }
  for (const one of lost) {
    log("error", { purchase: purchase.id, problem: "undo", error: String(one.reason) });
  }
}

async function undoPart(
  { env, db, now, newId }: Services,
  userId: string,
  purchaseId: string,
  { order_id: orderId, item_id: itemId }: PurchaseOrderRow,
  heldAt: number | undefined,
): Promise<void> {
  const seen = await execute(env, itemId, peek());
  if (!seen.ok) return;
  const { order, hold } = seen.value;
  if (order?.id === orderId) {
    const cancelled = await execute(env, itemId, cancelOrder({ userId, orderId }));
    // A free order was completed at once, so it is undone as a refund; one paid at pick-up is withdrawn.
    if (!cancelled.ok) {
      await execute(env, itemId, refundOrder({ orderId, by: "service", actorId: null, relist: true }));
    }
    return;
  }
  if (hold?.user_id !== userId || hold.group_id !== purchaseId) return;
  if (heldAt === undefined) {
    await execute(env, itemId, release({ userId }));
    return;
  }
  // The price shown to the buyer still applies, even if its offer has ended meanwhile.
  const agreed = { listCents: seen.value.price_cents, chargedCents: heldAt };
  const clocks = await siteTimeLimits({ db, now });
  await execute(env, itemId, reserve({ userId, kind: "cart", holdId: newId("hld"), agreed, clocks }));
}

/** Finishes a purchase whose Worker crashed: placed if all of its orders exist, else undone. */
export async function finishOrUndo(services: Services, { purchase, orders }: StoredPurchase): Promise<void> {
  const there = await Promise.all(
    orders.map(async ({ order_id, item_id }) => {
      const seen = await execute(services.env, item_id, peek());
      return seen.ok && seen.value.order?.id === order_id;
    }),
  );
  if (there.every(Boolean)) {
    await markPlaced(services.db, purchase.id, purchase.buyer_id, services.now());
    return;
  }
  await undo(services, purchase.buyer_id, { purchase, orders }, new Map());
}
