import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import {
  type CleanupReply,
  type CountReply,
  ItemArgument,
  type ItemReservationReply,
  NoArguments,
  type ReleaseReply,
  ReserveItem,
  type ReserveItemReply,
  ViewerArgument,
} from "#contract/holds";
import { MINUTE_MS, VIEW_WINDOW_MS } from "#domain/deadlines";
import { ID_PATTERN } from "#domain/ids";
import { refuse } from "#domain/result";
import { release } from "../../../durable/item-room/commands/holds.ts";
import { admitTrader } from "../../http/admission.ts";
import { clientNetwork } from "../../http/client-ip.ts";
import type { AppContext, Ctx } from "../../http/context.ts";
import { respondRefusal } from "../../http/errors.ts";
import { askRoom, execute, settleRooms } from "../../http/item-room.ts";
import { actorOf, requireAccount, requireActor } from "../../http/session.ts";
import { addressLimit, countUse, throttle, throttleAnonymous } from "../../http/throttle.ts";
import { validate } from "../../http/validate.ts";
import { itemExists } from "../items/queries.ts";
import { holdItem } from "./commands.ts";
import { HOLD_LIMITS } from "./limits.ts";
import { openLive } from "./live.ts";
import {
  countView,
  findHold,
  findLapsedHolds,
  type HoldTermsRow,
  holdTermsOf,
  holdTermsQuery,
  isInCart,
  viewsOf,
} from "./queries.ts";
import { isBot, presenceKey, viewKey } from "./viewer.ts";

const NOT_FOUND = refuse("not_found", MESSAGES.notFound);
const CLEANED_AT_ONCE = 50;
/** A tab polls every ten seconds while its socket is down, so this allows about a hundred tabs per address. */
const PRESENCE_PER_ADDRESS = 600;
const SOCKETS_PER_ADDRESS = 120;
const presenceLimit = throttleAnonymous("presence", PRESENCE_PER_ADDRESS, MINUTE_MS);
/**
 * Counted views of one item per address without a session, because a script can look like a new browser with every call
 * (A99).
 */
const VIEWS_PER_ADDRESS = 30;

async function reachedViewLimit(c: Ctx, itemId: string): Promise<boolean> {
  const { db, env, now } = c.get("services");
  const network = clientNetwork(c);
  if (network === null) return false;
  const limit = addressLimit(env, VIEWS_PER_ADDRESS);
  return (await countUse(db, `ip:${network}:view:${itemId}`, limit, VIEW_WINDOW_MS, now())) !== null;
}

/**
 * Reads the body before validation, so that the terms can be queried together with the session. An invalid body is
 * still refused after account status and limits.
 */
async function termsAhead(c: Ctx, now: number) {
  const body: unknown = await c.req.json().catch(() => null);
  const asked = ReserveItem.safeParse(body);
  return asked.success ? holdTermsQuery(actorOf(c).id, asked.data.item_id, now) : null;
}

/** Procedures about holds, views and presence, mounted at /api/rpc. */
export const reservationProcedures = new Hono<AppContext>()
  /**
   * Hold an item for the time set by staff (10 minutes by default). Repeating the call returns the caller's own hold
   * unchanged.
   */
  .post(
    "/reserve_item",
    admitTrader({ limits: HOLD_LIMITS, ahead: termsAhead }),
    validate("json", ReserveItem),
    async (c) => {
      const { now } = c.get("services");
      const actor = actorOf(c);
      const { item_id, user_id, reservation_type } = c.req.valid("json");
      if (user_id !== undefined && user_id !== actor.id) {
        return respondRefusal(c, refuse("forbidden", "You can only hold items for yourself."));
      }
      const [row] = (c.get("ahead") ?? []) as HoldTermsRow[];
      const terms = row && holdTermsOf(row, now());
      const reply = await holdItem(c.get("services"), actor.id, item_id, reservation_type, terms);
      if (!reply.ok) return respondRefusal(c, reply);
      const hold = reply.value;
      return c.json<ReserveItemReply, 200>(
        {
          reserved: true,
          item_id,
          hold_id: hold.hold_id,
          reservation_type: hold.kind,
          reserved_until: hold.until,
          server_now: now(),
        },
        200,
      );
    },
  )
  /** Get whether an item is held, and whether by the caller. Never reveals another holder. */
  .post("/get_item_reservation", validate("json", ItemArgument), async (c) => {
    const { db, now } = c.get("services");
    const row = await findHold(db, c.req.valid("json").item_id);
    if (!row) return respondRefusal(c, NOT_FOUND);
    const held = row.holder_id !== null && row.hold_until !== null && row.hold_until > now();
    return c.json<ItemReservationReply, 200>(
      {
        is_reserved: held,
        reserved_by_current_user: held && row.holder_id === c.get("actor")?.id,
        reserved_until: held ? row.hold_until : null,
        server_now: now(),
      },
      200,
    );
  })
  /** Clear lapsed holds. Optional: a lapsed hold does not block other buyers, and cron clears it too. */
  .post(
    "/cleanup_expired_reservations",
    requireActor,
    throttle("cleanup", 12, MINUTE_MS, "account"),
    validate("json", NoArguments),
    async (c) => {
      const { env, db, now } = c.get("services");
      const cleaned = await settleRooms(env, await findLapsedHolds(db, now(), CLEANED_AT_ONCE));
      return c.json<CleanupReply, 200>({ cleaned }, 200);
    },
  )
  /** Count the caller's view of an item, once per half hour, and return the number of views. */
  .post(
    "/increment_item_view_count",
    throttle("views", 120, MINUTE_MS, "both"),
    validate("json", ItemArgument),
    async (c) => {
      const { env, db, now } = c.get("services");
      const { item_id } = c.req.valid("json");
      const viewer = { key: await viewKey(c), userId: c.get("actor")?.id ?? null };
      const views = await viewsOf(db, item_id);
      if (views === null) return respondRefusal(c, NOT_FOUND);
      const counts = !isBot(c) && (viewer.userId !== null || !(await reachedViewLimit(c, item_id)));
      const count = counts ? ((await countView(env.DB, item_id, viewer, now())) ?? views) : views;
      return c.json<CountReply, 200>({ count }, 200);
    },
  )
  /** Report presence on an item page by polling (every 10 seconds) and return the number of viewers. */
  .post("/upsert_active_viewer", presenceLimit, validate("json", ViewerArgument), async (c) => {
    const { item_id, session_id } = c.req.valid("json");
    if (!(await itemExists(c.get("services").db, item_id))) return respondRefusal(c, NOT_FOUND);
    const key = presenceKey(c, session_id);
    const bot = isBot(c);
    const count = await askRoom(c.env, item_id, (room) => room.countViewers(bot ? undefined : key));
    return c.json<CountReply, 200>({ count }, 200);
  })
  .post("/get_active_viewer_count", presenceLimit, validate("json", ViewerArgument), async (c) => {
    const { item_id } = c.req.valid("json");
    if (!(await itemExists(c.get("services").db, item_id))) return respondRefusal(c, NOT_FOUND);
    const count = await askRoom(c.env, item_id, (room) => room.countViewers());
    return c.json<CountReply, 200>({ count }, 200);
  })
  .post("/get_active_negotiations_count", presenceLimit, validate("json", ItemArgument), async (c) => {
    const { item_id } = c.req.valid("json");
    if (!(await itemExists(c.get("services").db, item_id))) return respondRefusal(c, NOT_FOUND);
    const count = await askRoom(c.env, item_id, (room) => room.countNegotiations());
    return c.json<CountReply, 200>({ count }, 200);
  });

/** Release of a hold, and live channel, mounted at /api/items. */
export const reservationRoutes = new Hono<AppContext>()
  /** Release the caller's hold on an item. Suspended accounts may do this too. */
  .delete("/:id/reservation", requireAccount, throttle("release", 120, MINUTE_MS, "account"), async (c) => {
    const itemId = c.req.param("id");
    if (!(await itemExists(c.get("services").db, itemId))) return respondRefusal(c, NOT_FOUND);
    // Items in the cart stay held until they are removed or the hold lapses, because closing the item's dialog did not
    // make that hold.
    if (await isInCart(c.get("services").db, actorOf(c).id, itemId)) {
      return c.json<ReleaseReply, 200>({ released: false }, 200);
    }
    const reply = await execute(c.env, itemId, release({ userId: actorOf(c).id }));
    if (!reply.ok) return respondRefusal(c, reply);
    return c.json<ReleaseReply, 200>({ released: reply.value.released }, 200);
  })
  /** Open the WebSocket with the item's availability, waitlist and number of viewers (contract/holds/live.ts). */
  .get("/:id/live", throttleAnonymous("live", SOCKETS_PER_ADDRESS, MINUTE_MS), async (c) => {
    const itemId = c.req.param("id");
    if (!ID_PATTERN.test(itemId)) return respondRefusal(c, NOT_FOUND);
    const opened = await openLive(c, itemId);
    return opened instanceof Response ? opened : respondRefusal(c, opened);
  });
