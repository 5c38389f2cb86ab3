import { Hono } from "hono";
import type { WaitlistReply } from "#contract/holds/waitlist";
import { joinWaitlist, leaveWaitlist } from "../../../durable/item-room/commands/waitlist.ts";
import type { AppContext } from "../../http/context.ts";
import { found, unwrap } from "../../http/errors.ts";
import { execute } from "../../http/item-room.ts";
import { actorOf, requireAccount, requireGoodStatus } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { requireConfirmedEmail } from "./commands.ts";
import { findItemId } from "./queries.ts";

/** Waitlist of a held item, mounted at /api/items. */
export const waitlistRoutes = new Hono<AppContext>()
  /**
   * Join the waitlist of an item that another buyer holds. Repeating the call returns the caller's current position.
   */
  .post("/:id/line", requireGoodStatus, throttle("line"), async (c) => {
    const { db, newId, now } = c.get("services");
    const itemId = found(await findItemId(db, c.req.param("id")));
    unwrap(await requireConfirmedEmail(c.get("services"), actorOf(c).id));
    const place = { userId: actorOf(c).id, entryId: newId("lin") };
    const line = unwrap(await execute(c.env, itemId, joinWaitlist(place)));
    return c.json<WaitlistReply, 200>({ ...line, server_now: now() }, 200);
  })
  /** Leave the waitlist, or decline the offered hold. Suspended accounts may do this too. */
  .delete("/:id/line", requireAccount, throttle("line-leave"), async (c) => {
    const { db, now } = c.get("services");
    const itemId = found(await findItemId(db, c.req.param("id")));
    const line = unwrap(await execute(c.env, itemId, leaveWaitlist({ userId: actorOf(c).id })));
    return c.json<WaitlistReply, 200>({ ...line, server_now: now() }, 200);
  });
