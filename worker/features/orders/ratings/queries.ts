/** Reads and inserts of ratings. Database triggers maintain average and count on the profile (D43). */
import { type SQL, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import type { RatingRole } from "#contract/orders/ratings";
import { displayName } from "#domain/account/display-name";
import { done, type Result } from "#domain/result";
import { batch, type Database } from "../../../db/client.ts";
import { insertNotification } from "../../../db/notifications.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import { stableId } from "../../../stable-id.ts";

export interface RatingRow {
  id: string;
  rating: number;
  comment: string;
  role: RatingRole;
  rated_by_user_id: string;
  created_at: number;
  author_name: string;
  traded: number;
}

/** A deal from the view of one of its parties. */
export interface RatedDeal {
  transaction_id: string;
  order_id: string;
  completed: boolean;
  other_id: string;
  /** Display name of the viewer, for the other party. */
  viewer_name: string;
  item_title: string;
  role: RatingRole;
}

const ORDER = "ratings";

const ratingColumns = sql`r.id, r.rating, r.comment, r.role, r.rated_by_user_id, r.created_at, p.full_name AS author_name,
  EXISTS (SELECT 1 FROM trades d WHERE d.id = 'trd' || substr(r.transaction_id, 4))
    OR EXISTS (SELECT 1 FROM circles d WHERE d.id = 'cir' || substr(r.transaction_id, 4, 21)) AS traded`;

/** Returns the deal of this transaction or order if the viewer is a party, else null (A01). */
export async function findDeal(
  db: Database,
  viewerId: string,
  { transaction_id, order_id }: { transaction_id: string | null; order_id: string | null },
): Promise<RatedDeal | null> {
  const asked: SQL[] = [];
  if (transaction_id !== null) asked.push(sql`t.id = ${transaction_id}`);
  if (order_id !== null) asked.push(sql`t.order_id = ${order_id}`);
  const [row] = await db.all<{
    transaction_id: string;
    order_id: string;
    status: string;
    buyer_id: string;
    seller_id: string;
    full_name: string;
    item_title: string;
  }>(sql`SELECT t.id AS transaction_id, t.order_id, t.status, t.buyer_id, t.seller_id, p.full_name, o.item_title
    FROM transactions t JOIN orders o ON o.id = t.order_id JOIN profiles p ON p.id = ${viewerId}
    WHERE ${sql.join(asked, sql` AND `)} AND ${viewerId} IN (t.buyer_id, t.seller_id)`);
  if (!row) return null;
  const buyer = row.buyer_id === viewerId;
  return {
    transaction_id: row.transaction_id,
    order_id: row.order_id,
    completed: row.status === "completed",
    other_id: buyer ? row.seller_id : row.buyer_id,
    viewer_name: displayName(row.full_name) || (buyer ? MESSAGES.anonymousBuyer : MESSAGES.anonymousSeller),
    item_title: row.item_title,
    role: buyer ? "buyer_rating_seller" : "seller_rating_buyer",
  };
}

export interface NewRatingRow {
  id: string;
  raterId: string;
  deal: RatedDeal;
  rating: number;
  comment: string;
  now: number;
}

/**
 * Writes the rating if the deal is still completed and this party has not rated it.
 * @returns whether it was written.
 */
export async function insertRating(db: Database, { id, raterId, deal, rating, comment, now }: NewRatingRow) {
  const stars = `${rating} ${rating === 1 ? "star" : "stars"}`;
  const notification = insertNotification({
    id: await stableId("ntf", id),
    user_id: deal.other_id,
    kind: "rating",
    // Of two concurrent ratings only one is written, and so is its notification.
    dedupe_key: `rating:${deal.transaction_id}:${raterId}`,
    title: `${deal.viewer_name} gave you ${stars}`,
    body: `For “${deal.item_title}”${comment && `: “${comment}”`}`,
    link: `/MyOrders/${deal.order_id}`,
    at: now,
  });
  const insert = sql`INSERT INTO ratings
      (id, transaction_id, rated_user_id, rated_by_user_id, rating, comment, role, created_at)
    SELECT ${id}, t.id, ${deal.other_id}, ${raterId}, ${rating}, ${comment}, ${deal.role}, ${now}
    FROM transactions t WHERE t.id = ${deal.transaction_id} AND t.status = 'completed'
    ON CONFLICT DO NOTHING RETURNING id`;
  const [written] = await batch<[{ id: string }, object]>(db, [insert, notification]);
  return written.length > 0;
}

/** Returns both ratings of a deal. */
export async function ratingsOfDeal(db: Database, transactionId: string): Promise<RatingRow[]> {
  return db.all<RatingRow>(sql`SELECT ${ratingColumns} FROM ratings r JOIN profiles p ON p.id = r.rated_by_user_id
    WHERE r.transaction_id = ${transactionId}`);
}

/** Returns a page of the ratings a user received, newest first. */
export async function listRatings(
  db: Database,
  userId: string,
  cursor: string | undefined,
  limit: number,
): Promise<Result<CursorPage<RatingRow>>> {
  const list = cursorList(ORDER, { user: userId }, cursor);
  if (!list) return WRONG_CURSOR;
  const { after } = list;
  const rows = await db.all<RatingRow>(sql`SELECT ${ratingColumns}
    FROM ratings r JOIN profiles p ON p.id = r.rated_by_user_id
    WHERE r.rated_user_id = ${userId} ${after ? sql`AND (r.created_at, r.id) < (${after.key}, ${after.id})` : sql``}
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit + 1}`);
  return done(list.page(rows, limit, (last) => ({ key: last.created_at, id: last.id })));
}
