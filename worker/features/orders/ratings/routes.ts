import { Hono } from "hono";
import {
  type DealRatings,
  FindDealRatings,
  ListRatings,
  NewRating,
  NewRatingReply,
  type OwnRating,
  type RatingsReply,
  type RatingView,
} from "#contract/orders/ratings";
import type { AppContext } from "../../../http/context.ts";
import { found, unwrap } from "../../../http/errors.ts";
import { idempotent, newIdFor } from "../../../http/idempotency.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { presentPublicSeller } from "../../account/profiles/present.ts";
import { publicProfileRow } from "../../account/profiles/queries.ts";
import { presentDealRatings, presentRating } from "./present.ts";
import { findDeal, listRatings, ratingsOfDeal } from "./queries.ts";
import { rate, replyToRating } from "./ratings.ts";

const RATINGS_SHOWN = 10;

export const ratingRoutes = new Hono<AppContext>()
  /** List the ratings a user received, newest first, with average and count. Public. */
  .get("/", validate("query", ListRatings), async (c) => {
    const { db, now } = c.get("services");
    const { user, cursor, limit } = c.req.valid("query");
    const viewerId = c.get("actor")?.id ?? null;
    const [profile, listed] = await Promise.all([
      publicProfileRow(db, user),
      listRatings(db, user, cursor, limit ?? RATINGS_SHOWN),
    ]);
    const { average_rating, rating_count } = presentPublicSeller(found(profile));
    const page = unwrap(listed);
    return c.json<RatingsReply, 200>(
      {
        items: page.rows.map((row) => presentRating(row, viewerId)),
        next_cursor: page.next_cursor,
        average_rating,
        rating_count,
        server_now: now(),
      },
      200,
    );
  })
  /**
   * Get the ratings of a deal and whether the caller may still rate. For its two parties. The other party's rating is
   * left out until it is visible.
   */
  .get("/deal", requireActor, validate("query", FindDealRatings), async (c) => {
    const { db } = c.get("services");
    const { id: viewerId } = actorOf(c);
    const asked = { transaction_id: null, order_id: c.req.valid("query").order_id };
    const deal = found(await findDeal(db, viewerId, asked));
    const rows = await ratingsOfDeal(db, deal.transaction_id);
    return c.json<DealRatings, 200>(presentDealRatings(deal, rows, viewerId), 200);
  })
  /** Rate the other party of a completed deal, once. */
  .post("/", requireTrader, throttle("ratings"), validate("json", NewRating), idempotent("ratings"), async (c) => {
    const id = await newIdFor(c, "rat");
    const rating = unwrap(
      await rate(c.get("services"), actorOf(c).id, id, c.req.valid("json"), new URL(c.req.url).host),
    );
    return c.json<OwnRating, 201>(rating, 201);
  })
  /** Reply publicly to a rating the caller received, once. */
  .post(
    "/:id/reply",
    requireTrader,
    throttle("rating-replies"),
    idParam(),
    validate("json", NewRatingReply),
    async (c) => {
      const { id } = c.req.valid("param");
      const ownHost = new URL(c.req.url).host;
      const rating = unwrap(
        await replyToRating(c.get("services"), actorOf(c).id, id, c.req.valid("json").text, ownHost),
      );
      return c.json<RatingView, 200>(rating, 200);
    },
  );
