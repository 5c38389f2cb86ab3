/** Bundles with their items; each list is one statement. */
import { type SQL, sql } from "drizzle-orm";
import type { Photo } from "#contract/items";
import type { Condition } from "#domain/items/catalogue";
import type { Database } from "../../../db/client.ts";
import { type CardRow, type RawSellerColumns, type SellerRow, sellerColumns, toSellerRow } from "../../items/cards.ts";

/** Bundles shown on the marketplace by default. */
export const BUNDLES_SHOWN = 20;

export interface BundlePartRow
  extends Pick<CardRow, "id" | "title" | "price_cents" | "status" | "holder_id" | "hold_until"> {
  photo: Photo | null;
  condition: Condition;
  suburb: string | null;
  city: string | null;
  collection_zone: string;
}

export interface BundleRow {
  id: string;
  title: string;
  description: string;
  bundle_price_cents: number;
  collection_date: number | null;
  status: "active" | "pending" | "sold";
  created_at: number;
  seller: SellerRow;
  parts: BundlePartRow[];
}

export interface RawBundleRow extends Omit<BundleRow, "seller" | "parts">, RawSellerColumns {
  parts: string;
}

/** Excludes the exact address and the stored totals. */
export const bundleColumns = sql`b.id, b.title, b.description, b.bundle_price_cents, b.collection_date, b.status, b.created_at,
  (SELECT json_group_array(json_object('id', i.id, 'title', i.title, 'price_cents', i.price_cents, 'status', i.status,
      'holder_id', i.holder_id, 'hold_until', i.hold_until, 'photo', json_extract(i.photos, '$[0]'),
      'condition', i.condition, 'suburb', i.suburb, 'city', i.city, 'collection_zone', i.collection_zone))
    FROM bundle_items bi CROSS JOIN items i ON i.id = bi.item_id WHERE bi.bundle_id = b.id) AS parts, ${sellerColumns}`;

/** Condition: no item is hidden or deleted, because the bundle would show it. */
const nothingHidden = sql`NOT EXISTS (SELECT 1 FROM bundle_items bi CROSS JOIN items i ON i.id = bi.item_id
  WHERE bi.bundle_id = b.id AND (i.deleted_at IS NOT NULL OR i.status = 'inactive'))`;

/** Returns active bundles, newest first, optionally of one seller. */
export function bundlesStatement(limit: number, sellerId?: string): SQL {
  return sql`SELECT ${bundleColumns}
    FROM bundles b INDEXED BY ${sql.raw(sellerId === undefined ? "bundles_active_by_date" : "bundles_by_seller")}
      CROSS JOIN profiles p ON p.id = b.seller_id
    WHERE b.status = 'active' ${sellerId === undefined ? sql`` : sql`AND b.seller_id = ${sellerId}`} AND ${nothingHidden}
    ORDER BY b.created_at DESC ${sellerId === undefined ? sql`, b.id DESC` : sql``} LIMIT ${limit}`;
}

export async function listBundles(db: Database, limit: number, sellerId?: string): Promise<BundleRow[]> {
  return (await db.all<RawBundleRow>(bundlesStatement(limit, sellerId))).map(toBundleRow);
}

/** Returns one bundle as the public may see it, or null. */
export async function findBundle(db: Database, id: string): Promise<BundleRow | null> {
  const [row] = await db.all<RawBundleRow>(sql`SELECT ${bundleColumns}
    FROM bundles b CROSS JOIN profiles p ON p.id = b.seller_id
    WHERE b.id = ${id} AND b.status <> 'deleted' AND ${nothingHidden}`);
  return row ? toBundleRow(row) : null;
}

export function toBundleRow(row: RawBundleRow): BundleRow {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    bundle_price_cents: row.bundle_price_cents,
    collection_date: row.collection_date,
    status: row.status,
    created_at: row.created_at,
    seller: toSellerRow(row),
    parts: (JSON.parse(row.parts) as BundlePartRow[]).sort((a, b) => b.price_cents - a.price_cents),
  };
}
