/** Reads and writes of ratings. Database triggers maintain average and count of the visible ones on the profile (D43). */
import { type SQL, sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import type { RatingRole } from "#contract/orders/ratings";
import { displayName } from "#domain/account/display-name";
import { ratingsVisibleFrom } from "#domain/orders/blind-ratings";
import { type LeftOut, NEW_AUTHOR_MS, QUICK_MS, RATING_COUNTS_FROM_CENTS } from "#domain/orders/rating-weight";
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
  /** The person that the seller named as buyer has not confirmed the sale. */
  unconfirmed: boolean;
  other_id: string;
  /** Display name of the viewer, for the other party. */
  viewer_name: string;
  item_title: string;
  role: RatingRole;
  /** When its ratings become visible if only one side has rated. */
  visible_from: number;
}

const ORDER = "ratings";

/** Condition on an order: marked as sold by its seller, and not confirmed by the person it names (D88). */
export const unconfirmedSale = (order: SQL) => sql`(${order}.payment_method = 'outside'
  AND substr(${order}.hold_id, 1, 4) NOT IN ('trd_', 'cir_')
  AND NOT EXISTS (SELECT 1 FROM order_events e WHERE e.order_id = ${order}.id AND e.kind = 'sale_confirmed'))`;

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
    unconfirmed: number;
    buyer_id: string;
    seller_id: string;
    full_name: string;
    item_title: string;
    collected_at: number;
  }>(sql`SELECT t.id AS transaction_id, t.order_id, t.status, t.buyer_id, t.seller_id, p.full_name, o.item_title,
      coalesce(o.completed_at, t.created_at) AS collected_at, ${unconfirmedSale(sql`o`)} AS unconfirmed
    FROM transactions t JOIN orders o ON o.id = t.order_id JOIN profiles p ON p.id = ${viewerId}
    WHERE ${sql.join(asked, sql` AND `)} AND ${viewerId} IN (t.buyer_id, t.seller_id)`);
  if (!row) return null;
  const buyer = row.buyer_id === viewerId;
  return {
    transaction_id: row.transaction_id,
    order_id: row.order_id,
    completed: row.status === "completed",
    unconfirmed: row.unconfirmed === 1,
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

/** A pair of which a visible rating was not examined yet, or not since the facts changed. */
export interface UnexaminedPair {
  author: string;
  rated: string;
  quick: number;
  others_of_author: number;
  others_of_rated: number;
  cleared: number;
  author_since: number;
}

/** Condition on an order and its amount: it is worth a rating, because it was traded or cost at least a dollar (A103). */
const worthRating = (order: SQL, cents: SQL) =>
  sql`(${cents} >= ${RATING_COUNTS_FROM_CENTS} OR substr(${order}.hold_id, 1, 4) IN ('trd_', 'cir_'))`;

/** Returns the pair whose rating has waited longest. One by a new account waits until that is old enough. */
export async function unexaminedPair(db: Database, now: number): Promise<UnexaminedPair | null> {
  const others = (
    person: SQL,
    other: SQL,
  ) => sql`(SELECT count(DISTINCT iif(x.buyer_id = ${person}, x.seller_id, x.buyer_id))
    FROM orders x WHERE ${person} IN (x.buyer_id, x.seller_id) AND +x.status = 'completed'
      AND ${other} NOT IN (x.buyer_id, x.seller_id) AND ${worthRating(sql`x`, sql`x.amount_cents`)}
      AND NOT ${unconfirmedSale(sql`x`)})`;
  const [author, rated] = [sql`r.rated_by_user_id`, sql`r.rated_user_id`];
  // An erased account has none.
  const since = sql`coalesce(a.created_at, 0)`;
  const [row] =
    await db.all<UnexaminedPair>(sql`SELECT ${author} AS author, ${rated} AS rated, ${since} AS author_since,
      (SELECT count(DISTINCT coalesce(x.purchase_id, x.id)) FROM orders x WHERE +x.status = 'completed'
        AND ((x.buyer_id = ${author} AND x.seller_id = ${rated}) OR (x.buyer_id = ${rated} AND x.seller_id = ${author}))
        AND x.completed_at - x.created_at < ${QUICK_MS}) AS quick,
      ${others(author, rated)} AS others_of_author, ${others(rated, author)} AS others_of_rated,
      EXISTS (SELECT 1 FROM ratings g JOIN reports h ON h.subject_id = g.id AND h.kind = 'held_rating' AND h.outcome = 'released'
        WHERE (g.rated_by_user_id, g.rated_user_id) IN ((${author}, ${rated}), (${rated}, ${author}))) AS cleared
    FROM ratings r LEFT JOIN accounts a ON a.id = ${author}
    WHERE r.examined_at IS NULL AND r.published_at IS NOT NULL
      AND NOT (r.left_out IS 'new_author' AND ${since} > ${now - NEW_AUTHOR_MS})
    ORDER BY r.published_at LIMIT 1`);
  return row ?? null;
}

/** A visible rating with what decides whether it counts. */
export interface RatingFacts extends Pick<RatingRow, "id" | "comment" | "created_at"> {
  stars: number;
  left_out: LeftOut | null;
  worthless: number;
  unconfirmed: number;
  refunded: number;
}

/** Returns the visible ratings of this author about this person. */
export async function ratingsOfPair(db: Database, { author, rated }: UnexaminedPair): Promise<RatingFacts[]> {
  return db.all<RatingFacts>(sql`SELECT r.id, r.comment, r.created_at, r.rating AS stars, r.left_out,
      NOT ${worthRating(sql`o`, sql`t.amount_cents`)} AS worthless, ${unconfirmedSale(sql`o`)} AS unconfirmed,
      o.status = 'refunded' AS refunded
    FROM ratings r JOIN transactions t ON t.id = r.transaction_id JOIN orders o ON o.id = t.order_id
    WHERE r.rated_by_user_id = ${author} AND r.rated_user_id = ${rated} AND r.published_at IS NOT NULL`);
}

/** Condition: this rating exists. */
export const ratingExists = (id: string): SQL => sql`EXISTS (SELECT 1 FROM ratings WHERE id = ${id})`;

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
