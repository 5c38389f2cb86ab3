/**
 * While staff look at the site through somebody's eyes nothing can be changed in that person's name (decision 0060): every
 * write is refused here, before any route, and so is whatever would tell others that the person is there. What people write
 * to each other stays between them: staff see of it what was reported.
 */
import { createMiddleware } from "hono/factory";
import type { AppContext } from "./context.ts";
import { RefusalError } from "./errors.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);
/** Questions that are asked by POST, and the ways out. */
const ALLOWED = new Set([
  "/api/viewing/end",
  "/api/auth/sign-out",
  "/api/rpc/get_item_reservation",
  "/api/rpc/get_active_viewer_count",
  "/api/rpc/get_active_negotiations_count",
]);
const PRIVATE = /^\/api\/(conversations|drafts|auth\/sessions)(\/|$)/;

const ONLY_LOOKING = "You are looking at this account as staff. Nothing can be changed.";
const NOT_SHOWN = "You are looking at this account as staff. Messages, drafts and sign-ins stay private.";

export const readOnlyWhileViewing = createMiddleware<AppContext>(async (c, next) => {
  if (c.get("actor")?.viewing) {
    const write = !READS.has(c.req.method) && !ALLOWED.has(c.req.path);
    if (write || c.req.header("Upgrade") !== undefined) throw new RefusalError("viewing_only", ONLY_LOOKING);
    if (PRIVATE.test(c.req.path)) throw new RefusalError("viewing_only", NOT_SHOWN);
  }
  await next();
});
