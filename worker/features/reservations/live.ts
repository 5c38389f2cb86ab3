import { type Refusal, refuse } from "#contract/errors";
import { MESSAGES } from "#contract/messages";
import { ROOM_HEADERS } from "../../../durable/item-room/headers.ts";
import type { Ctx } from "../../http/context.ts";
import { appOrigin } from "../../http/origin.ts";
import { presenceKey } from "./viewer.ts";

const SESSION_ID = /^[A-Za-z0-9-]{8,64}$/;

/**
 * Opens the live channel of an item. A browser sends its cookies with an upgrade from any site, so only our own pages
 * may ask (A95); the room gets headers of our making and nothing of the request.
 */
export async function openLive(c: Ctx, itemId: string): Promise<Response | Refusal> {
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") {
    return refuse("bad_request", "This address speaks WebSocket only.");
  }
  const origin = c.req.header("Origin");
  if (origin === undefined || (origin !== new URL(c.req.url).origin && origin !== appOrigin(c))) {
    return refuse("bad_origin", "This request came from another site and was not carried out.");
  }
  const sent = c.req.query("session_id");
  const sessionId = sent !== undefined && SESSION_ID.test(sent) ? sent : crypto.randomUUID();
  const actor = c.get("actor");
  const headers = new Headers({ Upgrade: "websocket", [ROOM_HEADERS.viewer]: presenceKey(c, sessionId) });
  if (actor) headers.set(ROOM_HEADERS.user, actor.id);
  try {
    const reply = await c.env.ITEM_ROOM.getByName(itemId).fetch("https://room/live", { headers });
    if (reply.webSocket) return new Response(null, { status: 101, webSocket: reply.webSocket });
    if (reply.status === 404) return refuse("not_found", MESSAGES.notFound);
  } catch (error) {
    // The browser falls back to polling and tries again (D48); nothing was changed.
    console.error(JSON.stringify({ level: "error", problem: "live", room: itemId, error: String(error) }));
  }
  return refuse("unavailable", "Live updates are not available just now.", { retry_after: 5 });
}
