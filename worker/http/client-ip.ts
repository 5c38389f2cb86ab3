import type { Ctx } from "./context.ts";

/** The caller's address as Cloudflare's edge saw it. Any other header is the caller's own claim and is not read. */
export function clientIp(c: Ctx): string | null {
  return c.req.header("CF-Connecting-IP") ?? null;
}
