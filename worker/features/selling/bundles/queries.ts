/** Bundles with their items; each list is one statement, and every write is checked in its own transaction. */
import { type SQL, sql } from "drizzle-orm";
import type { Photo } from "#contract/items";
import type { Condition } from "#domain/items/catalogue";
import { pick } from "#domain/pick";
import type { Database } from "../../../db/client.ts";
import { type CardRow, type RawSellerColumns, type SellerRow, sellerColumns, toSellerRow } from "../../items/cards.ts";

/** Bundles shown on the marketplace by default. */
export const BUNDLES_SHOWN = 20;

export interface BundlePartRow
  extends Pick<CardRow, "id" | "title" | "price_cents" | "status" | "holder_id" | "hold_until"> {
  quantity: number;
  photo: Photo | null;
  condition: Condition;
  suburb: string | null;
  city: string | null;
  collection_date: number | null;
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
  updated_at: number;
  seller_id: string;
  seller: SellerRow;
  parts: BundlePartRow[];
}

export interface RawBundleRow extends Omit<BundleRow, "seller" | "parts">, RawSellerColumns {
  parts: string;
}

/** Excludes the exact address and the stored totals. */
const bundleColumns = sql`b.id, b.title, b.description, b.bundle_price_cents, b.collection_date, b.status, b.created_at, b.updated_at,
  (SELECT json_group_array(json_object('id', i.id, 'quantity', bi.quantity, 'title', i.title, 'price_cents', i.price_cents, 'status', i.status,
      'holder_id', i.holder_id, 'hold_until', i.hold_until, 'photo', json_extract(i.photos, '$[0]'),
      'condition', i.condition, 'suburb', i.suburb, 'city', i.city,
      'collection_date', i.collection_date, 'collection_zone', i.collection_zone))
    FROM bundle_items bi CROSS JOIN items i ON i.id = bi.item_id WHERE bi.bundle_id = b.id) AS parts, ${sellerColumns}`;

/** Condition: every item is for sale, or held for now. */
const allForSale = sql`NOT EXISTS (SELECT 1 FROM bundle_items bi CROSS JOIN items i ON i.id = bi.item_id
  WHERE bi.bundle_id = b.id AND (i.deleted_at IS NOT NULL OR i.status <> 'active'))`;

/** Condition: no item is hidden or deleted, because the bundle would show it. */
const nothingHidden = sql`NOT EXISTS (SELECT 1 FROM bundle_items bi CROSS JOIN items i ON i.id = bi.item_id
  WHERE bi.bundle_id = b.id AND (i.deleted_at IS NOT NULL OR i.status = 'inactive'))`;

/** Returns active bundles that can be bought, newest first, optionally of one seller. */
export function bundlesStatement(limit: number, sellerId?: string): SQL {
  return sql`SELECT ${bundleColumns}
    FROM bundles b INDEXED BY ${sql.raw(sellerId === undefined ? "bundles_active_by_date" : "bundles_by_seller")}
      CROSS JOIN profiles p ON p.id = b.seller_id
    WHERE b.status = 'active' ${sellerId === undefined ? sql`` : sql`AND b.seller_id = ${sellerId}`} AND ${allForSale}
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
    ...pick(row, "id", "title", "description", "bundle_price_cents", "collection_date", "status", "created_at"),
    ...pick(row, "updated_at", "seller_id"),
    seller: toSellerRow(row),
    parts: (JSON.parse(row.parts) as BundlePartRow[]).sort((a, b) => b.price_cents - a.price_cents),
  };
}

/** A bundle with the fields that only its seller sees. */
export interface OwnBundleRow extends BundleRow {
  collection_address: string | null;
}

const ownBundles = sql`SELECT ${bundleColumns}, b.collection_address
  FROM bundles b CROSS JOIN profiles p ON p.id = b.seller_id`;

type RawOwnBundleRow = RawBundleRow & Pick<OwnBundleRow, "collection_address">;

function toOwnBundleRow(row: RawOwnBundleRow): OwnBundleRow {
  return { ...toBundleRow(row), collection_address: row.collection_address };
}

/** Returns a seller's bundles that are not deleted, newest first, including hidden ones. */
export async function listOwnBundles(db: Database, sellerId: string, limit: number): Promise<OwnBundleRow[]> {
  const rows = await db.all<RawOwnBundleRow>(sql`${ownBundles}
    WHERE b.seller_id = ${sellerId} AND b.status <> 'deleted' ORDER BY b.created_at DESC, b.id DESC LIMIT ${limit}`);
  return rows.map(toOwnBundleRow);
}

export async function findOwnBundle(db: Database, sellerId: string, id: string): Promise<OwnBundleRow | null> {
  const [row] = await db.all<RawOwnBundleRow>(sql`${ownBundles}
    WHERE b.id = ${id} AND b.seller_id = ${sellerId} AND b.status <> 'deleted'`);
  return row ? toOwnBundleRow(row) : null;
}

export interface BundleCandidate {
  id: string;
  title: string;
  price_cents: number;
  for_sale: number;
  /** Title of another live bundle with this item. */
  other_bundle: string | null;
}

/** Returns those of the items that belong to this seller and are not deleted. */
export async function readBundleCandidates(
  db: Database,
  sellerId: string,
  ids: readonly string[],
  bundleId: string,
): Promise<BundleCandidate[]> {
  return db.all<BundleCandidate>(sql`SELECT i.id, i.title, i.price_cents, i.status = 'active' AS for_sale,
      (SELECT b.title FROM bundle_items bi JOIN bundles b ON b.id = bi.bundle_id
        WHERE bi.item_id = i.id AND b.status IN ('active', 'pending') AND b.id <> ${bundleId} LIMIT 1) AS other_bundle
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN items i ON i.id = j.value
    WHERE i.seller_id = ${sellerId} AND i.deleted_at IS NULL`);
}

export interface BundleValues {
  title: string;
  description: string;
  bundle_price_cents: number;
  item_ids: readonly string[];
  collection_date: number | null;
  collection_address: string | null;
}

/** Counts the items that belong to the seller and are for sale, with their total price, at the time of writing. */
export function chosenItems(sellerId: string, json: string): SQL {
  return sql`(SELECT count(*) AS n, coalesce(sum(price_cents), 0) AS total FROM items WHERE seller_id = ${sellerId}
    AND status = 'active' AND deleted_at IS NULL AND id IN (SELECT value FROM json_each(${json})))`;
}

/** Condition: none of the items is in another live bundle. */
export function inNoOtherBundle(json: string, bundleId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM bundle_items bi JOIN bundles o ON o.id = bi.bundle_id
    WHERE bi.item_id IN (SELECT value FROM json_each(${json})) AND o.status IN ('active', 'pending') AND o.id <> ${bundleId})`;
}
