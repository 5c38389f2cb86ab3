import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { expect, it } from "vitest";
import type { AppContext } from "../../worker/http/context.ts";
import { securityHeaders } from "../../worker/http/security-headers.ts";

const KEYS = { STRIPE_SECRET_KEY: "sk_1", STRIPE_WEBHOOK_SECRET: "whsec_1", STRIPE_PUBLISHABLE_KEY: "pk_1" };

async function headersOf(cards: boolean): Promise<Headers> {
  const app = new Hono<AppContext>().use(securityHeaders).get("/", (c) => c.text(""));
  return (await app.request("/", {}, cards ? { ...env, PAYMENTS: "stripe", ...KEYS } : env)).headers;
}

const directive = (headers: Headers, name: string) =>
  headers
    .get("Content-Security-Policy")
    ?.split("; ")
    .find((part) => part.startsWith(`${name} `));

it("security headers allow Stripe's form and Google Pay where real cards are accepted", async () => {
  const headers = await headersOf(true);
  expect(directive(headers, "script-src")).toBe("script-src 'self' https://js.stripe.com https://*.js.stripe.com");
  expect(directive(headers, "connect-src")).toBe("connect-src 'self' https://api.stripe.com");
  expect(directive(headers, "frame-src")).toBe(
    "frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://pay.google.com",
  );
  expect(headers.get("Permissions-Policy")).toBe(
    'camera=(self), geolocation=(self), microphone=(), payment=(self "https://js.stripe.com" "https://*.js.stripe.com" "https://pay.google.com")',
  );
  expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin-allow-popups");
});

it("security headers allow no other site where no real cards are accepted", async () => {
  const headers = await headersOf(false);
  expect(headers.get("Content-Security-Policy")).not.toContain("https:");
  expect(directive(headers, "frame-src")).toBeUndefined();
  expect(headers.get("Permissions-Policy")).toBe("camera=(self), geolocation=(self), microphone=(), payment=(self)");
  expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
});

it("security headers allow the origin of the photos' own domain for pictures only, and nothing that is no https address", async () => {
  const app = new Hono<AppContext>().use(securityHeaders).get("/", (c) => c.text(""));
  const allowed = async (origin: string) => {
    const { headers } = await app.request("/", {}, { ...env, IMAGES_ORIGIN: origin });
    return ["connect-src", "img-src"].map((name) => directive(headers, name));
  };
  expect(await allowed("https://photos.example/")).toEqual([
    "connect-src 'self'",
    "img-src 'self' data: blob: https://photos.example",
  ]);
  for (const origin of ["photos.example", "http://photos.example", "https://me:pw@photos.example/", "'none'; x"]) {
    expect(await allowed(origin), origin).toEqual(["connect-src 'self'", "img-src 'self' data: blob:"]);
  }
});

it("security headers allow the origin of the operator's map style, and of nothing that is no https address", async () => {
  const app = new Hono<AppContext>().use(securityHeaders).get("/", (c) => c.text(""));
  const allowed = async (style: string) => {
    const { headers } = await app.request("/", {}, { ...env, MAP_STYLE_URL: style });
    return ["connect-src", "img-src"].map((name) => directive(headers, name));
  };
  expect(await allowed("https://tiles.example/styles/bright.json?key=1")).toEqual([
    "connect-src 'self' https://tiles.example",
    "img-src 'self' data: blob: https://tiles.example",
  ]);
  for (const style of [
    "",
    "tiles.example",
    "http://tiles.example/style.json",
    "https://me:pw@tiles.example/",
    "'none'; x",
  ]) {
    expect(await allowed(style), style).toEqual(["connect-src 'self'", "img-src 'self' data: blob:"]);
  }
});

it("security headers are set on immutable replies, and do not override what a route has set", async () => {
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
