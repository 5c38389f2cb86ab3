/** Ratings: each party of a completed deal rates the other once, hidden until both have or 14 days have passed (D43). */
import * as z from "zod/mini";
import { MESSAGES } from "../copy.ts";
import { id, text } from "../fields.ts";
import { queryInteger } from "../items.ts";
import type { Page } from "../page.ts";

export type RatingRole = "buyer_rating_seller" | "seller_rating_buyer";

export const RATING_COMMENT_MAX = 1_000;
export const RATING_REPLY_MAX = 500;

const score = z
  .int(MESSAGES.ratingRequired)
  .check(z.minimum(1, MESSAGES.ratingRequired), z.maximum(5, MESSAGES.ratingRequired));
const comment = text(0, RATING_COMMENT_MAX);

/** POST /api/ratings. Name the deal by its transaction or order; `score` and `review` are aliases (D43). */
export const NewRating = z.pipe(
  z.strictObject({
    transaction_id: z.optional(id),
    order_id: z.optional(id),
    rating: z.optional(score),
    score: z.optional(score),
    comment: z.optional(comment),
    review: z.optional(comment),
  }),
  z.transform((sent, ctx) => {
    const refuseField = (field: string, message: string) => {
      ctx.issues.push({ code: "custom", input: sent, path: [field], message });
      return z.NEVER;
    };
    const rating = sent.rating ?? sent.score;
    if (rating === undefined) return refuseField("rating", MESSAGES.ratingRequired);
    if (sent.score !== undefined && sent.score !== rating) {
      return refuseField("score", "`rating` and `score` mean the same and must agree.");
    }
    const { transaction_id = null, order_id = null } = sent;
    if (transaction_id === null && order_id === null) {
      return refuseField("transaction_id", "Say which transaction or order the rating is about.");
    }
    return { transaction_id, order_id, rating, comment: sent.comment || sent.review || "" };
  }),
);
export type NewRatingValue = z.output<typeof NewRating>;

export interface OwnRating {
  id: string;
  transaction_id: string;
  order_id: string;
  rated_user_id: string;
  rated_by_user_id: string;
  role: RatingRole;
  rating: number;
  comment: string;
  /** Whether everyone can see it. If not, it becomes visible once both sides have rated, or at `visible_from`. */
  visible: boolean;
  visible_from: number;
  created_at: number;
}

/** The rated person's public answer to a rating. */
export interface RatingReply {
  text: string;
  at: number;
}

/** A public rating. It does not say what was bought (D5). */
export interface RatingView {
  id: string;
  rating: number;
  comment: string;
  role: RatingRole;
  /** The deal was a trade, so neither party bought anything. */
  traded: boolean;
  /** Display name of the author. */
  by: string;
  reply: RatingReply | null;
  /** The viewer is the rated person and has not replied. */
  can_reply: boolean;
  created_at: number;
}

/** GET /api/ratings?user=&cursor=&limit= */
export const ListRatings = z.strictObject({
  user: id,
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 100)),
});

/** Ratings a user has received, newest first, with average and count. */
export interface RatingsReply extends Page<RatingView> {
  average_rating: number | null;
  rating_count: number;
}

/** GET /api/ratings/deal?order_id= */
export const FindDealRatings = z.strictObject({ order_id: id });

/** Both ratings of a deal, for its two parties. */
export interface DealRatings {
  /** The deal is completed, the viewer has not rated it, and the other party's rating is not visible yet. */
  can_rate: boolean;
  given: RatingView | null;
  /** Null as long as it is hidden, even if it exists. */
  received: RatingView | null;
  /** The other party has rated, and the rating is still hidden. */
  received_hidden: boolean;
  /** When hidden ratings of this deal become visible by themselves; null once nothing is hidden. */
  visible_from: number | null;
}

/** POST /api/ratings/:id/reply. Only the rated person, once, without contact details. */
export const NewRatingReply = z.strictObject({
  text: text(1, RATING_REPLY_MAX, "Please write your reply."),
});
