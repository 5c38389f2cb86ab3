import { sql } from "drizzle-orm";
import { MESSAGES } from "#contract/copy";
import { NOT_FOUND } from "#contract/errors";
import type { NewRatingValue, OwnRating, RatingView } from "#contract/orders/ratings";
import { displayName } from "#domain/account/display-name";
import { publishedAt, ratingStep } from "#domain/orders/blind-ratings";
import { done, type Refusal, type Result, refuse } from "#domain/result";
import { batch, type Query } from "../../../db/client.ts";
import { insertNotificationIf } from "../../../db/notifications.ts";
import { refusePublicTexts } from "../../../http/public-texts.ts";
import type { Services } from "../../../services.ts";
import { stableId } from "../../../stable-id.ts";
import { notifySoon } from "../../notifications/commands.ts";
import { examineRatings } from "./jobs.ts";
import { authorName, presentRating, ratingNotification } from "./present.ts";
import { findDeal, findRating, type RatedDeal, type RatingRow, ratingExists, ratingsOfDeal } from "./queries.ts";
import { insertRating, insertReply, publishRating } from "./stored-ratings.ts";

const STEP_REFUSALS: Record<Exclude<ReturnType<typeof ratingStep>, "rate">, Refusal> = {
  too_early: refuse("wrong_state", MESSAGES.ratingTooEarly),
  already_rated: refuse("already_used", MESSAGES.alreadyRated),
  closed: refuse("wrong_state", MESSAGES.ratingClosed),
};
const SALE_UNCONFIRMED = refuse(
  "wrong_state",
  "The seller marked this as sold. You can rate each other once the buyer has confirmed it.",
);

/** Both may rate at the same moment; the second attempt then sees the other's rating. */
const ATTEMPTS = 3;

/**
 * Rates the other party of a completed deal, once (D43). If the other has rated too, both ratings become visible in the
 * same batch. The unique index decides between concurrent ratings of one party.
 */
export async function rate(
  services: Services,
  raterId: string,
  id: string,
  input: NewRatingValue,
  ownHost: string,
): Promise<Result<OwnRating>> {
  const { db, now } = services;
  const deal = await findDeal(db, raterId, input);
  if (!deal) return NOT_FOUND;
  if (deal.completed && deal.unconfirmed) return SALE_UNCONFIRMED;
  const refusal = await refusePublicTexts(db, raterId, "ratings", { comment: input.comment }, ownHost);
  if (refusal) return refusal;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const rows = await ratingsOfDeal(db, deal.transaction_id);
    // A repeat of a call whose reply was lost finds its own row, by the id derived from its key.
    const repeated = rows.find((row) => row.id === id);
    if (repeated) return done(ownRating(deal, repeated));
    const theirs = rows.find((row) => row.rated_by_user_id === deal.other_id);
    const step = ratingStep({
      completed: deal.completed,
      hasRated: rows.some((row) => row.rated_by_user_id === raterId),
      otherIsVisible: theirs !== undefined && theirs.published_at !== null,
    });
    if (step !== "rate") return STEP_REFUSALS[step];
    const written = await writeRating(services, { id, raterId, deal, theirs, input, at: now() });
    if (!written) continue;
    notifySoon(services, [raterId, deal.other_id]);
    services.defer(examineRatings(services));
    const mine = (await ratingsOfDeal(db, deal.transaction_id)).find((row) => row.id === id);
    // The seller has undone the sale meanwhile (D36).
    return mine ? done(ownRating(deal, mine)) : STEP_REFUSALS.too_early;
  }
  return refuse("conflict", MESSAGES.ratingFailed);
}

interface WrittenRating {
  id: string;
  raterId: string;
  deal: RatedDeal;
  theirs: RatingRow | undefined;
  input: NewRatingValue;
  at: number;
}

/** @returns whether it was written: not if either party has rated since the ratings were read. */
async function writeRating({ db }: Services, rating: WrittenRating): Promise<boolean> {
  const { id, raterId, deal, theirs, input, at } = rating;
  const published = publishedAt(theirs !== undefined, deal.visible_from, at);
  const about = { transaction_id: deal.transaction_id, order_id: deal.order_id, item_title: deal.item_title };
  const [given, taken, hint] = await Promise.all([
    stableId("ntf", id),
    stableId("ntf", theirs?.id ?? "none"),
    stableId("ntf", id, "hidden"),
  ]);
  const mine = {
    ...about,
    id: given,
    rated_user_id: deal.other_id,
    rated_by_user_id: raterId,
    by: deal.viewer_name,
    rating: input.rating,
    comment: input.comment,
  };
  const wasWritten = ratingExists(id);
  const notices: Query[] =
    published === null
      ? [insertNotificationIf(wasWritten, hiddenRatingNotification(hint, deal, raterId, at))]
      : [insertNotificationIf(wasWritten, ratingNotification(mine, at))];
  const others: Query[] = theirs
    ? [
        publishRating(theirs.id, at, wasWritten),
        insertNotificationIf(
          wasWritten,
          ratingNotification({ ...about, ...theirs, id: taken, by: authorName(theirs) }, at),
        ),
      ]
    : [];
  const insert = insertRating({
    id,
    raterId,
    deal,
    rating: input.rating,
    comment: input.comment,
    publishedAt: published,
    known: theirs ? 1 : 0,
    now: at,
  });
  const [written] = await batch<[{ id: string }, ...object[]]>(db, [insert, ...others, ...notices]);
  return written.length > 0;
}

/** Says that there is a rating, and nothing of what is in it. */
function hiddenRatingNotification(id: string, deal: RatedDeal, raterId: string, at: number) {
  return {
    id,
    user_id: deal.other_id,
    kind: "rating" as const,
    dedupe_key: `rating-hidden:${deal.transaction_id}:${raterId}`,
    title: `${deal.viewer_name} rated you`,
    body: `For “${deal.item_title}”. Rate them too, and you'll both see your ratings straight away.`,
    link: `/MyOrders/${deal.order_id}`,
    at,
  };
}

function ownRating(deal: RatedDeal, row: RatingRow): OwnRating {
  return {
    id: row.id,
    transaction_id: deal.transaction_id,
    order_id: deal.order_id,
    rated_user_id: row.rated_user_id,
    rated_by_user_id: row.rated_by_user_id,
    role: row.role,
    rating: row.rating,
    comment: row.comment,
    visible: row.published_at !== null,
    visible_from: row.visible_from,
    created_at: row.created_at,
  };
}

/** Replies publicly to a visible rating, once, as the rated person. A hidden rating does not exist for them. */
export async function replyToRating(
  services: Services,
  viewerId: string,
  id: string,
  text: string,
  ownHost: string,
): Promise<Result<RatingView>> {
  const { db, now } = services;
  const row = await findRating(db, id);
  if (!row) return NOT_FOUND;
  if (row.published_at === null && row.rated_by_user_id !== viewerId) return NOT_FOUND;
  if (row.rated_user_id !== viewerId) return refuse("not_owner", MESSAGES.replyNotYours);
  if (row.replied_at !== null) {
    // A repeat of the same reply, whose answer was lost.
    return row.reply === text ? done(presentRating(row, viewerId)) : refuse("already_used", MESSAGES.alreadyReplied);
  }
  const refusal = await refusePublicTexts(db, viewerId, "ratings", { reply: text }, ownHost);
  if (refusal) return refusal;
  const at = now();
  const notification = insertNotificationIf(
    sql`EXISTS (SELECT 1 FROM ratings WHERE id = ${id} AND replied_at = ${at})`,
    {
      id: await stableId("ntf", id, "reply"),
      user_id: row.rated_by_user_id,
      kind: "rating",
      dedupe_key: `rating-reply:${id}`,
      title: `${displayName(row.rated_name) || "They"} replied to your rating`,
      body: `For “${row.item_title}”: “${text}”`,
      link: `/MyOrders/${row.order_id}`,
      at,
    },
  );
  const [written] = await batch<[{ id: string }, object]>(db, [insertReply(id, viewerId, text, at), notification]);
  if (written.length === 0) return refuse("already_used", MESSAGES.alreadyReplied);
  notifySoon(services, [row.rated_by_user_id]);
  return done(presentRating({ ...row, reply: text, replied_at: at }, viewerId));
}
