/** Purchases in D1. The row is written before the orders, so that an incomplete purchase can be found. */
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { purchases } from "../../../db/schema/checkout.ts";
import { bundles } from "../../../db/schema/items.ts";

/** A purchase, without the decision about it. */
export type PurchaseRow = Omit<
  typeof purchases.$inferSelect,
  "decision" | "decided_at" | "decided_order_id" | "updated_at"
>;

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
