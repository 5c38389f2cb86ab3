import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { pageOf } from "#domain/pages";
import { inRequest, log } from "../log.ts";
import type { AppContext, Ctx } from "./context.ts";
import { sha256Hex } from "./stable-id.ts";

/** The route's pattern, so that lines can be counted by it and hold no ids; of a page, its name. */
function routeOf(c: Ctx): string {
  const pattern = routePath(c);
  if (!pattern.endsWith("*")) return pattern;
  const page = c.req.path.startsWith("/api/") || c.req.path.startsWith("/functions/") ? null : pageOf(c.req.path);
  if (!page) return pattern;
  return page.id === "none" ? `/${page.path}` : `/${page.path}/:id`;
}

/** Tells one person's lines from another's without naming them. */
async function pseudonym(accountId: string): Promise<string> {
  return (await sha256Hex(`log:${accountId}`)).slice(0, 16);
}

/** One line for each request, once it is answered: what was asked, how it ended, how long it took. No address, query or body. */
export const requestLog = createMiddleware<AppContext>(async (c, next) => {
  const { env, now } = c.get("services");
  const started = now();
  await inRequest(c.get("requestId"), async () => {
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
