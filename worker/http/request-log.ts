import { createMiddleware } from "hono/factory";
import { routePath } from "hono/route";
import { pageOf } from "#domain/site/pages";
import type { AppEnv } from "../env.ts";
import { log, withRequestId } from "../log.ts";
import type { Services } from "../services.ts";
import { keyedHash } from "./access-token.ts";
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
const pseudonym = (services: Services, accountId: string): Promise<string> => keyedHash(services, `log:${accountId}`);

/** Requests that take longer are always logged when lines are sampled. */
const SLOW_MS = 1_000;
/** Of 256 other requests, this many are logged: one in twenty. */
const SAMPLED_OF_256 = 13;

function isLogged(lines: AppEnv["REQUEST_LOG"], status: number, ms: number): boolean {
  if (lines !== "sampled") return lines === "on";
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  return status >= 500 || ms >= SLOW_MS || byte < SAMPLED_OF_256;
}

/** Logs one line per request after its response: route, status and duration. No address, query or body. */
export const requestLog = createMiddleware<AppContext>(async (c, next) => {
  const { env, now } = c.get("services");
  const started = now();
  await withRequestId(c.get("requestId"), async () => {
    await next();
    const ms = now() - started;
    if (!isLogged(env.REQUEST_LOG, c.res.status, ms)) return;
    const actor = c.get("actor");
    log(c.res.status >= 500 ? "error" : "info", {
      message: "request",
      method: c.req.method,
      route: routeOf(c),
      status: c.res.status,
      ms,
      ...(actor && { actor: await pseudonym(c.get("services"), actor.id) }),
    });
  });
});
