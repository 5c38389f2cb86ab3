import { createMiddleware } from "hono/factory";
import { clientNetwork } from "./client-ip.ts";
import type { AppContext } from "./context.ts";
import { tooManyRequests } from "./throttle.ts";

/** The period of the binding READS in wrangler.toml. */
const PERIOD_SECONDS = 60;

/**
 * Limits what an address reads to more than a person can. Every method reads; HEAD does as much as GET. Counted by
 * Cloudflare, roughly and per data centre, without the
 * database, whose whole capacity one scraper could take otherwise. Exact limits are in http/throttle.ts.
 */
export const limitReads = createMiddleware<AppContext>(async (c, next) => {
  const network = clientNetwork(c);
  // On a developer's machine everything comes from one address.
  const counts = network !== null && c.req.method !== "OPTIONS" && c.env.APP_ENV !== "local";
  if (counts && !(await c.env.READS.limit({ key: network })).success) throw tooManyRequests(PERIOD_SECONDS);
  await next();
});
