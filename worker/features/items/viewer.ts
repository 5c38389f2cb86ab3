import type { Ctx } from "../../http/context.ts";
import type { RequestContext } from "./present.ts";

/** Returns the viewer and the time of this request. */
export function requestContext(c: Ctx): RequestContext {
  return { viewerId: c.get("actor")?.id ?? null, now: c.get("services").now() };
}
