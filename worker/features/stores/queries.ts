import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AccountType } from "#contract/account/profiles";
import type { Photo } from "#contract/items";
import { type Point, shownDistance } from "#domain/places/distance";
import { RADIUS_KM_DEFAULT } from "#domain/places/near-place";
import { done, type Result } from "#domain/result";
import type { Database } from "../../db/client.ts";
import { stores } from "../../db/schema/stores.ts";
import { type CursorPage, cursorList } from "../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";
import { type RawSellerColumns, type SellerRow, sellerColumns, toSellerRow } from "../items/cards.ts";
import {
  conditionsOnPlace,
  itemsOfPlace,
  literal,
  STEPS_PER_KM,
  stepsFrom,
  UNKNOWN_STEPS,
} from "../items/list-filters.ts";

const PHOTOS_SHOWN = 4;

/** Stores with more items rank as if they had this many. */
const ITEMS_MAX = 2 ** 16;

export interface StoreRow extends SellerRow {
  account_type: AccountType;
  store_name: string | null;
  created_at: number;
  listed_count: number;
  photos: Photo[];
  /** From the viewer to the nearest item; null further away than 25 km, and without a place. */
  distance_km: number | null;
}

interface RawStoreRow extends RawSellerColumns {
  account_type: AccountType;
  store_name: string | null;
  member_since: number;
  listed_count: number;
  photos: string;
  sort_key: number;
  distance_km: number | null;
}

/** The sellers with items within 25 km of a place, with the nearest item's distance; none without a place. */
function sellersAround(centre: Point | null): SQL {
  if (centre === null) return sql`SELECT NULL AS id, NULL AS steps WHERE 0`;
  const plan = { query: {}, match: null, radius: { centre, km: RADIUS_KM_DEFAULT, side: "inside" } } as const;
  return sql`SELECT i.seller_id AS id, min(${stepsFrom(centre, sql`l.lat`, sql`l.lon`)}) AS steps
    FROM item_places l CROSS JOIN ${itemsOfPlace(plan)} WHERE ${and(...conditionsOnPlace(plan))} GROUP BY i.seller_id`;
}

/**
 * Lists sellers with items for sale: those with items near the viewer first, the nearest item deciding, then the others,
 * most items first (D78).
 */
export async function listStores(
  db: Database,
  centre: Point | null,
  cursor: string | undefined,
  limit: number,
): Promise<Result<CursorPage<StoreRow>>> {
  const list = cursorList("stores", { lat: centre?.lat, lon: centre?.lon }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  // One number, because a cursor has one: the distance, counted down, then the number of items. Without a place it is
  // the column of the index.
  const key = centre
    ? sql`((${literal(UNKNOWN_STEPS)} - coalesce(near.steps, ${literal(UNKNOWN_STEPS)})) * ${literal(ITEMS_MAX)}
        + min(p.listed_count, ${literal(ITEMS_MAX - 1)}))`
    : sql`p.listed_count`;
  const rows = await db.all<RawStoreRow>(sql`WITH near AS MATERIALIZED (${sellersAround(centre)})
    SELECT ${sellerColumns}, p.account_type, p.created_at AS member_since,
      p.listed_count, stores.name AS store_name, ${key} AS sort_key, near.steps / ${literal(STEPS_PER_KM)}.0 AS distance_km,
      (SELECT json_group_array(json_extract(photos, '$[0]')) FROM (
        SELECT i.photos FROM items i INDEXED BY items_by_seller
        WHERE i.seller_id = p.id AND i.listed_as = 'active' AND i.photos <> '[]'
        ORDER BY i.created_at DESC, i.id DESC LIMIT ${PHOTOS_SHOWN})) AS photos
    FROM profiles p INDEXED BY profiles_stores LEFT JOIN stores ON stores.owner_id = p.id
      LEFT JOIN near ON near.id = p.id
    WHERE p.listed_count > 0 ${after ? sql`AND (${key}, p.id) < (${after.key}, ${after.id})` : sql``}
    ORDER BY ${key} DESC, p.id DESC LIMIT ${limit + 1}`);
  const page = list.page(rows, limit, (last) => ({ key: last.sort_key, id: last.seller_id }));
  return done({ ...page, rows: page.rows.map(toStoreRow) });
}

function toStoreRow(row: RawStoreRow): StoreRow {
  return {
    ...toSellerRow(row),
    account_type: row.account_type,
    store_name: row.store_name,
    created_at: row.member_since,
    listed_count: row.listed_count,
    distance_km: row.distance_km === null ? null : shownDistance(row.distance_km),
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
