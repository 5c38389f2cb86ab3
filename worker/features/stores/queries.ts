import { sql } from "drizzle-orm";
import type { AccountType } from "#contract/account/profiles";
import type { Photo } from "#contract/items";
import { decodeCursor, encodeCursor } from "#domain/cursor";
import type { Database } from "../../http/context.ts";
import { type RawSellerColumns, type SellerRow, sellerColumns, toSellerRow } from "../items/cards.ts";

const PHOTOS_SHOWN = 4;
const ORDER = "stores";

export interface StoreRow extends SellerRow {
  account_type: AccountType;
  store_name: string | null;
  created_at: number;
  listed_count: number;
  photos: Photo[];
}

interface RawStoreRow extends RawSellerColumns {
  account_type: AccountType;
  store_name: string | null;
  member_since: number;
  listed_count: number;
  photos: string;
}

export interface StorePage {
  rows: StoreRow[];
  next_cursor: string | null;
}

/** Lists sellers with items for sale, most items first. Null when the cursor belongs to another list. */
export async function listStores(db: Database, cursor: string | undefined, limit: number): Promise<StorePage | null> {
  const after = cursor === undefined ? null : decodeCursor(cursor, ORDER, {});
  if (cursor !== undefined && after === null) return null;
  const rows = await db.all<RawStoreRow>(sql`SELECT ${sellerColumns}, p.account_type, p.created_at AS member_since,
      p.listed_count, stores.name AS store_name,
      (SELECT json_group_array(json_extract(photos, '$[0]')) FROM (
        SELECT i.photos FROM items i INDEXED BY items_by_seller
        WHERE i.seller_id = p.id AND i.status = 'active' AND i.deleted_at IS NULL AND i.photos <> '[]'
        ORDER BY i.created_at DESC, i.id DESC LIMIT ${PHOTOS_SHOWN})) AS photos
    FROM profiles p INDEXED BY profiles_stores LEFT JOIN stores ON stores.owner_id = p.id
    WHERE p.listed_count > 0 ${after ? sql`AND (p.listed_count, p.id) < (${after.key}, ${after.id})` : sql``}
    ORDER BY p.listed_count DESC, p.id DESC LIMIT ${limit + 1}`);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(toStoreRow),
    next_cursor:
      rows.length > limit && last ? encodeCursor(ORDER, {}, { key: last.listed_count, id: last.seller_id }) : null,
  };
}

function toStoreRow(row: RawStoreRow): StoreRow {
  return {
    ...toSellerRow(row),
    account_type: row.account_type,
    store_name: row.store_name,
    created_at: row.member_since,
    listed_count: row.listed_count,
    // json_group_array keeps JSON values only within one expression; across the subquery they are text.
    photos: (JSON.parse(row.photos) as (string | Photo)[]).map((photo) =>
      typeof photo === "string" ? (JSON.parse(photo) as Photo) : photo,
    ),
  };
}
