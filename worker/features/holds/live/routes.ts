/** Live state: the WebSockets of users and items, and what is counted about visitors of an item page. */

import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import { type CountReply, ItemArgument, ViewerArgument } from "#contract/holds";
import { ROOM_HEADERS } from "../../../../durable/item-room/rpc.ts";
import { CHANNEL_HEADERS } from "../../../../durable/user-channel/rpc.ts";
import { clientNetwork } from "../../../http/client-ip.ts";
import type { AppContext, Ctx } from "../../../http/context.ts";
import { found, RefusalError, unwrap } from "../../../http/errors.ts";
import { askRoom, roomOf } from "../../../http/item-room.ts";
import { LIVE_UNAVAILABLE, upgradeProblem } from "../../../http/live-upgrade.ts";
import { near } from "../../../http/location.ts";
import { actorOf, requireAccount } from "../../../http/session.ts";
import { countUse, throttle, throttleAnonymous } from "../../../http/throttle.ts";
import { idParam, validate } from "../../../http/validate.ts";
import { isBot, presenceKey, viewKey } from "../../../http/viewer.ts";
import { errorText, log } from "../../../log.ts";
import { findItemId } from "../queries.ts";
import { viewsOf } from "./queries.ts";
import { countView } from "./views.ts";

const SESSION_ID = /^[A-Za-z0-9-]{8,64}$/;
const presenceLimit = throttleAnonymous("presence");

async function reachedViewLimit(c: Ctx, itemId: string): Promise<boolean> {
  return (await countUse(c.get("services"), "view", { ip: clientNetwork(c) }, itemId)) !== null;
}

/** The signed-in user's own events, mounted at /api/live. */
export const liveRoutes = new Hono<AppContext>()
  /**
   * Open the WebSocket for the signed-in user's own events (contract/account/user-live.ts). The session is checked against the
   * database, because a socket outlives an access token.
   */
  .get("/", requireAccount, async (c) => {
    const problem = upgradeProblem(c);
    if (problem) return unwrap<never>(problem);
    const { id, session_id } = actorOf(c);
    try {
      const headers = new Headers({ Upgrade: "websocket", [CHANNEL_HEADERS.session]: session_id });
      const reply = await c.env.USER_CHANNEL.getByName(id, near(c.env)).fetch("https://channel/live", { headers });
      if (reply.webSocket) return new Response(null, { status: 101, webSocket: reply.webSocket });
    } catch (error) {
      // The browser falls back to polling and reconnects; nothing was changed.
      log("error", { problem: "live", channel: id, error: errorText(error) });
    }
    return unwrap<never>(LIVE_UNAVAILABLE);
  });

/** Live channel of an item, mounted at /api/items. */
export const itemLiveRoutes = new Hono<AppContext>()
  /** Open the WebSocket with the item's availability, waitlist and number of viewers (contract/holds/live.ts). */
  .get("/:id/live", throttleAnonymous("live"), idParam(), async (c) => {
    const problem = upgradeProblem(c);
    if (problem) return unwrap<never>(problem);
    const itemId = found(await findItemId(c.get("services").db, c.req.valid("param").id));
    const sent = c.req.query("session_id");
    const sessionId = sent !== undefined && SESSION_ID.test(sent) ? sent : crypto.randomUUID();
    const actor = c.get("actor");
    // The room receives only headers set here, nothing of the request.
    const headers = new Headers({ Upgrade: "websocket", [ROOM_HEADERS.viewer]: presenceKey(c, sessionId) });
    if (actor) headers.set(ROOM_HEADERS.user, actor.id);
    // Staff who impersonate a user neither negotiate for them nor listen.
    if (actor && !actor.impersonatedBy) headers.set(ROOM_HEADERS.session, actor.session_id);
    const reply = await roomOf(c.env, itemId)
      .fetch("https://room/live", { headers })
      .catch((error: unknown) => {
        // The browser falls back to polling and reconnects (D48); nothing was changed.
        log("error", { problem: "live", room: itemId, error: errorText(error) });
        return null;
      });
    if (reply?.webSocket) return new Response(null, { status: 101, webSocket: reply.webSocket });
    if (reply?.status === 404) throw new RefusalError("not_found", MESSAGES.notFound);
    return unwrap<never>(LIVE_UNAVAILABLE);
  });

/** Procedures about the visitors of an item page, mounted at /api/rpc. */
export const viewerProcedures = new Hono<AppContext>()
  /** Count the caller's view of an item, once per half hour, and return the number of views. */
  .post("/increment_item_view_count", throttle("views"), validate("json", ItemArgument), async (c) => {
    const { db, now } = c.get("services");
    const { item_id } = c.req.valid("json");
    const viewer = { key: await viewKey(c), userId: c.get("actor")?.id ?? null };
    const views = found(await viewsOf(db, item_id));
    const counts = !isBot(c) && (viewer.userId !== null || !(await reachedViewLimit(c, item_id)));
    const count = counts ? ((await countView(db, item_id, viewer, now())) ?? views) : views;
    return c.json<CountReply, 200>({ count }, 200);
  })
  /** Report presence on an item page by polling (every 10 seconds) and return the number of viewers. */
  .post("/upsert_active_viewer", presenceLimit, validate("json", ViewerArgument), async (c) => {
    const { item_id, session_id } = c.req.valid("json");
    found(await findItemId(c.get("services").db, item_id));
    const key = presenceKey(c, session_id);
    const bot = isBot(c);
    const count = await askRoom(c.env, item_id, (room) => room.countViewers(bot ? undefined : key));
    return c.json<CountReply, 200>({ count }, 200);
  })
  .post("/get_active_viewer_count", presenceLimit, validate("json", ViewerArgument), async (c) => {
    const { item_id } = c.req.valid("json");
    found(await findItemId(c.get("services").db, item_id));
    const count = await askRoom(c.env, item_id, (room) => room.countViewers());
    return c.json<CountReply, 200>({ count }, 200);
  })
  .post("/get_active_negotiations_count", presenceLimit, validate("json", ItemArgument), async (c) => {
    const { item_id } = c.req.valid("json");
    found(await findItemId(c.get("services").db, item_id));
    const count = await askRoom(c.env, item_id, (room) => room.countNegotiations());
    return c.json<CountReply, 200>({ count }, 200);
  });
