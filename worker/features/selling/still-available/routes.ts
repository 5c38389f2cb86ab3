import { Hono } from "hono";
import {
  AboutListing,
  AnswerStillAvailable,
  type RelistReply,
  type StillAvailableView,
} from "#contract/selling/still-available";
import type { AppContext } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { actorOf, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { answerStillAvailable, relist, stillAvailable } from "./commands.ts";

const limit = throttle("still-available");

/** Mounted at /api/still-available. */
export const stillAvailableRoutes = new Hono<AppContext>()
  /** Get the listing a link is for. Changes nothing, because mail clients follow links by themselves. */
  .get("/", limit, validate("query", AboutListing), async (c) => {
    const { token } = c.req.valid("query");
    return c.json<StillAvailableView, 200>(unwrap(await stillAvailable(c.get("services"), token)), 200);
  })
  /** Answer whether the listing is still for sale, without a session. */
  .post("/", limit, validate("query", AboutListing), validate("json", AnswerStillAvailable), async (c) => {
    const answered = await answerStillAvailable(
      c.get("services"),
      c.req.valid("query").token,
      c.req.valid("json").answer,
    );
    return c.json<StillAvailableView, 200>(unwrap(answered), 200);
  });

/** Mounted at /api/items. */
export const relistRoutes = new Hono<AppContext>()
  /** Put the signed-in seller's own listing back on sale, and once a week back to the top of the newest. */
  .post("/:id/relist", requireTrader, throttle("items:relist"), idParam(), async (c) => {
    const listed = await relist(c.get("services"), actorOf(c).id, c.req.valid("param").id);
    return c.json<RelistReply, 200>(unwrap(listed), 200);
  });
