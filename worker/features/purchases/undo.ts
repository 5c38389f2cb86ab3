/** Taking back a purchase that was not finished: every order cancelled, every hold of its own released. */

import { siteClocks } from "../../db/site-settings.ts";
import type { Services } from "../../http/context.ts";
import { askRoom } from "../../http/item-room.ts";
import { log } from "../../log.ts";
import { deliverSoon } from "../mail/deliver.ts";
import { markFailed, markPlaced, type PurchaseOrderRow, type PurchaseRow, type StoredPurchase } from "./queries.ts";

/**
 * Gives back everything a purchase has taken. Repeating it is harmless. The purchase is marked as failed only when every
 * room has answered: until then a job finds it and tries again.
 * @param keep items the buyer held before the purchase began, and at what price: those holds stay, and so does that.
 */
export async function undo(
  services: Services,
  userId: string,
  { purchase, orders }: { purchase: Pick<PurchaseRow, "id">; orders: readonly PurchaseOrderRow[] },
  keep: ReadonlyMap<string, number>,
): Promise<void> {
  const given = await Promise.allSettled(
    orders.map((order) => giveBackOne(services, userId, purchase.id, order, keep.get(order.item_id))),
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

async function giveBackOne(
  { env, db, now, newId }: Services,
  userId: string,
  purchaseId: string,
  { order_id: orderId, item_id: itemId }: PurchaseOrderRow,
  heldAt: number | undefined,
): Promise<void> {
  const seen = await askRoom(env, itemId, (room) => room.peek());
  if (!seen.ok) return;
  const { order, hold } = seen.view;
  if (order?.id === orderId) {
    const cancelled = await askRoom(env, itemId, (room) => room.cancelOrder({ userId, orderId }));
    // A gift is given at once, and taken back as one.
    if (!cancelled.ok) {
      await askRoom(env, itemId, (room) => room.refundOrder({ orderId, by: "service", actorId: null, relist: true }));
    }
    return;
  }
  if (hold?.user_id !== userId || hold.group_id !== purchaseId) return;
  if (heldAt === undefined) {
    await askRoom(env, itemId, (room) => room.release({ userId }));
    return;
  }
  // The price they were shown stands, also when its offer has ended meanwhile.
  const agreed = { listCents: seen.view.price_cents, chargedCents: heldAt };
  const clocks = await siteClocks({ db, now });
  await askRoom(env, itemId, (room) => room.reserve({ userId, kind: "cart", holdId: newId("hld"), agreed, clocks }));
}

/** A purchase whose Worker died: placed if every one of its orders is there, else undone. */
export async function finishOrUndo(services: Services, { purchase, orders }: StoredPurchase): Promise<void> {
  const there = await Promise.all(
    orders.map(async ({ order_id, item_id }) => {
      const seen = await askRoom(services.env, item_id, (room) => room.peek());
      return seen.ok && seen.view.order?.id === order_id;
    }),
  );
  if (there.every(Boolean)) {
    await markPlaced(services.env.DB, purchase.id, purchase.buyer_id, services.now());
    return;
  }
  await undo(services, purchase.buyer_id, { purchase, orders }, new Map());
}
