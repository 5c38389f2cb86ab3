import { createMiddleware } from "hono/factory";
import { paymentsMode } from "../adapters/card-stripe.ts";
import { mapStyleUrl } from "../adapters/map-style.ts";
import { photoOrigin } from "../adapters/photo-origin.ts";
import type { AppEnv } from "../env.ts";
import type { AppContext, Ctx } from "./context.ts";

/** Stripe's script must be loaded from its own address, and shows its form in frames of these. */
const STRIPE = ["https://js.stripe.com", "https://*.js.stripe.com"];
const GOOGLE_PAY = "https://pay.google.com";

/**
 * No inline scripts: boot data is JSON, and a small file sets the theme. Other sites are allowed only for cards, and for
 * the operator's base map and photos.
 */
function contentPolicy(cards: boolean, map: string, photos: string): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...(cards ? STRIPE : [])].join(" "),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${map}${photos}`,
    "font-src 'self'",
    `connect-src 'self'${cards ? " https://api.stripe.com" : ""}${map}`,
    ...(cards ? [["frame-src", ...STRIPE, "https://hooks.stripe.com", GOOGLE_PAY].join(" ")] : []),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}

function headersFor(cards: boolean, map: string, photos: string): Record<string, string> {
  const payment = ["self", ...(cards ? [...STRIPE, GOOGLE_PAY].map((origin) => `"${origin}"`) : [])].join(" ");
  return {
    "Content-Security-Policy": contentPolicy(cards, map, photos),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": `camera=(self), geolocation=(self), microphone=(), payment=(${payment})`,
    // Google Pay opens a window from Stripe's frame. With "same-origin" that window could not reply to its opener.
    "Cross-Origin-Opener-Policy": cards ? "same-origin-allow-popups" : "same-origin",
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  };
}

const FIRST = ["X-Content-Type-Options", "nosniff"] as const;

/** Headers by configuration, which stays the same in an isolate except in tests. */
const known = new Map<string, [name: string, value: string][]>();

function headersOf(env: AppEnv): [name: string, value: string][] {
  const cards = paymentsMode(env) === "stripe";
  const key = `${cards} ${env.MAP_STYLE_URL} ${env.IMAGES_ORIGIN}`;
  const before = known.get(key);
  if (before) return before;
  const style = mapStyleUrl(env);
  const photos = photoOrigin(env);
  const headers = Object.entries(
    headersFor(cards, style === null ? "" : ` ${new URL(style).origin}`, photos && ` ${photos}`),
  );
  known.set(key, headers);
  return headers;
}

/**
 * Returns the headers of a finished response for modification in place: hono's `header` copies the whole response each
 * time, which for the eight headers here took a tenth of the CPU time of an item page. Fetched responses are immutable
 * and copied once.
 */
function changeable(c: Ctx): Headers {
  try {
    c.res.headers.set(...FIRST);
  } catch {
    c.header(...FIRST);
  }
  return c.res.headers;
}

/** Sets headers on every response of the Worker, except a 101 upgrade, whose headers are immutable. */
export const securityHeaders = createMiddleware<AppContext>(async (c, next) => {
  await next();
  if (c.res.status === 101) return;
  const headers = changeable(c);
  for (const [name, value] of headersOf(c.env)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  // Not for shared caches unless the route says so.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  headers.set("X-Request-Id", c.get("requestId"));
});
