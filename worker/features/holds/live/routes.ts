import { Hono } from "hono";
import { CHANNEL_HEADERS } from "../../../../durable/user-channel/rpc.ts";
import type { AppContext } from "../../../http/context.ts";
import { respondRefusal } from "../../../http/errors.ts";
import { LIVE_UNAVAILABLE, upgradeProblem } from "../../../http/live-upgrade.ts";
import { actorOf, requireAccount } from "../../../http/session.ts";
import { log } from "../../../log.ts";

export const liveRoutes = new Hono<AppContext>()
  /**
   * Open the WebSocket for the signed-in user's own events (contract/account/user-live.ts). The session is checked against the
   * database, because a socket outlives an access token.
   */
  .get("/", requireAccount, async (c) => {
    const problem = upgradeProblem(c);
    if (problem) return respondRefusal(c, problem);
    const { id, session_id } = actorOf(c);
    try {
      const headers = new Headers({ Upgrade: "websocket", [CHANNEL_HEADERS.session]: session_id });
      const reply = await c.env.USER_CHANNEL.getByName(id).fetch("https://channel/live", { headers });
      if (reply.webSocket) return new Response(null, { status: 101, webSocket: reply.webSocket });
    } catch (error) {
      // The browser falls back to polling and reconnects; nothing was changed.
      log("error", { problem: "live", channel: id, error: String(error) });
    }
    return respondRefusal(c, LIVE_UNAVAILABLE);
  });
