/**
 * Promotions and their payment. The balance cannot go below zero: the database refuses the debit, and with it the whole
 * batch.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Photo } from "#contract/items";
import type { ReachDay } from "#contract/selling/promotions";
import { done, type Result } from "#domain/result";
import { PROMOTIONS_PER_PLACEMENT_MAX } from "#domain/selling/promotions";
import type { Database } from "../../../db/client.ts";
import type { items } from "../../../db/schema/items.ts";
import type { promotions } from "../../../db/schema/promotions.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";

type Promotion = typeof promotions.$inferSelect;
type Item = typeof items.$inferSelect;

export interface PromotionRow
  extends Promotion,
    Pick<Item, "title" | "price_cents" | "status" | "holder_id" | "hold_until"> {
  impressions: number;
  clicks: number;
  reach: ReachDay[];
  photo: Photo | null;
  deleted: boolean;
}

type RawPromotionRow = Omit<PromotionRow, "reach" | "photo" | "deleted"> & {
  reach: string;
  photo: string | null;
  deleted: number;
};

function select(where: SQL, tail: SQL = sql``): SQL {
  return sql`SELECT p.id, p.owner_id, p.ad_id, p.placement, p.start_date, p.end_date, p.daily_cents, p.amount_cents,
      p.refunded_cents, p.created_at, p.cancelled_at, a.impressions, a.clicks,
      (SELECT json_group_array(json_object('day', d.day, 'impressions', d.impressions, 'clicks', d.clicks))
        FROM ad_days d WHERE d.ad_id = p.ad_id) AS reach,
      i.id AS item_id, i.title, i.price_cents, json_extract(i.photos, '$[0]') AS photo, i.status,
      i.deleted_at IS NOT NULL AS deleted, i.holder_id, i.hold_until
    FROM promotions p CROSS JOIN advertisements a ON a.id = p.ad_id CROSS JOIN items i ON i.id = p.item_id
    WHERE ${where} ${tail}`;
}

function read(row: RawPromotionRow): PromotionRow {
  return {
    ...row,
    reach: JSON.parse(row.reach) as ReachDay[],
    photo: row.photo === null ? null : (JSON.parse(row.photo) as Photo),
    deleted: row.deleted !== 0,
  };
}

export async function findPromotion(db: Database, ownerId: string, id: string): Promise<PromotionRow | null> {
  const [row] = await db.all<RawPromotionRow>(select(sql`p.id = ${id} AND p.owner_id = ${ownerId}`));
  return row ? read(row) : null;
}

/** Returns one page of a seller's promotions, newest first. */
export async function listPromotions(
  db: Database,
  ownerId: string,
  cursor: string | undefined,
  limit: number,
): Promise<Result<CursorPage<PromotionRow>>> {
  const list = cursorList("promotions", { owner: ownerId }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const older = after ? sql`AND (p.created_at, p.id) < (${after.key}, ${after.id})` : sql``;
  const rows = await db.all<RawPromotionRow>(
    select(sql`p.owner_id = ${ownerId} ${older}`, sql`ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit + 1}`),
  );
  return done(list.page(rows.map(read), limit, (last) => ({ key: last.created_at, id: last.id })));
}

/** Returns why the promotion is impossible, from the item and the other promotions; null when nothing prevents it. */
export async function findObstacle(
  db: Database,
  order: PromotionOrder,
): Promise<"no_item" | "not_for_sale" | "twice" | "full" | null> {
  const [row] = await db.all<{ status: string; twice: number; taken: number }>(sql`SELECT i.status,
      EXISTS (${samePromotion(order)}) AS twice, (${placesTaken(order)}) AS taken
    FROM items i WHERE i.id = ${order.item_id} AND i.seller_id = ${order.owner_id} AND i.deleted_at IS NULL`);
  if (!row) return "no_item";
  if (row.status !== "active") return "not_for_sale";
  if (row.twice !== 0) return "twice";
  return row.taken >= PROMOTIONS_PER_PLACEMENT_MAX ? "full" : null;
}

export interface PromotionOrder extends Omit<Promotion, "refunded_cents" | "created_at" | "cancelled_at"> {
  credit_id: string;
  now: number;
}

/** Condition: live promotions that share a day and placement with this one. */
function sharing({ placement, start_date, end_date }: PromotionOrder): SQL {
  return sql`q.placement = ${placement} AND q.cancelled_at IS NULL AND q.end_date >= ${start_date}
    AND q.start_date <= ${end_date}`;
}

export function samePromotion(order: PromotionOrder): SQL {
  return sql`SELECT 1 FROM promotions q WHERE ${sharing(order)} AND q.item_id = ${order.item_id}`;
}

export function placesTaken(order: PromotionOrder): SQL {
  return sql`SELECT count(*) FROM promotions q WHERE ${sharing(order)}`;
}

/** Returns live promotions of items that are sold or deleted. */
export async function findObsolete(db: Database, today: string, limit: number): Promise<PromotionRow[]> {
  const rows = await db.all<RawPromotionRow>(
    select(
      sql`p.cancelled_at IS NULL AND p.end_date >= ${today} AND (i.status = 'sold' OR i.deleted_at IS NOT NULL)`,
      sql`LIMIT ${limit}`,
    ),
  );
  return rows.map(read);
}
