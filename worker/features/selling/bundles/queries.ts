/** Bundles with their items; each list is one statement, and every write is checked in its own transaction. */
import { type SQL, sql } from "drizzle-orm";
import type { Photo } from "#contract/items";
import type { Condition } from "#domain/items/catalogue";
import { batch, type Database } from "../../../db/client.ts";
import { type CardRow, type RawSellerColumns, type SellerRow, sellerColumns, toSellerRow } from "../../items/cards.ts";

/** Bundles shown on the marketplace by default. */
export const BUNDLES_SHOWN = 20;

export interface BundlePartRow
  extends Pick<CardRow, "id" | "title" | "price_cents" | "status" | "holder_id" | "hold_until"> {
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
  seller: SellerRow;
  parts: BundlePartRow[];
}

export interface RawBundleRow extends Omit<BundleRow, "seller" | "parts">, RawSellerColumns {
  parts: string;
}

/** Excludes the exact address and the stored totals. */
const bundleColumns = sql`b.id, b.title, b.description, b.bundle_price_cents, b.collection_date, b.status, b.created_at,
  (SELECT json_group_array(json_object('id', i.id, 'title', i.title, 'price_cents', i.price_cents, 'status', i.status,
      'holder_id', i.holder_id, 'hold_until', i.hold_until, 'photo', json_extract(i.photos, '$[0]'),
      'condition', i.condition, 'suburb', i.suburb, 'city', i.city,
      'collection_date', i.collection_date, 'collection_zone', i.collection_zone))
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

/** A bundle with the fields that only its seller sees. */
export interface OwnBundleRow extends BundleRow {
  collection_address: string | null;
  updated_at: number;
}

const ownBundles = sql`SELECT ${bundleColumns}, b.collection_address, b.updated_at
  FROM bundles b CROSS JOIN profiles p ON p.id = b.seller_id`;

type RawOwnBundleRow = RawBundleRow & Pick<OwnBundleRow, "collection_address" | "updated_at">;

function toOwnBundleRow(row: RawOwnBundleRow): OwnBundleRow {
  return { ...toBundleRow(row), collection_address: row.collection_address, updated_at: row.updated_at };
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
function chosenItems(sellerId: string, json: string): SQL {
  return sql`(SELECT count(*) AS n, coalesce(sum(price_cents), 0) AS total FROM items WHERE seller_id = ${sellerId}
    AND status = 'active' AND deleted_at IS NULL AND id IN (SELECT value FROM json_each(${json})))`;
}

/** Condition: none of the items is in another live bundle. */
function inNoOtherBundle(json: string, bundleId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM bundle_items bi JOIN bundles o ON o.id = bi.bundle_id
    WHERE bi.item_id IN (SELECT value FROM json_each(${json})) AND o.status IN ('active', 'pending') AND o.id <> ${bundleId})`;
}

/**
 * Inserts a bundle and its items in one transaction, checked against the current items, so that two requests for the
 * same item make one bundle.
 * @returns false when the items have changed since they were read.
 */
export async function insertBundle(
  db: Database,
  { id, sellerId, values, now }: { id: string; sellerId: string; values: BundleValues; now: number },
): Promise<boolean> {
  const json = JSON.stringify(values.item_ids);
  const [made] = await batch<[{ id: string }, object]>(db, [
    sql`INSERT INTO bundles (id, seller_id, title, description, bundle_price_cents, individual_total_cents,
        collection_date, collection_address, status, created_at, updated_at)
      SELECT ${id}, ${sellerId}, ${values.title}, ${values.description}, ${values.bundle_price_cents}, c.total,
        ${values.collection_date}, ${values.collection_address}, 'active', ${now}, ${now}
      FROM ${chosenItems(sellerId, json)} c
      WHERE c.n = ${values.item_ids.length} AND c.total > ${values.bundle_price_cents} AND ${inNoOtherBundle(json, id)}
      ON CONFLICT DO NOTHING RETURNING id`,
    // changes() refers to the previous statement: the items are inserted together with the bundle or not at all.
    sql`INSERT INTO bundle_items (bundle_id, item_id) SELECT ${id}, value FROM json_each(${json}) WHERE changes() > 0`,
  ]);
  return made.length > 0;
}

/** Does the same for a change: only from the version that was read, and only while no purchase of it has begun. */
export async function replaceBundle(
  db: Database,
  {
    id,
    sellerId,
    values,
    now,
    readAt,
  }: { id: string; sellerId: string; values: BundleValues; now: number; readAt: number },
): Promise<boolean> {
  const json = JSON.stringify(values.item_ids);
  const chosen = chosenItems(sellerId, json);
  const [changed] = await batch<[{ id: string }, object, object]>(db, [
    sql`UPDATE bundles SET title = ${values.title}, description = ${values.description},
        bundle_price_cents = ${values.bundle_price_cents}, individual_total_cents = (SELECT total FROM ${chosen}),
        collection_date = ${values.collection_date}, collection_address = ${values.collection_address},
        updated_at = max(${now}, updated_at + 1)
      WHERE id = ${id} AND seller_id = ${sellerId} AND status = 'active' AND updated_at = ${readAt}
        AND EXISTS (SELECT 1 FROM ${chosen} c WHERE c.n = ${values.item_ids.length} AND c.total > ${values.bundle_price_cents})
        AND ${inNoOtherBundle(json, id)} RETURNING id`,
    sql`DELETE FROM bundle_items WHERE bundle_id = ${id} AND changes() > 0`,
    sql`INSERT INTO bundle_items (bundle_id, item_id) SELECT ${id}, value FROM json_each(${json}) WHERE changes() > 0`,
  ]);
  return changed.length > 0;
}

/**
 * Marks a bundle as deleted.
 * @returns false when a purchase of it has begun.
 */
export async function removeBundle(db: Database, sellerId: string, id: string, now: number): Promise<boolean> {
  const rows = await db.all(sql`UPDATE bundles SET status = 'deleted', updated_at = ${now}
    WHERE id = ${id} AND seller_id = ${sellerId} AND status = 'active' RETURNING 1 AS gone`);
  return rows.length > 0;
}
