import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { expect, it } from "vitest";
import type { AppContext } from "../../worker/http/context.ts";
import { securityHeaders } from "../../worker/http/security-headers.ts";

it("reach a reply whose own headers cannot be changed, and leave alone what a route has said", async () => {
  const app = new Hono<AppContext>()
    .use(async (c, next) => {
      c.set("requestId", "req_1");
      await next();
    })
    .use(securityHeaders)
    .get("/fixed", () => Response.redirect("https://goodstreet.example/", 302))
    .get("/own", (c) => c.json({}, 200, { "Cache-Control": "public, max-age=60", "Referrer-Policy": "no-referrer" }));
  const named = (reply: Response, ...names: string[]) => names.map((name) => reply.headers.get(name));

  const fixed = await app.request("/fixed", {}, env);
  expect(fixed.status).toBe(302);
  expect(
    named(fixed, "Location", "X-Content-Type-Options", "Cross-Origin-Opener-Policy", "Cache-Control", "X-Request-Id"),
  ).toEqual(["https://goodstreet.example/", "nosniff", "same-origin", "private, no-store", "req_1"]);

  const own = await app.request("/own", {}, env);
  expect(named(own, "Cache-Control", "Referrer-Policy", "X-Request-Id")).toEqual([
    "public, max-age=60",
    "no-referrer",
    "req_1",
  ]);
});
