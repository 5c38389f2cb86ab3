import { type Refusal, refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import type { NewRatingValue, OwnRating } from "#contract/ratings";
import type { Services } from "../../http/context.ts";
import { notifySoon } from "../notifications/deliver.ts";
import { findDeal, insertRating, ratingsOfDeal } from "./queries.ts";

/** One rating of the other party, once, after completion (D43). The unique index decides between two at once. */
export async function rate(
  services: Services,
  raterId: string,
  id: string,
  input: NewRatingValue,
): Promise<{ ok: true; rating: OwnRating } | Refusal> {
  const { db, env, now } = services;
  const deal = await findDeal(db, raterId, input);
  if (!deal) return refuse("not_found", MESSAGES.notFound);
  if (!deal.completed) return refuse("wrong_state", MESSAGES.ratingTooEarly);
  const { rating, comment } = input;
  const at = now();
  const written = await insertRating(env.DB, { id, raterId, deal, rating, comment, now: at });
  // The same call again, whose first reply was lost, finds its own row under the id its key gives.
  const repeated = !written && (await ratingsOfDeal(db, deal.transaction_id)).some((row) => row.id === id);
  if (!written && !repeated) return refuse("already_used", MESSAGES.alreadyRated);
  notifySoon(services, [deal.other_id]);
  return {
    ok: true,
    rating: {
      id,
      transaction_id: deal.transaction_id,
      order_id: deal.order_id,
      rated_user_id: deal.other_id,
      rated_by_user_id: raterId,
      role: deal.role,
      rating,
      comment,
      created_at: at,
    },
  };
}
