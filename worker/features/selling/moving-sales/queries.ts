/** Moving sales with their items. Every write is checked against the current items in its own transaction. */
import { type SQL, sql } from "drizzle-orm";
import type { Photo } from "#contract/items";
import type { CollectionWindow } from "#domain/orders/collection-windows";
import { SALES_LIVE_MAX } from "#domain/selling/moving-sale";
import { batch, type Database } from "../../../db/client.ts";
import type { movingSales } from "../../../db/schema/moving-sales.ts";
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

type SaleColumns = Omit<typeof movingSales.$inferSelect, "updated_at">;

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

export interface StoredSale {
  id: string;
  sellerId: string;
  values: SaleValues;
  now: number;
}

/** Condition: the seller may have another live sale, and no item is in one. */
export function fits({ id, sellerId, values, now }: StoredSale): SQL {
  return sql`(SELECT count(*) FROM moving_sales s WHERE s.seller_id = ${sellerId} AND s.id <> ${id}
      AND ${liveAt(now)}) < ${SALES_LIVE_MAX}
    AND NOT EXISTS (SELECT 1 FROM moving_sale_items m JOIN moving_sales s ON s.id = m.sale_id
      WHERE m.item_id IN (SELECT value FROM json_each(${JSON.stringify(values.item_ids)})) AND s.id <> ${id}
        AND ${liveAt(now)})`;
}
