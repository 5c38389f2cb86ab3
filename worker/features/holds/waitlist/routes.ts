import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import type { WaitlistReply } from "#contract/holds/waitlist";
import { HOUR_MS } from "#domain/deadlines";
import { refuse } from "#domain/result";
import { joinWaitlist, leaveWaitlist } from "../../../../durable/item-room/commands/waitlist.ts";
import type { AppContext } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { execute } from "../../../http/item-room.ts";
import { actorOf, requireAccount, requireGoodStatus } from "../../../http/session.ts";
import { throttle } from "../../../http/throttle.ts";
import { itemExists } from "../../items/queries.ts";
import { unconfirmedEmailRefusal } from "../commands.ts";

const NOT_FOUND = refuse("not_found", MESSAGES.notFound);

/** Waitlist of a held item, mounted at /api/items. */
export const waitlistRoutes = new Hono<AppContext>()
  /**
   * Join the waitlist of an item that another buyer holds. Repeating the call returns the caller's current position.
   */
  .post(
    "/:id/line",
    requireGoodStatus,
    throttle("line", 30, HOUR_MS, "account"),
    throttle("line", 120, HOUR_MS, "ip"),
    async (c) => {
      const { newId, now } = c.get("services");
      const itemId = c.req.param("id");
      if (!(await itemExists(c.get("services").db, itemId))) return respondRefusal(c, NOT_FOUND);
      const unconfirmed = await unconfirmedEmailRefusal(c.get("services"), actorOf(c).id);
      if (unconfirmed) return respondRefusal(c, unconfirmed);
      const place = { userId: actorOf(c).id, entryId: newId("lin") };
      const reply = await execute(c.env, itemId, joinWaitlist(place));
      if (!reply.ok) return respondRefusal(c, reply);
      return c.json<WaitlistReply, 200>({ ...reply.value, server_now: now() }, 200);
    },
  )
  /** Leave the waitlist, or decline the offered hold. Suspended accounts may do this too. */
  .delete("/:id/line", requireAccount, throttle("line-leave", 120, HOUR_MS, "account"), async (c) => {
    const { db, now } = c.get("services");
    const itemId = c.req.param("id");
    if (!(await itemExists(db, itemId))) return respondRefusal(c, NOT_FOUND);
    const reply = await execute(c.env, itemId, leaveWaitlist({ userId: actorOf(c).id }));
    if (!reply.ok) return respondRefusal(c, reply);
    return c.json<WaitlistReply, 200>({ ...reply.value, server_now: now() }, 200);
  });
