/** What the navigation bar counts, and the conditions that the lists behind the counts share with them. */

import { type SQL, sql } from "drizzle-orm";
import type { BarCounts } from "#domain/notifications/bar-counts";
import type { Database } from "./client.ts";

/** Counts are capped here; badges show "many" above it. */
export const COUNT_MAX = 100;

/** Condition: the announcement `a` is published and has not ended. */
export const isShown = (now: number) =>
  sql`a.published_at IS NOT NULL AND a.published_at <= ${now} AND (a.ends_at IS NULL OR a.ends_at > ${now})`;

/** Time up to which this user has read announcements. For a new user, the time their account was created. */
export const seenBy = (
  viewerId: string | SQL | null,
) => sql`coalesce((SELECT at FROM announcements_seen WHERE user_id = ${viewerId}),
  (SELECT created_at FROM profiles WHERE id = ${viewerId}))`;

/**
 * Confirmations that wait for the seller: pending ones, and those that lapsed into a dispute, because answering ends
 * the dispute and the restriction (D31). Literals, so that the partial index applies; the plus keeps the second part on
 * the index of the few disputed orders instead of all orders of a busy seller.
 */
export function openConfirmations(sellerId: string | SQL): SQL {
  return sql`SELECT id FROM payment_confirmations WHERE seller_id = ${sellerId} AND status = 'pending'
    UNION ALL
    SELECT c.id FROM orders o CROSS JOIN payment_confirmations c ON c.order_id = o.id
    WHERE o.status = 'disputed' AND +o.seller_id = ${sellerId} AND c.status = 'lapsed'`;
}

/** Condition: the item `i` of a cart is not in an order of this user yet. */
export function notOrdered(userId: string | SQL) {
  return sql`NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = i.order_id AND o.buyer_id = ${userId})`;
}

/**
 * Returns the query of the counts of the navigation bar, as JSON (`BarCounts`).
 * @param userId a value, or a column of the query around it.
 */
export function countsJson(userId: string | SQL, now: number): SQL {
  return sql`SELECT json_object(
    'notifications', (SELECT count(*) FROM (SELECT DISTINCT link FROM notifications
      WHERE user_id = ${userId} AND read_at IS NULL LIMIT ${COUNT_MAX})),
    'messages', (SELECT coalesce(sum(unread), 0) FROM conversation_members
      WHERE user_id = ${userId} AND unread > 0),
    'trades', (SELECT count(*) FROM (SELECT 1 FROM trades
      WHERE seller_id = ${userId} AND closed_at IS NULL AND status = 'proposed' LIMIT ${COUNT_MAX}))
      + (SELECT count(*) FROM circle_legs l JOIN circles c ON c.id = l.circle_id
        WHERE l.giver_id = ${userId} AND l.accepted_at IS NULL AND c.status = 'offered'),
    'confirmations', (SELECT count(*) FROM (${openConfirmations(userId)})),
    'announcements', (SELECT count(*) FROM announcements a
      WHERE ${isShown(now)} AND a.published_at > ${seenBy(userId)}),
    'cart', (SELECT count(*) FROM cart_items c CROSS JOIN items i ON i.id = c.item_id
      WHERE c.buyer_id = ${userId} AND ${notOrdered(userId)}))`;
}

/** Returns the counts of the navigation bar. */
export async function countsOf(db: Database, userId: string, now: number): Promise<BarCounts> {
  const { counts } = await db.get<{ counts: string }>(sql`SELECT (${countsJson(userId, now)}) AS counts`);
  return JSON.parse(counts) as BarCounts;
}
