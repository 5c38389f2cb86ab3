import { type Refusal, refuse } from "#domain/result";
import type { Ctx } from "./context.ts";
import { appOrigin } from "./origin.ts";

/**
 * Returns why this request may not open a live channel, or null. Browsers send cookies with a WebSocket upgrade from
 * any site, so only our own pages are allowed (A95).
 */
export function upgradeProblem(c: Ctx): Refusal | null {
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") {
    return refuse("bad_request", "This address accepts WebSocket connections only.");
  }
  const origin = c.req.header("Origin");
  if (origin === undefined || (origin !== new URL(c.req.url).origin && origin !== appOrigin(c))) {
    return refuse("bad_origin", "This request came from another site, so we didn't accept it.");
  }
  return null;
}

export const LIVE_UNAVAILABLE = refuse("unavailable", "Live updates aren't available right now.", { retry_after: 5 });
