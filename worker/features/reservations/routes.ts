import { Hono } from "hono";
import { refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
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
} from "#contract/reservations";
import { MINUTE_MS, VIEW_WINDOW_MS } from "#domain/deadlines";
import { ID_PATTERN } from "#domain/ids";
import { admitTrader } from "../../http/admission.ts";
import { clientNetwork } from "../../http/client-ip.ts";
import type { AppContext, Ctx } from "../../http/context.ts";
import { respondRefusal } from "../../http/errors.ts";
import { askRoom, settleRooms } from "../../http/item-room.ts";
import { actorOf, requireAccount, requireActor } from "../../http/session.ts";
import { addressLimit, countUse, throttle, throttleStrangers } from "../../http/throttle.ts";
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
/** A tab asks every ten seconds while its socket is down: an address may have a hundred of them. */
const PRESENCE_AN_ADDRESS = 600;
const SOCKETS_AN_ADDRESS = 120;
const presenceLimit = throttleStrangers("presence", PRESENCE_AN_ADDRESS, MINUTE_MS);
/** Strangers' views of one item from one address: a script is a new browser with every call (A99). */
const VIEWS_AN_ADDRESS = 30;

async function isCrowded(c: Ctx, itemId: string): Promise<boolean> {
  const { db, env, now } = c.get("services");
  const network = clientNetwork(c);
  if (network === null) return false;
  const limit = addressLimit(env, VIEWS_AN_ADDRESS);
  return (await countUse(db, `ip:${network}:view:${itemId}`, limit, VIEW_WINDOW_MS, now())) !== null;
}

/** The body is looked at before it is checked: a wrong one is refused after standing and limits, as everywhere. */
async function termsAhead(c: Ctx, now: number) {
  const body: unknown = await c.req.json().catch(() => null);
  const asked = ReserveItem.safeParse(body);
  return asked.success ? holdTermsQuery(actorOf(c).id, asked.data.item_id, now) : null;
}

/** Mounted at /api/rpc: the procedures about holds, views and presence. */
export const reservationProcedures = new Hono<AppContext>()
  /** Holds an item for the time set by staff (10 minutes by default), or repeats the caller's own hold unchanged. */
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
      const { hold } = reply;
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
  /** Whether somebody holds the item, and whether it is the caller; never who else. */
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
  /** Tidies lapsed holds. They block nobody in the meantime; cron and alarms do the same. */
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
  /** Counts the caller's view, once per half hour; answers the views so far. */
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
      const counts = !isBot(c) && (viewer.userId !== null || !(await isCrowded(c, item_id)));
      const count = counts ? ((await countView(env.DB, item_id, viewer, now())) ?? views) : views;
      return c.json<CountReply, 200>({ count }, 200);
    },
  )
  /** Presence by polling (every 10 s): refreshes the caller and answers how many are there. */
  .post("/upsert_active_viewer", presenceLimit, validate("json", ViewerArgument), async (c) => {
    const { item_id, session_id } = c.req.valid("json");
    if (!(await itemExists(c.get("services").db, item_id))) return respondRefusal(c, NOT_FOUND);
    const key = presenceKey(c, session_id);
    const bot = isBot(c);
    const count = await askRoom(c.env, item_id, (room) => (bot ? room.viewerCount(key) : room.touchViewer(key)));
    return c.json<CountReply, 200>({ count }, 200);
  })
  .post("/get_active_viewer_count", presenceLimit, validate("json", ViewerArgument), async (c) => {
    const { item_id, session_id } = c.req.valid("json");
    if (!(await itemExists(c.get("services").db, item_id))) return respondRefusal(c, NOT_FOUND);
    const count = await askRoom(c.env, item_id, (room) => room.viewerCount(presenceKey(c, session_id)));
    return c.json<CountReply, 200>({ count }, 200);
  })
  .post("/get_active_negotiations_count", presenceLimit, validate("json", ItemArgument), async (c) => {
    const { item_id } = c.req.valid("json");
    if (!(await itemExists(c.get("services").db, item_id))) return respondRefusal(c, NOT_FOUND);
    const count = await askRoom(c.env, item_id, (room) => room.negotiationCount());
    return c.json<CountReply, 200>({ count }, 200);
  });

/** Mounted at /api/items: the release of a hold and the live channel. */
export const reservationRoutes = new Hono<AppContext>()
  /** Gives the caller's hold back. Standing does not matter: letting go is always allowed. */
  .delete("/:id/reservation", requireAccount, throttle("release", 120, MINUTE_MS, "account"), async (c) => {
    const itemId = c.req.param("id");
    if (!(await itemExists(c.get("services").db, itemId))) return respondRefusal(c, NOT_FOUND);
    // What lies in the cart stays held until it is taken out of it or its time is up: the dialog that closes did not
    // make that hold.
    if (await isInCart(c.get("services").db, actorOf(c).id, itemId)) {
      return c.json<ReleaseReply, 200>({ released: false }, 200);
    }
    const reply = await askRoom(c.env, itemId, (room) => room.release({ userId: actorOf(c).id }));
    if (!reply.ok) return respondRefusal(c, reply);
    return c.json<ReleaseReply, 200>({ released: reply.released }, 200);
  })
  /** WebSocket of contract/live.ts. */
  .get("/:id/live", throttleStrangers("live", SOCKETS_AN_ADDRESS, MINUTE_MS), async (c) => {
    const itemId = c.req.param("id");
    if (!ID_PATTERN.test(itemId)) return respondRefusal(c, NOT_FOUND);
    const opened = await openLive(c, itemId);
    return opened instanceof Response ? opened : respondRefusal(c, opened);
  });
