import { createMiddleware } from "hono/factory";
import { clientNetwork } from "./client-ip.ts";
import type { AppContext, Ctx } from "./context.ts";
import { tooManyRequests } from "./throttle.ts";

/** The period of the binding READS in wrangler.toml. */
const PERIOD_SECONDS = 60;

/**
 * Returns whether this address reads more than a person can. Counted by Cloudflare, roughly and per data centre, without
 * the database, whose whole capacity one scraper could take otherwise. Exact limits are in http/throttle.ts.
 */
async function readsTooMuch({ env, req }: Ctx, network: string | null): Promise<boolean> {
  // On a developer's machine everything comes from one address.
  if (network === null || req.method !== "GET" || env.APP_ENV === "local") return false;
  return !(await env.READS.limit({ key: network })).success;
}

/** Limits the reads of an address. */
export const limitReads = createMiddleware<AppContext>(async (c, next) => {
  if (await readsTooMuch(c, clientNetwork(c))) throw tooManyRequests(PERIOD_SECONDS);
  await next();
});
