import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import {
  type DealRatings,
  FindDealRatings,
  ListRatings,
  NewRating,
  type OwnRating,
  type RatingsReply,
} from "#contract/orders/ratings";
import { refuse } from "#domain/result";
import type { AppContext } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { idempotent, requestKey } from "../../../http/idempotency.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import { stableId } from "../../../stable-id.ts";
import { presentPublicSeller } from "../../account/profiles/present.ts";
import { publicProfileRow } from "../../account/profiles/queries.ts";
import { rate } from "./commands.ts";
import { presentRating } from "./present.ts";
import { findDeal, listRatings, ratingsOfDeal } from "./queries.ts";

const TEN_MINUTES = 10 * 60_000;
const RATINGS_SHOWN = 10;
const NOT_FOUND = refuse("not_found", MESSAGES.notFound);

export const ratingRoutes = new Hono<AppContext>()
  /** List the ratings a user received, newest first, with average and count. Public. */
  .get("/", validate("query", ListRatings), async (c) => {
    const { db, now } = c.get("services");
    const { user, cursor, limit } = c.req.valid("query");
    const [profile, page] = await Promise.all([
      publicProfileRow(db, user),
      listRatings(db, user, cursor, limit ?? RATINGS_SHOWN),
    ]);
    if (!profile) return respondRefusal(c, NOT_FOUND);
    if (!page) return respondRefusal(c, WRONG_CURSOR);
    const { average_rating, rating_count } = presentPublicSeller(profile);
    return c.json<RatingsReply, 200>(
      {
        items: page.rows.map(presentRating),
        next_cursor: page.next_cursor,
        average_rating,
        rating_count,
        server_now: now(),
      },
      200,
    );
  })
  /** Get both ratings of a deal and whether the caller may still rate. For its two parties. */
  .get("/deal", requireActor, validate("query", FindDealRatings), async (c) => {
    const { db } = c.get("services");
    const { id: viewerId } = actorOf(c);
    const deal = await findDeal(db, viewerId, { transaction_id: null, order_id: c.req.valid("query").order_id });
    if (!deal) return respondRefusal(c, NOT_FOUND);
    const rows = await ratingsOfDeal(db, deal.transaction_id);
    const mine = rows.find((row) => row.rated_by_user_id === viewerId);
    const theirs = rows.find((row) => row.rated_by_user_id === deal.other_id);
    return c.json<DealRatings, 200>(
      {
        can_rate: deal.completed && mine === undefined,
        given: mine ? presentRating(mine) : null,
        received: theirs ? presentRating(theirs) : null,
      },
      200,
    );
  })
  /** Rate the other party of a completed deal, once. */
  .post(
    "/",
    requireTrader,
    throttle("ratings", 30, TEN_MINUTES, "account"),
    validate("json", NewRating),
    idempotent("ratings"),
    async (c) => {
      const services = c.get("services");
      const { id: raterId } = actorOf(c);
      const key = requestKey(c);
      const id = key === null ? services.newId("rat") : await stableId("rat", raterId, key);
      const done = await rate(services, raterId, id, c.req.valid("json"));
      if (!done.ok) return respondRefusal(c, done);
      return c.json<OwnRating, 201>(done.rating, 201);
    },
  );
