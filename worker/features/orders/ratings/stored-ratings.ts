import { type SQL, sql } from "drizzle-orm";
import type { LeftOut } from "#domain/orders/rating-weight";
import { type NewRatingRow, type RatingFacts, type UnexaminedPair, unconfirmedSale } from "./queries.ts";

/**
 * Returns the statement that writes the rating, if the deal is still completed, this party has not rated it, and the
 * other one has not rated meanwhile. It returns the id of what it wrote.
 */
export function insertRating({ id, raterId, deal, rating, comment, publishedAt, known, now }: NewRatingRow): SQL {
  return sql`INSERT INTO ratings (id, transaction_id, rated_user_id, rated_by_user_id, rating, comment, role, created_at,
      visible_from, published_at)
    SELECT ${id}, t.id, ${deal.other_id}, ${raterId}, ${rating}, ${comment}, ${deal.role}, ${now}, ${deal.visible_from},
      ${publishedAt}
    FROM transactions t JOIN orders o ON o.id = t.order_id
    WHERE t.id = ${deal.transaction_id} AND t.status = 'completed' AND NOT ${unconfirmedSale(sql`o`)}
      AND (SELECT count(*) FROM ratings r WHERE r.transaction_id = t.id AND r.rated_by_user_id <> ${raterId}) = ${known}
    ON CONFLICT DO NOTHING RETURNING id`;
}

/**
 * Returns the statement that stores which ratings count; null: it does. One that staff have decided about meanwhile is
 * left to the next run. That by a new account stays unexamined.
 */
export function storeWeights(ratings: readonly RatingFacts[], weights: Map<string, LeftOut | null>, now: number): SQL {
  const rows = ratings.map(({ id, left_out }) => ({ id, was: left_out, left_out: weights.get(id) ?? null }));
  return sql`UPDATE ratings SET left_out = j.value ->> 'left_out',
      examined_at = iif(j.value ->> 'left_out' IS 'new_author', NULL, ${now})
    FROM json_each(${JSON.stringify(rows)}) j
    WHERE ratings.id = j.value ->> 'id' AND ratings.left_out IS j.value ->> 'was'`;
}

/** Returns the statements that keep the ratings of two people from their averages until staff have looked. */
export function suspect({ author, rated }: UnexaminedPair, rating: RatingFacts, reportId: string, now: number): SQL[] {
  const pair = sql`((${author}, ${rated}), (${rated}, ${author}))`;
  const excerpt = `${rating.stars} of 5 stars. ${rating.comment}`.trim();
  return [
    sql`UPDATE ratings SET left_out = 'suspected', examined_at = ${now}
      WHERE (rated_by_user_id, rated_user_id) IN ${pair} AND left_out IS NOT 'unproven'`,
    sql`INSERT INTO reports (id, kind, subject_type, subject_id, about_id, reason, excerpt, created_at)
      SELECT ${reportId}, 'held_rating', 'review', ${rating.id}, ${author}, 'deal', ${excerpt}, ${now}
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
