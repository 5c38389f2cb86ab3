import { type SQL, sql } from "drizzle-orm";
import type { LeftOut } from "#domain/orders/rating-weight";
import { countedBefore, type NewRatingRow, type UnexaminedRating, unconfirmedSale } from "./queries.ts";

/**
 * Returns the statement that writes the rating, if the deal is still completed, this party has not rated it, and the
 * other one has not rated meanwhile. It returns the id of what it wrote.
 */
export function insertRating({ id, raterId, deal, rating, comment, publishedAt, known, now }: NewRatingRow): SQL {
  return sql`INSERT INTO ratings (id, transaction_id, rated_user_id, rated_by_user_id, rating, comment, role, created_at,
      visible_from, published_at, left_out)
    SELECT ${id}, t.id, ${deal.other_id}, ${raterId}, ${rating}, ${comment}, ${deal.role}, ${now}, ${deal.visible_from},
      ${publishedAt}, CASE WHEN ${countedBefore(raterId, deal.other_id, now)} THEN 'repeated' END
    FROM transactions t JOIN orders o ON o.id = t.order_id
    WHERE t.id = ${deal.transaction_id} AND t.status = 'completed' AND NOT ${unconfirmedSale(sql`o`)}
      AND (SELECT count(*) FROM ratings r WHERE r.transaction_id = t.id AND r.rated_by_user_id <> ${raterId}) = ${known}
    ON CONFLICT DO NOTHING RETURNING id`;
}

/** Returns the statement that stores whether a rating counts; null: it does. */
export const examined = (id: string, leftOut: LeftOut | null, now: number): SQL =>
  sql`UPDATE ratings SET left_out = ${leftOut}, examined_at = ${now} WHERE id = ${id} AND examined_at IS NULL`;

/** Returns the statements that keep the ratings of two people from their averages until staff have looked. */
export function suspect(rating: UnexaminedRating, reportId: string, now: number): SQL[] {
  const { id, rated_by_user_id: author, rated_user_id: rated, comment, stars } = rating;
  const pair = sql`((${author}, ${rated}), (${rated}, ${author}))`;
  return [
    sql`UPDATE ratings SET left_out = 'suspected', examined_at = ${now}
      WHERE (rated_by_user_id, rated_user_id) IN ${pair} AND (left_out IS NULL OR left_out = 'repeated')`,
    sql`INSERT INTO reports (id, kind, subject_type, subject_id, about_id, reason, excerpt, created_at)
      SELECT ${reportId}, 'held_rating', 'review', ${id}, ${author}, 'deal', ${`${stars} of 5 stars. ${comment}`.trim()}, ${now}
      WHERE NOT EXISTS (SELECT 1 FROM reports h JOIN ratings g ON g.id = h.subject_id
        WHERE h.kind = 'held_rating' AND h.status = 'open' AND (g.rated_by_user_id, g.rated_user_id) IN ${pair})
      ON CONFLICT DO NOTHING`,
  ];
}

/** Returns the statement that makes a rating visible if `when` holds. */
export function publishRating(id: string, now: number, when: SQL = sql`1`): SQL {
  return sql`UPDATE ratings SET published_at = ${now} WHERE id = ${id} AND published_at IS NULL AND ${when}`;
}

/** Returns the statement that writes the reply if the rating has none. It returns the id. */
export function insertReply(id: string, ratedUserId: string, text: string, now: number): SQL {
  return sql`UPDATE ratings SET reply = ${text}, replied_at = ${now} WHERE id = ${id}
    AND rated_user_id = ${ratedUserId} AND published_at IS NOT NULL AND replied_at IS NULL RETURNING id`;
}
