import type { Services } from "../../../services.ts";
import { readOrder } from "../../orders/commands.ts";
import type { OrderRecord } from "../../orders/queries.ts";
import { findPurchase, type PurchaseRow } from "./queries.ts";

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
