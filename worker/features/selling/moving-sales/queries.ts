/** Moving sales with their items. Every write is checked against the current items in its own transaction. */
import { type SQL, sql } from "drizzle-orm";
import type { Photo } from "#contract/items";
import type { CollectionWindow } from "#domain/orders/collection-windows";
import { SALES_LIVE_MAX, type SaleStatus } from "#domain/selling/moving-sale";
import { batch, type Database } from "../../../db/client.ts";
import {
  type CardRow,
  cardColumns,
  type RawSellerColumns,
  readCards,
  type SellerRow,
  sellerColumns,
  toCardRow,
  toSellerRow,
} from "../../items/cards.ts";

/** Sales shown to their seller. */
const OWN_SALES_SHOWN = 20;

interface SaleColumns {
  id: string;
  seller_id: string;
  title: string;
  description: string;
  collection_windows: CollectionWindow[];
  collection_zone: string;
  ends_at: number;
  status: SaleStatus;
  created_at: number;
}

type Raw<Row> = Omit<Row, "collection_windows"> & { collection_windows: string };

const saleColumns = sql`s.id, s.seller_id, s.title, s.description, s.collection_windows, s.collection_zone, s.ends_at,
  s.status, s.created_at`;

export interface SaleRow extends SaleColumns {
  seller: SellerRow;
  away_until: number | null;
  items: CardRow[];
}

/** Returns a sale as the public may see it, or null: not one that staff removed, and no hidden or deleted items. */
export async function findSale(db: Database, id: string): Promise<SaleRow | null> {
  const [row] = await db.all<Raw<SaleColumns> & RawSellerColumns & { away_until: number | null }>(
    sql`SELECT ${saleColumns}, p.away_until, ${sellerColumns}
      FROM moving_sales s CROSS JOIN profiles p ON p.id = s.seller_id
      WHERE s.id = ${id} AND s.status <> 'removed'`,
  );
  if (!row) return null;
  const cards = await readCards(
    db,
    sql`SELECT ${cardColumns}, i.created_at AS sort_key
      FROM moving_sale_items m CROSS JOIN items i ON i.id = m.item_id CROSS JOIN profiles p ON p.id = i.seller_id
      WHERE m.sale_id = ${id} AND i.deleted_at IS NULL AND i.status <> 'inactive'
      ORDER BY i.status <> 'active', i.created_at DESC, i.id`,
  );
  return {
    ...row,
    collection_windows: JSON.parse(row.collection_windows) as CollectionWindow[],
    seller: toSellerRow(row),
    items: cards.map(toCardRow),
  };
}

export interface SalePart
  extends Pick<CardRow, "id" | "title" | "price_cents" | "status" | "holder_id" | "hold_until"> {
  photo: Photo | null;
}

export interface OwnSaleRow extends SaleColumns {
  parts: SalePart[];
}

type RawOwnSale = Raw<SaleColumns> & { parts: string };

const ownSales = (rest: SQL) => sql`SELECT ${saleColumns},
    (SELECT json_group_array(json_object('id', i.id, 'title', i.title, 'price_cents', i.price_cents, 'status', i.status,
        'holder_id', i.holder_id, 'hold_until', i.hold_until, 'photo', json_extract(i.photos, '$[0]')))
      FROM moving_sale_items m CROSS JOIN items i ON i.id = m.item_id
      WHERE m.sale_id = s.id AND i.deleted_at IS NULL) AS parts
  FROM moving_sales s WHERE ${rest}`;

function toOwnSale(row: RawOwnSale): OwnSaleRow {
  return {
    ...row,
    collection_windows: JSON.parse(row.collection_windows) as CollectionWindow[],
    parts: JSON.parse(row.parts) as SalePart[],
  };
}

export async function listOwnSales(db: Database, sellerId: string): Promise<OwnSaleRow[]> {
  const rows = await db.all<RawOwnSale>(
    ownSales(sql`s.seller_id = ${sellerId} ORDER BY s.created_at DESC, s.id DESC LIMIT ${OWN_SALES_SHOWN}`),
  );
  return rows.map(toOwnSale);
}

export async function findOwnSale(db: Database, sellerId: string, id: string): Promise<OwnSaleRow | null> {
  const [row] = await db.all<RawOwnSale>(ownSales(sql`s.id = ${id} AND s.seller_id = ${sellerId}`));
  return row ? toOwnSale(row) : null;
}

export interface SaleCandidate {
  id: string;
  title: string;
  status: CardRow["status"];
  /** Its pickup times as stored. */
  windows: string;
  zone: string;
  /** Title of another live sale with this item. */
  other_sale: string | null;
}

/** Returns those of the items that are the seller's and not deleted, and how many other live sales the seller has. */
export async function readSaleCandidates(
  db: Database,
  sellerId: string,
  ids: readonly string[],
  saleId: string,
  now: number,
): Promise<{ items: SaleCandidate[]; live: number }> {
  const [items, [count]] = await batch<[SaleCandidate, { live: number }]>(db, [
    sql`SELECT i.id, i.title, i.status, i.collection_windows AS windows, i.collection_zone AS zone, (SELECT s.title FROM moving_sale_items m JOIN moving_sales s ON s.id = m.sale_id
        WHERE m.item_id = i.id AND s.id <> ${saleId} AND ${liveAt(now)} LIMIT 1) AS other_sale
      FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN items i ON i.id = j.value
      WHERE i.seller_id = ${sellerId} AND i.deleted_at IS NULL`,
    sql`SELECT count(*) AS live FROM moving_sales s WHERE s.seller_id = ${sellerId} AND s.id <> ${saleId} AND ${liveAt(now)}`,
  ]);
  return { items, live: count?.live ?? 0 };
}

const liveAt = (now: number) => sql`s.status = 'active' AND s.ends_at > ${now}`;

export interface SaleValues {
  title: string;
  description: string;
  item_ids: readonly string[];
  windows: readonly CollectionWindow[];
  zone: string;
  ends_at: number;
}

interface StoredSale {
  id: string;
  sellerId: string;
  values: SaleValues;
  now: number;
}

/** Condition: the seller may have another live sale, and no item is in one. */
function fits({ id, sellerId, values, now }: StoredSale): SQL {
  return sql`(SELECT count(*) FROM moving_sales s WHERE s.seller_id = ${sellerId} AND s.id <> ${id}
      AND ${liveAt(now)}) < ${SALES_LIVE_MAX}
    AND NOT EXISTS (SELECT 1 FROM moving_sale_items m JOIN moving_sales s ON s.id = m.sale_id
      WHERE m.item_id IN (SELECT value FROM json_each(${JSON.stringify(values.item_ids)})) AND s.id <> ${id}
        AND ${liveAt(now)})`;
}

/** changes() refers to the previous statement: the items are written together with the sale or not at all. */
const insertItems = ({ id, values }: StoredSale) => sql`INSERT INTO moving_sale_items (sale_id, item_id)
  SELECT ${id}, value FROM json_each(${JSON.stringify(values.item_ids)}) WHERE changes() > 0`;

/**
 * Inserts a sale with its items, so that two concurrent requests do not exceed the limit or share an item.
 * @returns false when it no longer fits.
 */
export async function insertSale(db: Database, sale: StoredSale): Promise<boolean> {
  const { id, sellerId, values, now } = sale;
  const [made] = await batch<[{ id: string }, object]>(db, [
    sql`INSERT INTO moving_sales (id, seller_id, title, description, collection_windows, collection_zone, ends_at, status,
        created_at, updated_at)
      SELECT ${id}, ${sellerId}, ${values.title}, ${values.description}, ${JSON.stringify(values.windows)},
        ${values.zone}, ${values.ends_at}, 'active', ${now}, ${now}
      WHERE ${fits(sale)} ON CONFLICT DO NOTHING RETURNING id`,
    insertItems(sale),
  ]);
  return made.length > 0;
}

/** Does the same for a change of a live sale. */
export async function replaceSale(db: Database, sale: StoredSale): Promise<boolean> {
  const { id, sellerId, values, now } = sale;
  const [changed] = await batch<[{ id: string }, object, object]>(db, [
    sql`UPDATE moving_sales SET title = ${values.title}, description = ${values.description},
        collection_windows = ${JSON.stringify(values.windows)}, collection_zone = ${values.zone},
        ends_at = ${values.ends_at}, updated_at = ${now}
      WHERE id = ${id} AND seller_id = ${sellerId} AND status = 'active' AND ends_at > ${now} AND ${fits(sale)}
      RETURNING id`,
    sql`DELETE FROM moving_sale_items WHERE sale_id = ${id} AND changes() > 0`,
    insertItems(sale),
  ]);
  return changed.length > 0;
}

/** Ends a live sale. Its items stay listed, with the pickup times they have. */
export async function endSale(db: Database, sellerId: string, id: string, now: number): Promise<boolean> {
  const rows = await db.all(sql`UPDATE moving_sales SET status = 'ended', updated_at = ${now}
    WHERE id = ${id} AND seller_id = ${sellerId} AND status = 'active' RETURNING 1 AS done`);
  return rows.length > 0;
}
