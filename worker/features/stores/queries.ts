import { eq, sql } from "drizzle-orm";
import type { AccountType } from "#contract/account/profiles";
import type { Photo } from "#contract/items";
import { done, type Result } from "#domain/result";
import type { Database } from "../../db/client.ts";
import { stores } from "../../db/schema/stores.ts";
import { type CursorPage, cursorList } from "../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import { type RawSellerColumns, type SellerRow, sellerColumns, toSellerRow } from "../items/cards.ts";

const PHOTOS_SHOWN = 4;

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

/** Lists sellers with items for sale, most items first. */
export async function listStores(
  db: Database,
  cursor: string | undefined,
  limit: number,
): Promise<Result<CursorPage<StoreRow>>> {
  const list = cursorList("stores", {}, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const rows = await db.all<RawStoreRow>(sql`SELECT ${sellerColumns}, p.account_type, p.created_at AS member_since,
      p.listed_count, stores.name AS store_name,
      (SELECT json_group_array(json_extract(photos, '$[0]')) FROM (
        SELECT i.photos FROM items i INDEXED BY items_by_seller
        WHERE i.seller_id = p.id AND i.listed_as = 'active' AND i.photos <> '[]'
        ORDER BY i.created_at DESC, i.id DESC LIMIT ${PHOTOS_SHOWN})) AS photos
    FROM profiles p INDEXED BY profiles_stores LEFT JOIN stores ON stores.owner_id = p.id
    WHERE p.listed_count > 0 ${after ? sql`AND (p.listed_count, p.id) < (${after.key}, ${after.id})` : sql``}
    ORDER BY p.listed_count DESC, p.id DESC LIMIT ${limit + 1}`);
  const page = list.page(rows, limit, (last) => ({ key: last.listed_count, id: last.seller_id }));
  return done({ ...page, rows: page.rows.map(toStoreRow) });
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

export type OwnStoreRow = typeof stores.$inferSelect;

export async function storeOf(db: Database, ownerId: string): Promise<OwnStoreRow | null> {
  return (await db.query.stores.findFirst({ where: eq(stores.owner_id, ownerId) })) ?? null;
}
