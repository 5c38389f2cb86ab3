import { and, eq } from "drizzle-orm";
import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import type { Page } from "#contract/page";
import { type BlockState, type BlockView, ListBlocks, NewBlock } from "#contract/safety";
import { displayName } from "#domain/account/display-name";
import { ID_PATTERN } from "#domain/ids";
import { refuse } from "#domain/result";
import { violatedConstraint } from "../../../db/constraints.ts";
import { blocks } from "../../../db/schema/safety.ts";
import type { AppContext } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { actorOf, requireAccount, requireActor } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { validate } from "../../../http/validate.ts";
import { WRONG_CURSOR } from "../../../http/wrong-cursor.ts";
import { hasBlocked, listBlocks } from "./queries.ts";

const HOUR = 60 * 60_000;
const NOT_FOUND = refuse("not_found", MESSAGES.notFound);

/**
 * Blocks between users, mounted at /api/blocks. A block stops messages and trade offers in both directions; existing
 * orders continue. Suspended accounts may block too. Repeats are harmless because of the table's key.
 */
export const blockRoutes = new Hono<AppContext>()
  /** List the users whom the signed-in user has blocked, latest first. */
  .get("/", requireActor, validate("query", ListBlocks), async (c) => {
    const { db, now } = c.get("services");
    const page = await listBlocks(db, actorOf(c).id, c.req.valid("query").cursor);
    if (!page) return respondRefusal(c, WRONG_CURSOR);
    const items = page.rows.map((row) => ({
      user_id: row.blocked_id,
      display_name: displayName(row.full_name),
      at: row.at,
    }));
    return c.json<Page<BlockView>, 200>({ items, next_cursor: page.next_cursor, server_now: now() }, 200);
  })
  /** Get whether the signed-in user has blocked this user. Never reveals the opposite direction. */
  .get("/:user_id", requireActor, async (c) => {
    const userId = c.req.param("user_id");
    if (!ID_PATTERN.test(userId)) return respondRefusal(c, NOT_FOUND);
    const blocked_by_you = await hasBlocked(c.get("services").db, actorOf(c).id, userId);
    return c.json<BlockState, 200>({ user_id: userId, blocked_by_you }, 200);
  })
  .post("/", requireAccount, throttle("blocks", 60, HOUR, "account"), validate("json", NewBlock), async (c) => {
    const { db, now } = c.get("services");
    const { user_id } = c.req.valid("json");
    const { id: blockerId } = actorOf(c);
    if (user_id === blockerId) {
      return respondRefusal(
        c,
        refuse("invalid", MESSAGES.blockSelf, { fields: [{ field: "user_id", message: MESSAGES.blockSelf }] }),
      );
    }
    try {
      await db.insert(blocks).values({ blocker_id: blockerId, blocked_id: user_id, at: now() }).onConflictDoNothing();
    } catch (error) {
      // No such user.
      if (violatedConstraint(error) === "FOREIGN KEY") return respondRefusal(c, NOT_FOUND);
      throw error;
    }
    return c.json<BlockState, 201>({ user_id, blocked_by_you: true }, 201);
  })
  .delete("/:user_id", requireAccount, throttle("blocks", 60, HOUR, "account"), async (c) => {
    const userId = c.req.param("user_id");
    if (!ID_PATTERN.test(userId)) return respondRefusal(c, NOT_FOUND);
    await c
      .get("services")
      .db.delete(blocks)
      .where(and(eq(blocks.blocker_id, actorOf(c).id), eq(blocks.blocked_id, userId)));
    return c.json<BlockState, 200>({ user_id: userId, blocked_by_you: false }, 200);
  });
