import { Hono } from "hono";
import type * as z from "zod/mini";
import {
  AboutListing,
  AnswerStillAvailable,
  type RelistReply,
  type StillAvailableView,
} from "#contract/selling/still-available";
import { chainAuditLogAfterResponse } from "../../../http/chain-audit-log.ts";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { actorOf, requireAccount, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { type Asked, answerStillAvailable, relist, stillAvailable } from "./still-available.ts";

const limit = throttle("still-available");

/** Returns what a call is about. Without a link, the caller has to be the signed-in seller. */
async function askedIn(c: Ctx, { token, item }: z.output<typeof AboutListing>): Promise<Asked> {
  if (token !== undefined) return { token };
  await requireAccount(c, async () => undefined);
  return { item: item ?? "", sellerId: actorOf(c).id };
}

/** Mounted at /api/still-available. */
export const stillAvailableRoutes = new Hono<AppContext>()
  /**
   * Get the listing that a link is for, or one of the signed-in seller. Changes nothing, because mail clients follow
   * links by themselves.
   */
  .get("/", limit, validate("query", AboutListing), async (c) => {
    const asked = await askedIn(c, c.req.valid("query"));
    return c.json<StillAvailableView, 200>(unwrap(await stillAvailable(c.get("services"), asked)), 200);
  })
  /** Answer whether the listing is still for sale: with the token of a link, without a session, or as its seller. */
  .post(
    "/",
    limit,
    chainAuditLogAfterResponse,
    validate("query", AboutListing),
    validate("json", AnswerStillAvailable),
    async (c) => {
      const asked = await askedIn(c, c.req.valid("query"));
      const answered = await answerStillAvailable(c.get("services"), asked, c.req.valid("json").answer);
      return c.json<StillAvailableView, 200>(unwrap(answered), 200);
    },
  );

/** Mounted at /api/items. */
export const relistRoutes = new Hono<AppContext>()
  /** Put the signed-in seller's own listing back on sale, and once a week back to the top of the newest. */
  .post("/:id/relist", requireTrader, throttle("items:relist"), idParam(), async (c) => {
    const listed = await relist(c.get("services"), actorOf(c).id, c.req.valid("param").id);
    return c.json<RelistReply, 200>(unwrap(listed), 200);
  });
