/**
 * Promotions and their payment. The balance cannot go below zero: the database refuses the debit, and with it the whole
 * batch.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Photo } from "#contract/items";
import type { ReachDay } from "#contract/selling/promotions";
import type { AdPlacement } from "#domain/ads/ads";
import { done, type Result } from "#domain/result";
import { PROMOTED_PRIORITY, PROMOTIONS_PER_PLACEMENT_MAX } from "#domain/selling/promotions";
import { batch, type Database } from "../../../db/client.ts";
import type { items } from "../../../db/schema/items.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import type { Services } from "../../../services.ts";
import { owesCredit, payOwedCredit } from "../../payments/top-ups/queries.ts";

export interface PromotionRow {
  id: string;
  owner_id: string;
  ad_id: string;
  placement: AdPlacement;
  start_date: string;
  end_date: string;
  daily_cents: number;
  amount_cents: number;
  refunded_cents: number;
  created_at: number;
  cancelled_at: number | null;
  impressions: number;
  clicks: number;
  reach: ReachDay[];
  item_id: string;
  title: string;
  price_cents: number;
  photo: Photo | null;
  status: (typeof items.$inferSelect)["status"];
  deleted: boolean;
  holder_id: string | null;
  hold_until: number | null;
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

export interface PromotionOrder {
  id: string;
  ad_id: string;
  credit_id: string;
  owner_id: string;
  item_id: string;
  placement: AdPlacement;
  start_date: string;
  end_date: string;
  daily_cents: number;
  amount_cents: number;
  now: number;
}

/** Condition: live promotions that share a day and placement with this one. */
function sharing({ placement, start_date, end_date }: PromotionOrder): SQL {
  return sql`q.placement = ${placement} AND q.cancelled_at IS NULL AND q.end_date >= ${start_date}
    AND q.start_date <= ${end_date}`;
}

function samePromotion(order: PromotionOrder): SQL {
  return sql`SELECT 1 FROM promotions q WHERE ${sharing(order)} AND q.item_id = ${order.item_id}`;
}

function placesTaken(order: PromotionOrder): SQL {
  return sql`SELECT count(*) FROM promotions q WHERE ${sharing(order)}`;
}

/**
 * Writes ad, debit and promotion, all or none: the ad only for the owner's item that is for sale, where the placement
 * has room; the rest only with the ad. A debit above the balance violates `profiles_balance_not_negative` and rolls
 * back everything (D28, A60).
 * @returns false when nothing was written.
 */
export async function buyPromotion(db: Database, order: PromotionOrder): Promise<boolean> {
  const there = sql`EXISTS (SELECT 1 FROM advertisements WHERE id = ${order.ad_id})`;
  const [ads] = await batch<[{ id: string }, object, object]>(db, [
    sql`INSERT INTO advertisements (id, title, description, link_url, placement, priority, start_date, end_date, owner_id,
        item_id, created_at)
      SELECT ${order.ad_id}, i.title, '', '/ItemDetail/' || i.id, ${order.placement}, ${PROMOTED_PRIORITY},
        ${order.start_date}, ${order.end_date}, ${order.owner_id}, i.id, ${order.now}
      FROM items i WHERE i.id = ${order.item_id} AND i.seller_id = ${order.owner_id} AND i.deleted_at IS NULL
        AND i.status = 'active' AND NOT EXISTS (${samePromotion(order)}) AND (${placesTaken(order)}) < ${PROMOTIONS_PER_PLACEMENT_MAX}
        AND NOT ${owesCredit(order.owner_id)}
      RETURNING id`,
    sql`INSERT INTO promotions (id, owner_id, item_id, ad_id, placement, start_date, end_date, daily_cents, amount_cents,
        created_at)
      SELECT ${order.id}, ${order.owner_id}, ${order.item_id}, ${order.ad_id}, ${order.placement}, ${order.start_date},
        ${order.end_date}, ${order.daily_cents}, ${order.amount_cents}, ${order.now} WHERE ${there}`,
    sql`INSERT INTO balance_transactions (id, user_id, amount_cents, description, type, ref, related_promotion_id, created_at)
      SELECT ${order.credit_id}, ${order.owner_id}, ${-order.amount_cents}, 'Promotion: ' || title, 'promotion',
        ${`promotion:${order.id}`}, ${order.id}, ${order.now} FROM advertisements WHERE id = ${order.ad_id}`,
  ]);
  return ads.length > 0;
}

/**
 * Ends a promotion and returns its unused credit, once.
 * @returns false when it had ended before.
 */
export async function endPromotion(
  services: Services,
  promotion: Pick<PromotionRow, "id" | "owner_id" | "ad_id" | "title">,
  refundCents: number,
): Promise<boolean> {
  const { id, owner_id, ad_id, title } = promotion;
  const now = services.now();
  const creditId = services.newId("blt");
  const [ended] = await batch<{ id: string }[]>(services.db, [
    sql`UPDATE promotions SET cancelled_at = ${now}, refunded_cents = ${refundCents}
      WHERE id = ${id} AND cancelled_at IS NULL RETURNING id`,
    // changes() refers to the previous statement: if it did not end now, nothing is returned.
    sql`INSERT INTO balance_transactions (id, user_id, amount_cents, description, type, ref, related_promotion_id, created_at)
      SELECT ${creditId}, ${owner_id}, ${refundCents}, ${`Promotion ended early: ${title}`}, 'refund',
        ${`promotion-refund:${id}`}, ${id}, ${now} WHERE changes() > 0 AND ${refundCents} > 0`,
    sql`UPDATE advertisements SET active = 0 WHERE id = ${ad_id}`,
    ...(await payOwedCredit(services, owner_id)),
  ]);
  return (ended?.length ?? 0) > 0;
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
