/** Undoes an incomplete purchase: cancels its orders and releases its holds. */

import { release, reserve } from "../../../../durable/item-room/commands/holds.ts";
import { peek } from "../../../../durable/item-room/commands/item.ts";
import { cancelOrder, refundOrder } from "../../../../durable/item-room/commands/orders.ts";
import { siteTimeLimits } from "../../../db/site-settings.ts";
import { execute } from "../../../http/item-room.ts";
import { log } from "../../../log.ts";
import type { Services } from "../../../services.ts";
import { deliverSoon } from "../../notifications/email/deliver.ts";
import { markFailed, markPlaced, type PurchaseOrderRow, type PurchaseRow, type StoredPurchase } from "./queries.ts";

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
    await markFailed(services.env.DB, purchase.id, services.now());
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
    // A free order was completed at once, so it is undone as a refund.
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
    await markPlaced(services.env.DB, purchase.id, purchase.buyer_id, services.now());
    return;
  }
  await undo(services, purchase.buyer_id, { purchase, orders }, new Map());
}
