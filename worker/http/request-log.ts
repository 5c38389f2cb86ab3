import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { pageOf } from "#domain/site/pages";
import { log, withRequestId } from "../log.ts";
import { sha256Hex } from "../stable-id.ts";
import type { AppContext, Ctx } from "./context.ts";

/** Returns the route's pattern, so that lines can be grouped and contain no ids; for a page, its name. */
function routeOf(c: Ctx): string {
  const pattern = routePath(c);
  if (!pattern.endsWith("*")) return pattern;
  const page = c.req.path.startsWith("/api/") || c.req.path.startsWith("/functions/") ? null : pageOf(c.req.path);
  if (!page) return pattern;
  return page.id === "none" ? `/${page.path}` : `/${page.path}/:id`;
}

/** Returns a pseudonym, so that the lines of one user can be grouped without identifying them. */
async function pseudonym(accountId: string): Promise<string> {
  return (await sha256Hex(`log:${accountId}`)).slice(0, 16);
}

/** Logs one line per request after its response: route, status and duration. No address, query or body. */
export const requestLog = createMiddleware<AppContext>(async (c, next) => {
  const { env, now } = c.get("services");
  const started = now();
  await withRequestId(c.get("requestId"), async () => {
    await next();
    if (env.REQUEST_LOG === "off") return;
    const actor = c.get("actor");
    log(c.res.status >= 500 ? "error" : "info", {
      message: "request",
      method: c.req.method,
      route: routeOf(c),
      status: c.res.status,
      ms: now() - started,
      ...(actor && { actor: await pseudonym(actor.id) }),
    });
  });
});
