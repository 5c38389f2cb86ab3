/** Giveaways and their causes (D49). */
import { sql } from "drizzle-orm";
import type { Cause } from "#contract/items";
import type { Point } from "#domain/places/distance";
import { done, type Result } from "#domain/result";
import type { Database } from "../../../db/client.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import { type CardRow, cardColumns, type RawCardRow, toCardRow } from "../../items/cards.ts";
import { aroundOrder } from "../../items/sort-orders.ts";

/** Which free items to list. */
interface DonationList {
  forCause: boolean;
  /** The viewer's place. */
  centre: Point | null;
  cursor: string | undefined;
  limit: number;
}

export interface DonationRow {
  card: CardRow;
  cause: Cause | null;
}

type RawDonationRow = RawCardRow & {
  cause_kind: Cause["kind"] | null;
  cause_name: string | null;
  cause_abn: string | null;
};

const causeColumns = sql.raw("ca.kind AS cause_kind, ca.name AS cause_name, ca.abn AS cause_abn");
const FREE = sql.raw("i.price_cents = 0 AND i.listed_as = 'active'");

function toDonation({ cause_kind, cause_name, cause_abn, ...card }: RawDonationRow): DonationRow {
  const cause =
    cause_kind === null || cause_name === null ? null : { kind: cause_kind, name: cause_name, abn: cause_abn };
  return { card: toCardRow(card), cause };
}

/** Returns a page of free items around the viewer's place; without one newest first. */
export async function listDonations(
  db: Database,
  { forCause, centre, cursor, limit }: DonationList,
): Promise<Result<CursorPage<DonationRow>>> {
  const list = cursorList("donations", { for: forCause, lat: centre?.lat, lon: centre?.lon }, cursor);
  if (!list) return WRONG_CURSOR;
  const at = forCause ? sql`ca.listed_at` : sql`i.created_at`;
  const order = aroundOrder(centre, { lat: sql`i.lat`, lon: sql`i.lon`, at, id: sql`i.id` });
  const after = list.after ? sql`AND ${order.after} (${list.after.key}, ${list.after.id})` : sql``;
  const rows = await db.all<RawDonationRow>(
    forCause
      ? sql`SELECT ${cardColumns}, ${order.key} AS sort_key, ${causeColumns} FROM item_causes ca
          CROSS JOIN items i ON i.id = ca.item_id CROSS JOIN profiles p ON p.id = i.seller_id
          WHERE ${FREE} ${after} ORDER BY ${order.orderBy} LIMIT ${limit + 1}`
      : sql`SELECT ${cardColumns}, ${order.key} AS sort_key, ${causeColumns}
          FROM (SELECT i.rid FROM items i INDEXED BY items_by_price
            WHERE ${FREE} ${after} ORDER BY ${order.orderBy} LIMIT ${limit + 1}) page
          CROSS JOIN items i ON i.rid = page.rid CROSS JOIN profiles p ON p.id = i.seller_id
          LEFT JOIN item_causes ca ON ca.item_id = i.id ORDER BY ${order.orderBy}`,
  );
  const page = list.page(rows, limit, (last) => ({ key: last.sort_key, id: last.id }));
  return done({ ...page, rows: page.rows.map(toDonation) });
}

const OWN_MAX = 100;

/** Returns a user's own free listings, newest first. */
export async function ownGiveaways(db: Database, ownerId: string): Promise<DonationRow[]> {
  const rows = await db.all<RawDonationRow>(sql`SELECT ${cardColumns}, 0 AS sort_key, ${causeColumns}
    FROM items i INDEXED BY items_by_seller CROSS JOIN profiles p ON p.id = i.seller_id
    LEFT JOIN item_causes ca ON ca.item_id = i.id
    WHERE i.seller_id = ${ownerId} AND ${FREE} ORDER BY i.created_at DESC, i.id DESC LIMIT ${OWN_MAX}`);
  return rows.map(toDonation);
}

/** Returns whether this is a user's own listing, free or not. */
export async function isOwnListing(db: Database, itemId: string, ownerId: string): Promise<boolean> {
  const own = await db.all(
    sql`SELECT 1 FROM items WHERE id = ${itemId} AND seller_id = ${ownerId} AND deleted_at IS NULL`,
  );
  return own.length > 0;
}

/** Returns a free listing with its cause, or null. */
export async function findGiveaway(db: Database, itemId: string): Promise<DonationRow | null> {
  const [row] = await db.all<RawDonationRow>(sql`SELECT ${cardColumns}, 0 AS sort_key, ${causeColumns}
    FROM items i CROSS JOIN profiles p ON p.id = i.seller_id LEFT JOIN item_causes ca ON ca.item_id = i.id
    WHERE i.id = ${itemId} AND ${FREE}`);
  return row ? toDonation(row) : null;
}
