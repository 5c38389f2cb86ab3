import { MESSAGES } from "#contract/copy";
import type { RatingView } from "#contract/orders/ratings";
import { displayName } from "#domain/account/display-name";
import type { RatingRow } from "./queries.ts";

export function presentRating(row: RatingRow): RatingView {
  return {
    id: row.id,
    rating: row.rating,
    comment: row.comment,
    role: row.role,
    traded: row.traded !== 0,
    by:
      displayName(row.author_name) ||
      (row.role === "buyer_rating_seller" ? MESSAGES.anonymousBuyer : MESSAGES.anonymousSeller),
    created_at: row.created_at,
  };
}
