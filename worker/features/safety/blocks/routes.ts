import { Hono } from "hono";
import type { Page } from "#contract/page";
import { type BlockState, type BlockView, ListBlocks, NewBlock } from "#contract/safety";
import { displayName } from "#domain/account/display-name";
import { hasBlocked } from "../../../db/blocks.ts";
import type { AppContext } from "../../../http/context.ts";
import { unwrap } from "../../../http/errors.ts";
import { actorOf, requireAccount, requireActor } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { endOffersBetween } from "../../offers/commands.ts";
import { blockUser, unblockUser } from "./blocks.ts";
import { listBlocks } from "./queries.ts";

/**
 * Blocks between users, mounted at /api/blocks. A block stops messages, trade offers and price offers in both directions; existing
 * orders continue. Suspended accounts may block too. Repeats are harmless because of the table's key.
 */
export const blockRoutes = new Hono<AppContext>()
  /** List the users whom the signed-in user has blocked, latest first. */
  .get("/", requireActor, validate("query", ListBlocks), async (c) => {
    const { db, now } = c.get("services");
    const page = unwrap(await listBlocks(db, actorOf(c).id, c.req.valid("query").cursor));
    const items = page.rows.map((row) => ({
      user_id: row.blocked_id,
      display_name: displayName(row.full_name),
      at: row.at,
    }));
    return c.json<Page<BlockView>, 200>({ items, next_cursor: page.next_cursor, server_now: now() }, 200);
  })
  /** Get whether the signed-in user has blocked this user. Never reveals the opposite direction. */
  .get("/:user_id", requireActor, idParam("user_id"), async (c) => {
    const { user_id } = c.req.valid("param");
    const blocked_by_you = await hasBlocked(c.get("services").db, actorOf(c).id, user_id);
    return c.json<BlockState, 200>({ user_id, blocked_by_you }, 200);
  })
  .post("/", requireAccount, throttle("blocks"), validate("json", NewBlock), async (c) => {
    const { user_id } = c.req.valid("json");
    const services = c.get("services");
    unwrap(await blockUser(services, actorOf(c).id, user_id));
    services.defer(endOffersBetween(services, actorOf(c).id, user_id));
    return c.json<BlockState, 201>({ user_id, blocked_by_you: true }, 201);
  })
  .delete("/:user_id", requireAccount, throttle("blocks"), idParam("user_id"), async (c) => {
    const { user_id } = c.req.valid("param");
    await unblockUser(c.get("services").db, actorOf(c).id, user_id);
    return c.json<BlockState, 200>({ user_id, blocked_by_you: false }, 200);
  });
