import { sql } from "drizzle-orm";
import { batch, type Database } from "../../../db/client.ts";
import type { PurchaseOrderRow, PurchaseRow } from "./queries.ts";

/**
 * Records a purchase and the orders it will place. A bundle changes from `active` to `pending` in the same transaction,
 * so of two buyers one is refused before anything is held.
 * @returns false when the bundle was not available.
 */
export async function insertPurchase(
  db: Database,
  purchase: PurchaseRow,
  orders: readonly (PurchaseOrderRow & { offer_group: string | null })[],
): Promise<boolean> {
  const { id, bundle_id } = purchase;
  const [inserted] = await batch<[{ id: string }, object, object]>(db, [
    sql`INSERT INTO purchases (id, buyer_id, kind, bundle_id, payment_method, amount_cents, status, created_at, updated_at)
      SELECT ${id}, ${purchase.buyer_id}, ${purchase.kind}, ${bundle_id}, ${purchase.payment_method},
        ${purchase.amount_cents}, 'placing', ${purchase.created_at}, ${purchase.created_at}
      WHERE ${bundle_id} IS NULL OR EXISTS (SELECT 1 FROM bundles WHERE id = ${bundle_id} AND status = 'active')
      RETURNING id`,
    sql`INSERT INTO purchase_orders (purchase_id, order_id, item_id, amount_cents, offer_group)
      SELECT ${id}, value ->> 'order_id', value ->> 'item_id', value ->> 'amount_cents', value ->> 'offer_group'
      FROM json_each(${JSON.stringify(orders)}) WHERE EXISTS (SELECT 1 FROM purchases WHERE id = ${id})`,
    sql`UPDATE bundles SET status = 'pending', updated_at = ${purchase.created_at}
      WHERE id = ${bundle_id} AND status = 'active' AND EXISTS (SELECT 1 FROM purchases WHERE id = ${id})`,
  ]);
  return inserted.length > 0;
}

/**
 * Marks a purchase as placed after every order exists. The bundle takes the status of its orders; a trigger keeps it
 * current from then on.
 */
export async function markPlaced(db: Database, id: string, buyerId: string, now: number): Promise<void> {
  await batch(db, [
    sql`UPDATE purchases SET status = 'placed', updated_at = ${now} WHERE id = ${id} AND status = 'placing'`,
    sql`UPDATE bundles SET updated_at = ${now}, status = CASE WHEN
        (SELECT count(*) FROM purchase_orders po JOIN orders o ON o.id = po.order_id AND o.status = 'payment_confirmed'
          WHERE po.purchase_id = ${id}) = (SELECT count(*) FROM purchase_orders WHERE purchase_id = ${id})
        THEN 'sold' ELSE 'pending' END
      WHERE status <> 'deleted' AND id = (SELECT bundle_id FROM purchases WHERE id = ${id} AND status = 'placed')`,
    sql`DELETE FROM cart_items WHERE buyer_id = ${buyerId}
      AND item_id IN (SELECT item_id FROM purchase_orders WHERE purchase_id = ${id})`,
  ]);
}

/** Marks a purchase as failed after everything taken has been returned. */
export async function markFailed(db: Database, id: string, now: number): Promise<void> {
  await batch(db, [
    sql`UPDATE bundles SET status = 'active', updated_at = ${now} WHERE status = 'pending'
      AND id = (SELECT bundle_id FROM purchases WHERE id = ${id} AND status = 'placing')`,
    sql`UPDATE purchases SET status = 'failed', updated_at = ${now} WHERE id = ${id} AND status = 'placing'`,
  ]);
}
