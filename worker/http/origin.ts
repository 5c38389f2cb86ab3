import type { Ctx } from "./context.ts";

/**
 * Where links in mails and the provider's redirect point. Without APP_ORIGIN it is the address the request came to,
 * which Cloudflare only routes here if it is one of the Worker's own: a made-up Host header never arrives (A22).
 */
export function appOrigin(c: Ctx): string {
  return c.env.APP_ORIGIN ? new URL(c.env.APP_ORIGIN).origin : new URL(c.req.url).origin;
}
