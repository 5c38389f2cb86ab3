import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { NewRatingValue, OwnRating } from "#contract/orders/ratings";
import { done, type Result, refuse } from "#domain/result";
import type { Services } from "../../../services.ts";
import { notifySoon } from "../../notifications/commands.ts";
import { findDeal, insertRating, ratingsOfDeal } from "./queries.ts";

/** Rates the other party of a completed deal, once (D43). The unique index decides between concurrent ratings. */
export async function rate(
  services: Services,
  raterId: string,
  id: string,
  input: NewRatingValue,
): Promise<Result<OwnRating>> {
  const { db, now } = services;
  const deal = await findDeal(db, raterId, input);
  if (!deal) return NOT_FOUND;
  if (!deal.completed) return refuse("wrong_state", MESSAGES.ratingTooEarly);
  const { rating, comment } = input;
  const at = now();
  const written = await insertRating(db, { id, raterId, deal, rating, comment, now: at });
  // A repeat of a call whose reply was lost finds its own row, by the id derived from its key.
  const repeated = !written && (await ratingsOfDeal(db, deal.transaction_id)).some((row) => row.id === id);
  if (!written && !repeated) return refuse("already_used", MESSAGES.alreadyRated);
  notifySoon(services, [deal.other_id]);
  return done({
    id,
    transaction_id: deal.transaction_id,
    order_id: deal.order_id,
    rated_user_id: deal.other_id,
    rated_by_user_id: raterId,
    role: deal.role,
    rating,
    comment,
    created_at: at,
  });
}
