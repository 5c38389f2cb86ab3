import { createMiddleware } from "hono/factory";
import type { AppContext } from "./context.ts";

/** No inline script anywhere: boot data is JSON, the theme is set by a small file (UI.md). */
const CSP = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join("; ");

export const SECURITY_HEADERS: Record<string, string> = {
  "Content-Security-Policy": CSP,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(self), geolocation=(), microphone=(), payment=(self)",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
};

/** Headers on every reply the Worker makes. A 101 upgrade has immutable headers and is left alone. */
export const securityHeaders = createMiddleware<AppContext>(async (c, next) => {
  await next();
  if (c.res.status === 101) return;
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (!c.res.headers.has(name)) c.header(name, value);
  }
  // Anything personal or undecided is not for a shared cache; routes that are public say so themselves.
  if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "private, no-store");
});
