import { createMiddleware } from "hono/factory";
import { paymentsMode } from "../adapters/card-stripe.ts";
import type { AppContext, Ctx } from "./context.ts";

/** Stripe's script asks to be loaded from its own address, and shows its form in frames of these. */
const STRIPE = ["https://js.stripe.com", "https://*.js.stripe.com"];
const GOOGLE_PAY = "https://pay.google.com";

/** No inline script anywhere: boot data is JSON, and a small file sets the theme. Other sites are let in for cards only. */
function contentPolicy(cards: boolean): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...(cards ? STRIPE : [])].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${cards ? " https://api.stripe.com" : ""}`,
    ...(cards ? [["frame-src", ...STRIPE, "https://hooks.stripe.com", GOOGLE_PAY].join(" ")] : []),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}

function headersFor(cards: boolean): Record<string, string> {
  const payment = ["self", ...(cards ? [...STRIPE, GOOGLE_PAY].map((origin) => `"${origin}"`) : [])].join(" ");
  return {
    "Content-Security-Policy": contentPolicy(cards),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": `camera=(self), geolocation=(), microphone=(), payment=(${payment})`,
    // Google Pay opens a window from Stripe's frame. With "same-origin" that window could not answer the frame that opened it.
    "Cross-Origin-Opener-Policy": cards ? "same-origin-allow-popups" : "same-origin",
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  };
}

const FIRST = ["X-Content-Type-Options", "nosniff"] as const;
const WITHOUT_CARDS = Object.entries(headersFor(false));
const WITH_CARDS = Object.entries(headersFor(true));

/**
 * The headers of a finished reply, to be changed in place: hono's `header` copies the whole reply each time, which for the
 * eight set here was a tenth of the script of an item's page. Replies that were fetched cannot be changed; of those one copy is made.
 */
function changeable(c: Ctx): Headers {
  try {
    c.res.headers.set(...FIRST);
  } catch {
    c.header(...FIRST);
  }
  return c.res.headers;
}

/** Headers on every reply the Worker makes. A 101 upgrade has immutable headers and is left alone. */
export const securityHeaders = createMiddleware<AppContext>(async (c, next) => {
  await next();
  if (c.res.status === 101) return;
  const headers = changeable(c);
  for (const [name, value] of paymentsMode(c.env) === "stripe" ? WITH_CARDS : WITHOUT_CARDS) {
    if (!headers.has(name)) headers.set(name, value);
  }
  // Anything personal or undecided is not for a shared cache; routes that are public say so themselves.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "private, no-store");
  headers.set("X-Request-Id", c.get("requestId"));
});
