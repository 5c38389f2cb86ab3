/** Reads of My Items: totals, the extra columns of its rows, and possible buyers of an item. */
import { type SQL, sql } from "drizzle-orm";
import { UNDO_SOLD_MS } from "#domain/deadlines";
import { BOUGHT, sqlList } from "#domain/orders/order-status";
import { type ActivityDays, lastMonths } from "#domain/selling/selling-days";
import { batch, type Database } from "../../../db/client.ts";
import { unconfirmedSale } from "../../orders/ratings/queries.ts";

const SOLD = sql.raw(sqlList(BOUGHT));

export interface Totals {
  total_items: number;
  items_sold: number;
  active: number;
  inactive: number;
  total_value_cents: number;
}

export interface MonthTotals {
  month: string;
  sold: number;
  revenue_cents: number;
}

/** Sold items of one seller with their revenue: the order's amount, or the price at which they were marked as sold. */
function sales(sellerId: string): SQL {
  return sql`SELECT i.sold_at, CASE WHEN o.id IS NULL THEN i.price_cents WHEN o.status IN (${SOLD}) THEN o.amount_cents
      ELSE 0 END AS cents
    FROM items i INDEXED BY items_by_seller LEFT JOIN orders o ON o.id = i.order_id
    WHERE i.seller_id = ${sellerId} AND i.status = 'sold' AND i.deleted_at IS NULL`;
}

/** Returns totals, sales of the last months and the number of bundles of one seller. */
export async function readSummary(db: Database, sellerId: string, now: number) {
  const months = JSON.stringify(lastMonths(now));
  const [totals, all, byMonth, bundles] = await batch<
    [Totals, { revenue_cents: number }, MonthTotals, { bundles: number }]
  >(db, [
    sql`SELECT count(*) AS total_items, coalesce(sum(status = 'sold'), 0) AS items_sold,
        coalesce(sum(status NOT IN ('sold', 'inactive')), 0) AS active, coalesce(sum(status = 'inactive'), 0) AS inactive,
        coalesce(sum(CASE WHEN status <> 'sold' THEN price_cents END), 0) AS total_value_cents
      FROM items INDEXED BY items_by_seller WHERE seller_id = ${sellerId} AND deleted_at IS NULL`,
    sql`SELECT coalesce(sum(cents), 0) AS revenue_cents FROM (${sales(sellerId)})`,
    sql`WITH sales AS MATERIALIZED (${sales(sellerId)})
      SELECT m.value ->> 'month' AS month, count(s.sold_at) AS sold, coalesce(sum(s.cents), 0) AS revenue_cents
      FROM json_each(${months}) m LEFT JOIN sales s ON s.sold_at >= m.value ->> 'from' AND s.sold_at < m.value ->> 'to'
      GROUP BY m.key ORDER BY m.key`,
    sql`SELECT count(*) AS bundles FROM bundles INDEXED BY bundles_by_seller
      WHERE seller_id = ${sellerId} AND status <> 'deleted'`,
  ]);
  return {
    totals: totals[0],
    revenue_cents: all[0]?.revenue_cents ?? 0,
    months: byMonth,
    bundles: bundles[0]?.bundles,
  };
}

/** Columns of a My Items row besides its card. */
export interface OwnFacts {
  id: string;
  minimum_price_cents: number | null;
  interest: number;
  /** JSON: [[day, views], …]. */
  activity: string;
  updated_at: number;
  asked_at: number | null;
  sold_at: number | null;
  sold_outside: number;
  /** Traded away, so the seller alone cannot undo it. */
  traded: number;
  /** What keeps it off sale: its latest review. */
  review: "open" | "refused" | null;
  /** JSON {id, title} of the live bundle, or null. */
  bundle: string | null;
  order_id: string | null;
  order_status: string | null;
  /** Sold outside to a buyer who hasn't confirmed it (D88). */
  unconfirmed: number;
  /** Whether a chargeback of its payment is open. */
  charged_back: number;
  transaction_id: string | null;
  buyer_id: string | null;
  buyer_name: string | null;
  rated: number;
}

/** Returns the extra columns of one page of own items, in one statement. The ids come from the seller's own list. */
export async function readOwnFacts(
  db: Database,
  sellerId: string,
  ids: readonly string[],
  days: ActivityDays,
): Promise<Map<string, OwnFacts>> {
  if (ids.length === 0) return new Map();
  const rows =
    await db.all<OwnFacts>(sql`SELECT i.id, k.minimum_price_cents, i.updated_at, i.asked_at, i.sold_at, i.sold_outside,
      EXISTS (SELECT 1 FROM trade_items ti JOIN trades td ON td.id = ti.trade_id
        WHERE ti.item_id = i.id AND td.status = 'completed')
        OR EXISTS (SELECT 1 FROM circle_legs cl WHERE cl.item_id = i.id AND cl.state = 'handed_over') AS traded,
      (SELECT count(*) FROM (
        SELECT l.owner_id FROM wish_list_items w JOIN wish_lists l ON l.id = w.list_id WHERE w.item_id = i.id
        UNION SELECT c.buyer_id FROM cart_items c WHERE c.item_id = i.id)) AS interest,
      (SELECT json_group_array(json_array(day, views)) FROM (
        SELECT CAST((v.window_start + ${days.offset}) / 86400000 AS INTEGER) AS day, count(*) AS views
        FROM item_views v WHERE v.item_id = i.id AND v.window_start >= ${days.since} GROUP BY 1)) AS activity,
      (SELECT CASE WHEN v.status = 'open' THEN 'open' WHEN v.outcome IN ('removed', 'acted') THEN 'refused' END
        FROM reports v INDEXED BY reports_of_listing WHERE v.kind = 'held_listing' AND v.subject_id = i.id
        ORDER BY v.created_at DESC, v.id DESC LIMIT 1) AS review,
      (SELECT json_object('id', b.id, 'title', b.title) FROM bundle_items bi JOIN bundles b ON b.id = bi.bundle_id
        WHERE bi.item_id = i.id AND b.status IN ('active', 'pending') LIMIT 1) AS bundle,
      o.id AS order_id, o.status AS order_status, ${unconfirmedSale(sql`o`)} AS unconfirmed,
      EXISTS (SELECT 1 FROM json_each(o.reversals) j_reversal
        WHERE j_reversal.value ->> 'kind' IN ('chargeback', 'inquiry') AND j_reversal.value ->> 'outcome' IS NULL) AS charged_back, t.id AS transaction_id, p.id AS buyer_id, p.full_name AS buyer_name,
      EXISTS (SELECT 1 FROM ratings r WHERE r.transaction_id = t.id AND r.rated_by_user_id = ${sellerId}) AS rated
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN items i ON i.id = j.value
      LEFT JOIN item_knowledge k ON k.item_id = i.id
      LEFT JOIN orders o ON o.id = i.order_id AND i.status = 'sold'
      LEFT JOIN transactions t ON t.order_id = o.id LEFT JOIN profiles p ON p.id = o.buyer_id
    WHERE i.seller_id = ${sellerId}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns until when a sale can be undone; null when it was made here or in a trade, its buyer has confirmed it, or the
 * time has passed.
 */
export function undoUntil(
  row: Pick<OwnFacts, "sold_at" | "sold_outside" | "traded" | "order_id" | "unconfirmed">,
  now: number,
): number | null {
  if (!row.sold_outside || row.traded || row.sold_at === null) return null;
  if (row.order_id !== null && row.unconfirmed !== 1) return null;
  const until = row.sold_at + UNDO_SOLD_MS;
  return now < until ? until : null;
}

/** The seller's own item, as bulk actions need it. */
export interface OwnItemFacts {
  id: string;
  title: string;
  status: "active" | "inactive" | "pending" | "pending_payment" | "sold";
  price_cents: number;
  holder_id: string | null;
  hold_until: number | null;
  deleted_at: number | null;
  minimum_price_cents: number | null;
  /** Title of the bundle in which the item is being bought now. */
  pending_bundle: string | null;
}

/** Returns those of these items that belong to this seller. */
export async function readOwnItems(db: Database, sellerId: string, ids: readonly string[]): Promise<OwnItemFacts[]> {
  return db.all<OwnItemFacts>(sql`SELECT i.id, i.title, i.status, i.price_cents, i.holder_id, i.hold_until, i.deleted_at,
      k.minimum_price_cents, (SELECT b.title FROM bundle_items bi JOIN bundles b ON b.id = bi.bundle_id
        WHERE bi.item_id = i.id AND b.status = 'pending' LIMIT 1) AS pending_bundle
    FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN items i ON i.id = j.value
      LEFT JOIN item_knowledge k ON k.item_id = i.id
    WHERE i.seller_id = ${sellerId}`);
}

export interface PossibleBuyer {
  id: string;
  full_name: string;
  because: "ordered" | "held" | "messaged";
  last_at: number;
}

/** Returns the users who ordered, held or offered to trade for the item, with the strongest reason, latest first. */
export async function readPossibleBuyers(db: Database, sellerId: string, itemId: string): Promise<PossibleBuyer[]> {
  return db.all<PossibleBuyer>(sql`WITH seen(id, rank, at) AS (
      SELECT buyer_id, 0, created_at FROM orders WHERE seller_id = ${sellerId} AND item_id = ${itemId}
      UNION ALL SELECT buyer_id, 1, created_at FROM payment_reveals WHERE item_id = ${itemId}
      UNION ALL SELECT holder_id, 1, hold_until FROM items WHERE id = ${itemId} AND holder_id IS NOT NULL
      UNION ALL SELECT buyer_id, 1, created_at FROM cart_items WHERE item_id = ${itemId}
      UNION ALL SELECT t.offeror_id, 2, t.created_at FROM trade_items ti JOIN trades t ON t.id = ti.trade_id
        WHERE ti.item_id = ${itemId} AND ti.side = 'target' AND t.seller_id = ${sellerId})
    SELECT p.id, p.full_name, CASE min(s.rank) WHEN 0 THEN 'ordered' WHEN 1 THEN 'held' ELSE 'messaged' END AS because,
      max(s.at) AS last_at
    FROM seen s JOIN profiles p ON p.id = s.id WHERE p.id <> ${sellerId}
    GROUP BY p.id ORDER BY last_at DESC, p.id LIMIT 50`);
}
