import { MESSAGES } from "#contract/copy";
import type { DealRatings, OwnRating, RatingView } from "#contract/orders/ratings";
import { displayName } from "#domain/account/display-name";
import { mayReply, ratingStep } from "#domain/orders/blind-ratings";
import type { NewNotification } from "../../../db/notifications.ts";
import type { RatedDeal, RatingRow } from "./queries.ts";

export function authorName(row: Pick<RatingRow, "author_name" | "role">): string {
  return (
    displayName(row.author_name) ||
    (row.role === "buyer_rating_seller" ? MESSAGES.anonymousBuyer : MESSAGES.anonymousSeller)
  );
}

/** @param viewerId null for a visitor. */
export function presentRating(row: RatingRow, viewerId: string | null): RatingView {
  return {
    id: row.id,
    rating: row.rating,
    comment: row.comment,
    role: row.role,
    traded: row.traded !== 0,
    by: authorName(row),
    // Staff have removed an empty reply.
    reply: row.reply ? { text: row.reply, at: row.replied_at ?? row.created_at } : null,
    can_reply: viewerId === row.rated_user_id && mayReply(row),
    created_at: row.created_at,
  };
}

/** Returns both ratings of a deal for one of its parties: its own always, the other's once it is visible. */
export function presentDealRatings(deal: RatedDeal, rows: readonly RatingRow[], viewerId: string): DealRatings {
  const mine = rows.find((row) => row.rated_by_user_id === viewerId);
  const theirs = rows.find((row) => row.rated_by_user_id === deal.other_id);
  const visible = theirs !== undefined && theirs.published_at !== null;
  const step = ratingStep({
    completed: deal.completed && !deal.unconfirmed,
    hasRated: mine !== undefined,
    otherIsVisible: visible,
  });
  return {
    can_rate: step === "rate",
    given: mine ? presentRating(mine, viewerId) : null,
    received: visible ? presentRating(theirs, viewerId) : null,
    received_hidden: theirs !== undefined && !visible,
    visible_from: rows.some((row) => row.published_at === null) ? deal.visible_from : null,
  };
}

/** A rating; its `id` is the notification's. */
type NotifiedRating = Omit<OwnRating, "role" | "visible" | "visible_from" | "created_at"> & {
  by: string;
  item_title: string;
};

/** Notification of a rating that has become visible, for the rated person. */
export function ratingNotification(rating: NotifiedRating, at: number): NewNotification {
  const stars = `${rating.rating} ${rating.rating === 1 ? "star" : "stars"}`;
  return {
    id: rating.id,
    user_id: rating.rated_user_id,
    kind: "rating",
    dedupe_key: `rating:${rating.transaction_id}:${rating.rated_by_user_id}`,
    title: `${rating.by} gave you ${stars}`,
    body: `For “${rating.item_title}”${rating.comment && `: “${rating.comment}”`}`,
    link: `/MyOrders/${rating.order_id}`,
    at,
  };
}
