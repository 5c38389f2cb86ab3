/** Swap circles in D1. A circle and its legs are written together, guarded by the circle's `rev`. */
import { type SQL, sql } from "drizzle-orm";
import type { Photo } from "#contract/items";
import { pick } from "#domain/pick";
import { done, type Result } from "#domain/result";
import { CIRCLE_HANDOVER_MS, type Circle, type CircleLeg } from "#domain/trades/circle";
import { eitherBlocked } from "../../../db/blocks.ts";
import { batch, type Database } from "../../../db/client.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import { type Item, mayTrade, type TradedColumn } from "../queries.ts";

interface CircleRow extends Omit<Circle, "legs"> {
  legs_key: string;
  void_item_id: string | null;
  untold: number;
  created_at: number;
  updated_at: number;
}

/** A leg's item and giver, as shown to the three. */
export interface LegItem extends Pick<Item, TradedColumn | "lat" | "lon" | "collection_zone"> {
  position: number;
  item_id: string;
  owner_id: string;
  photo: Photo | null;
  giver_name: string;
  /** Neither banned, suspended nor restricted, and not on holiday. */
  giver_may_trade: boolean;
  open_to_trades: boolean;
  /** Giver or receiver has blocked the other. */
  blocked: boolean;
  /** The order of the handover, once its room has written it, and who has rated it. */
  order_id: string | null;
  rated_by: string[];
}

/** A circle with its items and people; only for one of the three, or for a job. */
export interface CircleRecord {
  circle: Circle;
  items: LegItem[];
  void_item_id: string | null;
  untold: boolean;
  created_at: number;
  updated_at: number;
}

/** Derives the ids of a leg's deal from the circle's id. */
export function legDealIds(circleId: string, position: number): { orderId: string; transactionId: string } {
  const tail = `${circleId.slice(circleId.indexOf("_"))}c${position}`;
  return { orderId: `ord${tail}`, transactionId: `txn${tail}` };
}

interface RawLeg
  extends CircleLeg,
    Omit<LegItem, "photo" | "giver_may_trade" | "open_to_trades" | "blocked" | "rated_by"> {
  circle_id: string;
  photo: string | null;
  giver_may_trade: number;
  open_to_trades: number;
  blocked: number;
  rated_by: string;
}

const circleColumns = sql`c.id, c.status, c.rev, c.attempt, c.locking_at, c.expires_at, c.accepted_at,
  c.closed_at, c.closed_by, c.settled_at, c.staff_note, c.void_item_id, c.untold, c.created_at, c.updated_at`;

function legsQuery(ids: SQL, now: number): SQL {
  return sql`SELECT l.*, i.seller_id AS owner_id, i.title, i.status, i.deleted_at, json_extract(i.photos, '$[0]') AS photo,
      i.suburb, i.city, i.location, i.lat, i.lon, i.collection_address, i.collection_zone, p.full_name AS giver_name,
      ${mayTrade(sql`p`, now)} AND (p.account_restricted = 0 OR p.role <> 'user')
        AND coalesce(p.away_until, 0) <= ${now} AS giver_may_trade, p.open_to_trades,
      ${eitherBlocked(sql`l.giver_id`, sql`l.receiver_id`)} AS blocked, x.order_id,
      (SELECT json_group_array(r.rated_by_user_id) FROM ratings r WHERE r.transaction_id = x.id) AS rated_by
    FROM circle_legs l JOIN items i ON i.id = l.item_id JOIN profiles p ON p.id = l.giver_id
      LEFT JOIN transactions x ON x.order_id = 'ord' || substr(l.circle_id, 4) || 'c' || l.position
    WHERE l.circle_id IN (${ids}) ORDER BY l.circle_id, l.position`;
}

function recordsOf(circles: CircleRow[], legs: RawLeg[]): CircleRecord[] {
  return circles.map(({ void_item_id, untold, created_at, updated_at, ...circle }) => {
    const own = legs.filter((leg) => leg.circle_id === circle.id);
    return {
      circle: { ...circle, legs: own.map(legOf) },
      items: own.map(itemOf),
      void_item_id,
      untold: untold !== 0,
      created_at,
      updated_at,
    };
  });
}

function legOf(raw: RawLeg): CircleLeg {
  return {
    ...pick(raw, "position", "giver_id", "receiver_id", "item_id", "value_cents", "cash_cents", "state"),
    ...pick(raw, "accepted_at", "handed_over_at", "code", "wrong_codes", "code_locked_until"),
  };
}

function itemOf(raw: RawLeg): LegItem {
  return {
    ...pick(raw, "position", "item_id", "owner_id", "title", "status", "deleted_at", "suburb", "city", "location"),
    ...pick(raw, "lat", "lon", "collection_address", "collection_zone", "giver_name", "order_id"),
    photo: raw.photo === null ? null : (JSON.parse(raw.photo) as Photo),
    giver_may_trade: raw.giver_may_trade !== 0,
    open_to_trades: raw.open_to_trades !== 0,
    blocked: raw.blocked !== 0,
    rated_by: JSON.parse(raw.rated_by) as string[],
  };
}

export async function findCircle(db: Database, id: string, now: number): Promise<CircleRecord | null> {
  const [circles, legs] = await batch<[CircleRow, RawLeg]>(db, [
    sql`SELECT ${circleColumns} FROM circles c WHERE c.id = ${id}`,
    legsQuery(sql`${id}`, now),
  ]);
  return recordsOf(circles, legs)[0] ?? null;
}

/** Returns the viewer's circles, newest first. */
export async function listCircles(
  db: Database,
  viewerId: string,
  page: { cursor: string | undefined; limit: number; now: number },
): Promise<Result<CursorPage<CircleRecord>>> {
  const { cursor, limit, now } = page;
  const list = cursorList("circles", { reader: viewerId }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  // A person is offered three circles a week at most, so all of theirs are few.
  const ids = sql`SELECT c.id FROM circle_legs l JOIN circles c ON c.id = l.circle_id
    WHERE l.giver_id = ${viewerId} ${after ? sql`AND (c.created_at, c.id) < (${after.key}, ${after.id})` : sql``}
    ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit + 1}`;
  const [circles, legs] = await batch<[CircleRow, RawLeg]>(db, [
    sql`SELECT ${circleColumns} FROM circles c WHERE c.id IN (${ids}) ORDER BY c.created_at DESC, c.id DESC`,
    legsQuery(ids, now),
  ]);
  return done(
    list.page(recordsOf(circles, legs), limit, ({ circle, created_at }) => ({ key: created_at, id: circle.id })),
  );
}

export function isNewsOf(before: CircleLeg | undefined, after: CircleLeg): boolean {
  return before?.state !== after.state || before.accepted_at !== after.accepted_at;
}

/** Returns circles whose time is over, or whose locking no request works on any more. */
export async function findDueCircles(
  db: Database,
  now: number,
  abandonedBefore: number,
  limit: number,
): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`SELECT * FROM (SELECT id FROM circles
      WHERE locking_at IS NOT NULL AND locking_at < ${abandonedBefore} LIMIT ${limit})
    UNION ALL SELECT * FROM (SELECT id FROM circles
      WHERE status = 'offered' AND expires_at <= ${now} AND +locking_at IS NULL LIMIT ${limit})
    UNION ALL SELECT * FROM (SELECT id FROM circles
      WHERE status = 'accepted' AND accepted_at <= ${now - CIRCLE_HANDOVER_MS} LIMIT ${limit})
    LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** Returns circles whose last step was not announced. */
export async function findUnannouncedCircles(db: Database, before: number, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM circles WHERE untold = 1 AND updated_at <= ${before} ORDER BY updated_at LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}
