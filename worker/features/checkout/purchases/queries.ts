/** Purchases in D1. The row is written before the orders, so that an incomplete purchase can be found. */
import { eq, sql } from "drizzle-orm";
import type { PurchaseMethod } from "#contract/checkout/purchases";
import { batch, type Database } from "../../../db/client.ts";
import { purchases } from "../../../db/schema/checkout.ts";
import { bundles } from "../../../db/schema/items.ts";

export interface PurchaseRow {
  id: string;
  buyer_id: string;
  kind: "cart" | "bundle";
  bundle_id: string | null;
  payment_method: PurchaseMethod;
  amount_cents: number;
  status: "placing" | "placed" | "failed";
  created_at: number;
}

export interface PurchaseOrderRow {
  order_id: string;
  item_id: string;
  amount_cents: number;
}

export interface StoredPurchase {
  purchase: PurchaseRow;
  bundle_title: string | null;
  orders: PurchaseOrderRow[];
}

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

export async function findPurchase(db: Database, id: string): Promise<StoredPurchase | null> {
  const [row, orders] = await Promise.all([
    db
      .select({ purchase: purchases, bundle_title: bundles.title })
      .from(purchases)
      .leftJoin(bundles, eq(bundles.id, purchases.bundle_id))
      .where(eq(purchases.id, id))
      .get(),
    db.all<PurchaseOrderRow>(sql`SELECT order_id, item_id, amount_cents FROM purchase_orders
      WHERE purchase_id = ${id} ORDER BY item_id`),
  ]);
  return row ? { purchase: row.purchase, bundle_title: row.bundle_title, orders } : null;
}

/** Returns purchases whose Worker crashed before the end. */
export async function findIncompletePurchases(db: Database, before: number, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM purchases WHERE status = 'placing' AND created_at < ${before} ORDER BY created_at LIMIT ${limit}`,
  );
  return rows.map((row) => row.id);
}

/** A bundle as a purchase needs it. The address is only for its buyer's order (D9). */
export interface BundleForPurchase {
  id: string;
  seller_id: string;
  title: string;
  bundle_price_cents: number;
  collection_date: number | null;
  collection_address: string | null;
  status: "active" | "pending" | "sold";
  parts: { id: string; price_cents: number }[];
}

/** Returns a bundle as a purchase needs it, or null. */
export async function findBundleForPurchase(db: Database, id: string): Promise<BundleForPurchase | null> {
  const [row] = await db.all<
    Omit<BundleForPurchase, "parts"> & { parts: string }
  >(sql`SELECT b.id, b.seller_id, b.title,
      b.bundle_price_cents, b.collection_date, b.collection_address, b.status,
      (SELECT json_group_array(json_object('id', i.id, 'price_cents', i.price_cents))
        FROM bundle_items bi CROSS JOIN items i ON i.id = bi.item_id
        WHERE bi.bundle_id = b.id AND i.seller_id = b.seller_id AND i.deleted_at IS NULL
          AND i.seller_away = 0) AS parts
    FROM bundles b WHERE b.id = ${id} AND b.status <> 'deleted'`);
  if (!row) return null;
  const parts = (JSON.parse(row.parts) as BundleForPurchase["parts"]).sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ...row, parts };
}

/** Returns how many items the bundle lists, to detect items that were removed or have another owner. */
export async function countBundleParts(db: Database, id: string): Promise<number> {
  const [row] = await db.all<{ parts: number }>(
    sql`SELECT count(*) AS parts FROM bundle_items WHERE bundle_id = ${id}`,
  );
  return row?.parts ?? 0;
}
