import { MESSAGES } from "#contract/copy";
import { type Refusal, refuse } from "#domain/result";
import { ROOM_HEADERS } from "../../../durable/item-room/rpc.ts";
import type { Ctx } from "../../http/context.ts";
import { LIVE_UNAVAILABLE, upgradeProblem } from "../../http/live-upgrade.ts";
import { log } from "../../log.ts";
import { itemExists } from "../items/queries.ts";
import { presenceKey } from "./viewer.ts";

const SESSION_ID = /^[A-Za-z0-9-]{8,64}$/;

/** Opens the live channel of an item. The room receives only headers set here, nothing of the request. */
export async function openLive(c: Ctx, itemId: string): Promise<Response | Refusal> {
  const problem = upgradeProblem(c);
  if (problem) return problem;
  if (!(await itemExists(c.get("services").db, itemId))) return refuse("not_found", MESSAGES.notFound);
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
    // The browser falls back to polling and reconnects (D48); nothing was changed.
    log("error", { problem: "live", room: itemId, error: String(error) });
  }
  return LIVE_UNAVAILABLE;
}
