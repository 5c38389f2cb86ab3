import { Hono } from "hono";
import {
  type CleanupReply,
  ItemArgument,
  type ItemReservationReply,
  NoArguments,
  type ReleaseReply,
} from "#contract/holds";
import { release } from "../../../durable/item-room/commands/holds.ts";
import type { AppContext } from "../../http/context.ts";
import { found, unwrap } from "../../http/errors.ts";
import { execute, settleRooms } from "../../http/item-room.ts";
import { actorOf, requireAccount, requireActor } from "../../http/session.ts";
import { throttle } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { findHold, findItemId, findLapsedHolds, isInCart } from "./queries.ts";

const CLEANED_AT_ONCE = 50;

/** Procedures about holds, mounted at /api/rpc. */
export const reservationProcedures = new Hono<AppContext>()
  /** Get whether an item is held, and whether by the caller. Never reveals another holder. */
  .post("/get_item_reservation", validate("json", ItemArgument), async (c) => {
    const { db, now } = c.get("services");
    const { holder_id, hold_until } = found(await findHold(db, c.req.valid("json").item_id));
    const held = holder_id !== null && hold_until !== null && hold_until > now();
    return c.json<ItemReservationReply, 200>(
      {
        is_reserved: held,
        reserved_by_current_user: held && holder_id === c.get("actor")?.id,
        reserved_until: held ? hold_until : null,
        server_now: now(),
      },
      200,
    );
  })
  /** Clear lapsed holds. Optional: a lapsed hold does not block other buyers, and cron clears it too. */
  .post(
    "/cleanup_expired_reservations",
    requireActor,
    throttle("cleanup"),
    validate("json", NoArguments),
    async (c) => {
      const { env, db, now } = c.get("services");
      const cleaned = await settleRooms(env, await findLapsedHolds(db, now(), CLEANED_AT_ONCE));
      return c.json<CleanupReply, 200>({ cleaned }, 200);
    },
  );

/** Release of a hold, mounted at /api/items. */
export const reservationRoutes = new Hono<AppContext>()
  /** Release the caller's hold on an item. Suspended accounts may do this too. */
  .delete("/:id/reservation", requireAccount, throttle("release"), async (c) => {
    const { db } = c.get("services");
    const itemId = found(await findItemId(db, c.req.param("id")));
    // Items in the cart stay held until they are removed or the hold lapses, because closing the item's dialog did not
    // make that hold.
    if (await isInCart(db, actorOf(c).id, itemId)) return c.json<ReleaseReply, 200>({ released: false }, 200);
    return c.json<ReleaseReply, 200>(unwrap(await execute(c.env, itemId, release({ userId: actorOf(c).id }))), 200);
  });
