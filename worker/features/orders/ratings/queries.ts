/** Reads and writes of ratings. Database triggers maintain average and count of the visible ones on the profile (D43). */
import { type SQL, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import type { RatingRole } from "#contract/orders/ratings";
import { displayName } from "#domain/account/display-name";
import { ratingsVisibleFrom } from "#domain/orders/blind-ratings";
import { done, type Result } from "#domain/result";
import type { Database } from "../../../db/client.ts";
import { type CursorPage, cursorList } from "../../../http/cursor-list.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";

export interface RatingRow {
  id: string;
  rating: number;
  comment: string;
  role: RatingRole;
  rated_user_id: string;
  rated_by_user_id: string;
  created_at: number;
  visible_from: number;
  published_at: number | null;
  reply: string | null;
  replied_at: number | null;
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
  /** When its ratings become visible if only one side has rated. */
  visible_from: number;
}

const ORDER = "ratings";

const ratingColumns = sql`r.id, r.rating, r.comment, r.role, r.rated_user_id, r.rated_by_user_id, r.created_at,
  r.visible_from, r.published_at, r.reply, r.replied_at, p.full_name AS author_name,
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
    collected_at: number;
  }>(sql`SELECT t.id AS transaction_id, t.order_id, t.status, t.buyer_id, t.seller_id, p.full_name, o.item_title,
      coalesce(o.completed_at, t.created_at) AS collected_at
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
    visible_from: ratingsVisibleFrom(row.collected_at),
  };
}

export interface NewRatingRow {
  id: string;
  raterId: string;
  deal: RatedDeal;
  rating: number;
  comment: string;
  publishedAt: number | null;
  /** Ratings of the deal that the decision was made with: none, or the other party's. */
  known: 0 | 1;
  now: number;
}

/**
 * Returns the statement that writes the rating, if the deal is still completed, this party has not rated it, and the
 * other one has not rated meanwhile. It returns the id of what it wrote.
 */
export function insertRating({ id, raterId, deal, rating, comment, publishedAt, known, now }: NewRatingRow): SQL {
  return sql`INSERT INTO ratings (id, transaction_id, rated_user_id, rated_by_user_id, rating, comment, role, created_at,
      visible_from, published_at)
    SELECT ${id}, t.id, ${deal.other_id}, ${raterId}, ${rating}, ${comment}, ${deal.role}, ${now}, ${deal.visible_from},
      ${publishedAt}
    FROM transactions t WHERE t.id = ${deal.transaction_id} AND t.status = 'completed'
      AND (SELECT count(*) FROM ratings r WHERE r.transaction_id = t.id AND r.rated_by_user_id <> ${raterId}) = ${known}
    ON CONFLICT DO NOTHING RETURNING id`;
}

/** Condition: this rating exists. */
export const ratingExists = (id: string): SQL => sql`EXISTS (SELECT 1 FROM ratings WHERE id = ${id})`;

/** Returns the statement that makes a rating visible if `when` holds. */
export function publishRating(id: string, now: number, when: SQL = sql`1`): SQL {
  return sql`UPDATE ratings SET published_at = ${now} WHERE id = ${id} AND published_at IS NULL AND ${when}`;
}

/** Returns both ratings of a deal, also hidden ones. */
export async function ratingsOfDeal(db: Database, transactionId: string): Promise<RatingRow[]> {
  return db.all<RatingRow>(sql`SELECT ${ratingColumns} FROM ratings r JOIN profiles p ON p.id = r.rated_by_user_id
    WHERE r.transaction_id = ${transactionId}`);
}

/** A rating with what its notifications say. */
export interface DealRatingRow extends RatingRow {
  transaction_id: string;
  order_id: string;
  item_title: string;
  rated_name: string;
}

const withDeal = (rest: SQL) => sql`SELECT ${ratingColumns}, r.transaction_id, t.order_id, o.item_title,
    rp.full_name AS rated_name
  FROM ratings r JOIN profiles p ON p.id = r.rated_by_user_id JOIN profiles rp ON rp.id = r.rated_user_id
    JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
  WHERE ${rest}`;

export async function findRating(db: Database, id: string): Promise<DealRatingRow | null> {
  const [row] = await db.all<DealRatingRow>(withDeal(sql`r.id = ${id}`));
  return row ?? null;
}

/** Returns hidden ratings whose time has come, the longest due first. */
export async function dueRatings(db: Database, now: number, limit: number): Promise<DealRatingRow[]> {
  return db.all<DealRatingRow>(
    withDeal(sql`r.published_at IS NULL AND r.visible_from <= ${now} ORDER BY r.visible_from LIMIT ${limit}`),
  );
}

/** Returns the statement that writes the reply if the rating has none. It returns the id. */
export function insertReply(id: string, ratedUserId: string, text: string, now: number): SQL {
  return sql`UPDATE ratings SET reply = ${text}, replied_at = ${now} WHERE id = ${id}
    AND rated_user_id = ${ratedUserId} AND published_at IS NOT NULL AND replied_at IS NULL RETURNING id`;
}

/** Returns a page of the visible ratings a user received, newest first. */
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
    WHERE r.rated_user_id = ${userId} AND r.published_at IS NOT NULL
      ${after ? sql`AND (r.created_at, r.id) < (${after.key}, ${after.id})` : sql``}
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit + 1}`);
  return done(list.page(rows, limit, (last) => ({ key: last.created_at, id: last.id })));
}
