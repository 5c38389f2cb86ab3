import { Hono } from "hono";
import { type QuickRepliesReply, SaveQuickReplies, type ThreadQuickReplies } from "#contract/messages";
import { suggestedReplies } from "#domain/messages/quick-replies";
import { quickReplies } from "../../../db/schema/messages.ts";
import type { AppContext } from "../../../http/context.ts";
import { found } from "../../../http/errors.ts";
import { actorOf, requireActor, requireTrader } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { factsFor } from "./present.ts";
import { readAnswers, savedReplies } from "./queries.ts";

/** A seller's saved replies, mounted at /api/quick-replies. They are screened when sent, like every message. */
export const quickReplyRoutes = new Hono<AppContext>()
  /** List the signed-in user's saved replies. */
  .get("/", requireActor, async (c) => {
    const replies = await savedReplies(c.get("services").db, actorOf(c).id);
    return c.json<QuickRepliesReply, 200>({ replies }, 200);
  })
  /** Replace the signed-in user's saved replies. */
  .put("/", requireTrader, throttle("quick-replies"), validate("json", SaveQuickReplies), async (c) => {
    const { db, now } = c.get("services");
    const { replies } = c.req.valid("json");
    const row = { texts: [...new Set(replies)], updated_at: now() };
    await db
      .insert(quickReplies)
      .values({ owner_id: actorOf(c).id, ...row })
      .onConflictDoUpdate({ target: quickReplies.owner_id, set: row });
    return c.json<QuickRepliesReply, 200>({ replies: row.texts }, 200);
  });

/** Mounted at /api/conversations. */
export const threadReplyRoutes = new Hono<AppContext>()
  /** Suggest replies to the seller of the thread's item, with their saved ones. */
  .get("/:id/quick-replies", requireActor, idParam(), async (c) => {
    const { db, now } = c.get("services");
    const { item, own } = await readAnswers(db, actorOf(c).id, c.req.valid("param").id);
    const suggested = suggestedReplies(factsFor(found(item), now()), now()).filter((text) => !own.includes(text));
    return c.json<ThreadQuickReplies, 200>({ suggested, own }, 200);
  });
