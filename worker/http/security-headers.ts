import { createMiddleware } from "hono/factory";
import { paymentsMode } from "../adapters/card-stripe.ts";
import type { AppContext, Ctx } from "./context.ts";

/**
 * No inline script anywhere: boot data is JSON, the theme is set by a small file (UI.md). Only where real cards are taken
 * may the provider's script run, which it asks to be loaded from its own address, and its frames be shown.
 */
function contentPolicy(cards: boolean): string {
  const provider = cards ? " https://js.stripe.com https://*.js.stripe.com" : "";
  return [
    "default-src 'self'",
    `script-src 'self'${provider}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${cards ? " https://api.stripe.com" : ""}`,
    ...(cards ? [`frame-src${provider} https://hooks.stripe.com`] : []),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}

function headersFor(cards: boolean): Record<string, string> {
  return {
    "Content-Security-Policy": contentPolicy(cards),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": `camera=(self), geolocation=(), microphone=(), payment=(self${cards ? ' "https://js.stripe.com"' : ""})`,
    "Cross-Origin-Opener-Policy": "same-origin",
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
