/**
 * Trades in D1. Every change names the state it was decided on, so that of two concurrent changes one is decided again.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Photo } from "#contract/items";
import { DAY_MS } from "#domain/deadlines";
import type { CollectionOffer, CollectionWindow } from "#domain/orders/collection-windows";
import { done, type Result } from "#domain/result";
import { PROPOSALS_PER_DAY, type ProposalFacts, type TradeRole } from "#domain/trades/trade";
import type { Database } from "../../db/client.ts";
import type { items } from "../../db/schema/items.ts";
import type { trades } from "../../db/schema/trades.ts";
import { type CursorPage, cursorList } from "../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../http/wrong-cursor.ts";

export interface TradeRow extends Omit<typeof trades.$inferSelect, "untold"> {
  untold: number;
}

export type Item = typeof items.$inferSelect;
/** What the parties of a trade or swap circle see of an item. */
export type TradedColumn = "title" | "status" | "deleted_at" | "suburb" | "city" | "location" | "collection_address";

export interface TradeItemRow extends CollectionOffer, Pick<Item, TradedColumn | "price_cents"> {
  trade_id: string;
  item_id: string;
  side: "target" | "offered";
  owner_id: string;
  photo: Photo | null;
}

/** As stored: lists and objects are JSON. */
interface RawItem extends Omit<TradeItemRow, "photo" | "collection_windows"> {
  photo: string | null;
  collection_windows: string;
}

export interface TradePerson {
  id: string;
  full_name: string;
  /** Neither banned nor suspended when read. */
  may_trade: boolean;
}

/** A trade with its items and both users; only for one of the two, or for a job. */
export interface TradeRecord {
  trade: TradeRow;
  items: TradeItemRow[];
  offeror: TradePerson;
  seller: TradePerson;
  /** The deal of a completed trade, once its room has written it. */
  transaction_id: string | null;
  /** Users who have rated it. */
  rated_by: string[];
}

interface RawTrade extends Omit<TradeRow, "meeting" | "meeting_change"> {
  meeting: string | null;
  meeting_change: string | null;
  offeror_name: string;
  offeror_may: number;
  seller_name: string;
  seller_may: number;
  transaction_id: string | null;
  rated_by: string;
}

/** The condition that this profile is neither banned nor suspended. */
export const mayTrade = (person: SQL, now: number) => sql`(${person}.role <> 'user' OR (${person}.is_banned = 0
  AND (${person}.is_suspended = 0 OR coalesce(${person}.suspension_end_date, ${now} + 1) <= ${now})))`;

/** Derives the ids of a trade's deal from its own: `trd_x` is completed in `ord_x`, `txn_x`. */
export function dealIds(tradeId: string): { orderId: string; transactionId: string } {
  const tail = tradeId.slice(tradeId.indexOf("_"));
  return { orderId: `ord${tail}`, transactionId: `txn${tail}` };
}

function tradeColumns(now: number): SQL {
  return sql`t.*, o.full_name AS offeror_name, ${mayTrade(sql`o`, now)} AS offeror_may, s.full_name AS seller_name,
    ${mayTrade(sql`s`, now)} AS seller_may, x.id AS transaction_id,
    (SELECT json_group_array(r.rated_by_user_id) FROM ratings r WHERE r.transaction_id = x.id) AS rated_by`;
}

const withPeople = sql`JOIN profiles o ON o.id = t.offeror_id JOIN profiles s ON s.id = t.seller_id
  LEFT JOIN transactions x ON x.order_id = 'ord' || substr(t.id, 4)`;

function itemsOf(ids: SQL): SQL {
  return sql`SELECT ti.trade_id, ti.item_id, ti.side, i.seller_id AS owner_id, i.title, i.price_cents, i.status, i.deleted_at,
      json_extract(i.photos, '$[0]') AS photo, i.suburb, i.city, i.location, i.collection_address, i.collection_zone,
      i.collection_date, i.collection_windows
    FROM trade_items ti JOIN items i ON i.id = ti.item_id WHERE ti.trade_id IN (${ids}) ORDER BY ti.item_id`;
}

const parsed = <Value>(json: string | null): Value | null => (json === null ? null : (JSON.parse(json) as Value));

function recordsOf(trades: RawTrade[], items: RawItem[]) {
  return trades.map((raw): TradeRecord => {
    const {
      offeror_name,
      offeror_may,
      seller_name,
      seller_may,
      transaction_id,
      rated_by,
      meeting,
      meeting_change,
      ...trade
    } = raw;
    return {
      trade: { ...trade, meeting: parsed(meeting), meeting_change: parsed(meeting_change) },
      items: items
        .filter((item) => item.trade_id === trade.id)
        .map((item) => ({
          ...item,
          photo: parsed<Photo>(item.photo),
          collection_windows: parsed<CollectionWindow[]>(item.collection_windows) ?? [],
        })),
      offeror: { id: trade.offeror_id, full_name: offeror_name, may_trade: offeror_may !== 0 },
      seller: { id: trade.seller_id, full_name: seller_name, may_trade: seller_may !== 0 },
      transaction_id,
      rated_by: JSON.parse(rated_by) as string[],
    };
  });
}

export async function findTrade(db: Database, id: string, now: number): Promise<TradeRecord | null> {
  const [trades, items] = await Promise.all([
    db.all<RawTrade>(sql`SELECT ${tradeColumns(now)} FROM trades t ${withPeople} WHERE t.id = ${id}`),
    db.all<RawItem>(itemsOf(sql`${id}`)),
  ]);
  return recordsOf(trades, items)[0] ?? null;
}

export function roleOf({ trade }: TradeRecord, viewerId: string): TradeRole | null {
  if (trade.offeror_id === viewerId) return "offeror";
  return trade.seller_id === viewerId ? "seller" : null;
}

/** A trade as one of its two parties sees it. */
export interface OwnTrade {
  record: TradeRecord;
  role: TradeRole;
}

/** Returns a trade of which the viewer is a party, else null (A01). */
export async function findOwnTrade(db: Database, viewerId: string, id: string, now: number): Promise<OwnTrade | null> {
  const record = await findTrade(db, id, now);
  const role = record && roleOf(record, viewerId);
  return record && role ? { record, role } : null;
}

export type TradeBox = "incoming" | "outgoing" | "history";

/** Returns a page of trades, newest first; ended ones by their end. */
export async function listTrades(
  db: Database,
  viewerId: string,
  page: { box: TradeBox; cursor: string | undefined; limit: number; now: number },
): Promise<Result<CursorPage<TradeRecord>>> {
  const { box, cursor, limit, now } = page;
  const list = cursorList("trades", { reader: viewerId, box }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;

  const side = (party: SQL, key: SQL, state: SQL) => sql`SELECT * FROM (SELECT id, ${key} AS at FROM trades
    WHERE ${party} = ${viewerId} AND ${state} ${after ? sql`AND (${key}, id) < (${after.key}, ${after.id})` : sql``}
    ORDER BY ${key} DESC, id DESC LIMIT ${limit + 1})`;
  // An offer that has run out counts as over before the job marks it.
  const runOut = sql`(status = 'proposed' AND accepting_at IS NULL AND expires_at <= ${now})`;
  const open = (party: SQL) => side(party, sql`created_at`, sql`closed_at IS NULL AND NOT ${runOut}`);
  const over = (party: SQL) => sql`${side(party, sql`closed_at`, sql`closed_at IS NOT NULL`)}
    UNION ALL ${side(party, sql`expires_at`, sql`closed_at IS NULL AND ${runOut}`)}`;
  const sides = {
    incoming: open(sql`seller_id`),
    outgoing: open(sql`offeror_id`),
    history: sql`${over(sql`seller_id`)} UNION ALL ${over(sql`offeror_id`)}`,
  };
  const key = box === "history" ? sql`coalesce(t.closed_at, t.expires_at)` : sql`t.created_at`;
  const ids = sql`SELECT id FROM (${sides[box]}) ORDER BY at DESC, id DESC LIMIT ${limit + 1}`;
  const [found, items] = await Promise.all([
    db.all<RawTrade>(sql`SELECT ${tradeColumns(now)} FROM (${ids}) n CROSS JOIN trades t ON t.id = n.id ${withPeople}
      ORDER BY ${key} DESC, t.id DESC`),
    db.all<RawItem>(itemsOf(ids)),
  ]);
  const position = ({ trade }: TradeRecord) => ({
    key: box === "history" ? (trade.closed_at ?? trade.expires_at) : trade.created_at,
    id: trade.id,
  });
  return done(list.page(recordsOf(found, items), limit, position));
}

export interface OfferableRow {
  id: string;
  title: string;
  price_cents: number;
  photo: string | null;
  created_at: number;
}

/** Returns the viewer's own items for sale, newest first, without the requested one. */
export async function listOfferable(
  db: Database,
  viewerId: string,
  page: { target: string; cursor: string | undefined; limit: number },
): Promise<Result<CursorPage<OfferableRow>>> {
  const list = cursorList("offerable", { reader: viewerId, target: page.target }, page.cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const older = after ? sql`AND (created_at, id) < (${after.key}, ${after.id})` : sql``;
  const rows =
    await db.all<OfferableRow>(sql`SELECT id, title, price_cents, json_extract(photos, '$[0]') AS photo, created_at
    FROM items WHERE seller_id = ${viewerId} AND status = 'active' AND deleted_at IS NULL AND id <> ${page.target} ${older}
    ORDER BY created_at DESC, id DESC LIMIT ${page.limit + 1}`);
  return done(list.page(rows, page.limit, (last) => ({ key: last.created_at, id: last.id })));
}

/** Reads the requested item, and how many of the offered items belong to the offeror and are for sale. */
export async function readProposal(
  db: Database,
  offerorId: string,
  targetId: string,
  offeredIds: readonly string[],
): Promise<Pick<ProposalFacts, "target" | "ownActive">> {
  const [row] = await db.all<{
    seller_id: string | null;
    status: NonNullable<ProposalFacts["target"]>["status"];
    price_cents: number;
    open_to_trades: number;
    own_active: number;
  }>(sql`SELECT i.seller_id, i.status, i.price_cents, p.open_to_trades, n.own_active
    FROM (SELECT count(*) AS own_active FROM items WHERE id IN (SELECT value FROM json_each(${JSON.stringify(offeredIds)}))
        AND seller_id = ${offerorId} AND status = 'active' AND deleted_at IS NULL AND id <> ${targetId}) n
      LEFT JOIN items i ON i.id = ${targetId} AND i.deleted_at IS NULL LEFT JOIN profiles p ON p.id = i.seller_id`);
  const target =
    row && row.seller_id !== null
      ? {
          sellerId: row.seller_id,
          status: row.status,
          priceCents: row.price_cents,
          openToTrades: row.open_to_trades !== 0,
        }
      : null;
  return { target, ownActive: row?.own_active ?? 0 };
}

export interface NewTrade {
  id: string;
  offeror_id: string;
  seller_id: string;
  target_item_id: string;
  offered: readonly string[];
  cash_cents: number;
  message: string;
  expires_at: number;
  created_at: number;
}

/** Condition: the offeror has not made too many offers for this item, or to this seller, in the last day. */
export function fewProposals(
  { offeror_id, seller_id, target_item_id }: Pick<NewTrade, "offeror_id" | "seller_id" | "target_item_id">,
  now: number,
): SQL {
  const made = (which: SQL) => sql`(SELECT count(*) FROM trades WHERE offeror_id = ${offeror_id}
    AND created_at > ${now - DAY_MS} AND ${which})`;
  return sql`(${made(sql`target_item_id = ${target_item_id}`)} < ${PROPOSALS_PER_DAY.item}
    AND ${made(sql`seller_id = ${seller_id}`)} < ${PROPOSALS_PER_DAY.seller})`;
}

export async function hasManyProposals(
  db: Database,
  trade: Pick<NewTrade, "offeror_id" | "seller_id" | "target_item_id">,
  now: number,
): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 WHERE NOT ${fewProposals(trade, now)}`);
  return rows.length > 0;
}

/** Returns whether this offer was written by an earlier try, or another open one exists. */
export async function findOpenOffer(
  db: Database,
  id: string,
  offerorId: string,
  targetId: string,
): Promise<"this" | "another" | null> {
  const rows = await db.all<{ id: string }>(sql`SELECT id FROM trades WHERE id = ${id} AND offeror_id = ${offerorId}
    UNION ALL SELECT id FROM trades WHERE offeror_id = ${offerorId} AND target_item_id = ${targetId} AND status = 'proposed'`);
  if (rows.some((row) => row.id === id)) return "this";
  return rows.length > 0 ? "another" : null;
}

/** Returns acceptances on which no request works any more. */
export async function findAbandonedAcceptances(db: Database, before: number, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM trades WHERE accepting_at IS NOT NULL AND accepting_at < ${before} LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Returns locked items without an accepted trade or circle, or one being accepted. */
export async function findStrayLocks(db: Database, limit: number): Promise<string[]> {
  const rows = await db.all<{
    id: string;
  }>(sql`SELECT i.id FROM items i INDEXED BY items_locked
    WHERE i.status = 'pending' AND NOT EXISTS
      (SELECT 1 FROM trade_items ti JOIN trades t ON t.id = ti.trade_id
        WHERE ti.item_id = i.id AND (t.status = 'accepted' OR t.accepting_at IS NOT NULL))
      AND NOT EXISTS (SELECT 1 FROM circle_legs l JOIN circles c ON c.id = l.circle_id
        WHERE l.item_id = i.id AND (l.state = 'locked' OR c.locking_at IS NOT NULL))
    ORDER BY i.id LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

/** Returns trades whose last step was not announced. */
export async function findUnannounced(db: Database, before: number, limit: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM trades WHERE untold = 1 AND updated_at <= ${before} ORDER BY updated_at LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}
