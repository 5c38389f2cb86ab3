import { isKnownPage } from "#domain/pages";
import type { Ctx } from "./context.ts";

/**
 * Answers a page address with the app's HTML: 200 for a page that exists, 404 (and the same HTML, which shows Home) for
 * one that does not (D15). The request is made afresh: the client's own conditional headers would turn it into an empty 304.
 */
export async function pageShell(c: Ctx): Promise<Response> {
  const url = new URL(c.req.url);
  const shell = await c.env.ASSETS.fetch(new Request(new URL("/", url)));
  const known = isKnownPage(url.pathname);
  const headers = new Headers(shell.headers);
  headers.delete("ETag");
  headers.set("Cache-Control", "no-cache");
  if (!known) headers.set("X-Robots-Tag", "noindex");
  return new Response(shell.body, { status: known ? 200 : 404, headers });
}
