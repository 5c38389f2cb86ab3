import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { AppContext } from "./context.ts";
import { RefusalError } from "./errors.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Size limit of requests (A89), except uploads and events of Stripe, which contain up to 150,000 characters of evidence. */
export const JSON_LIMIT_BYTES = 64 * 1024;
const EVENT_LIMIT_BYTES = 1024 * 1024;
const UPLOAD_LIMIT_BYTES = 12 * 1024 * 1024;

/**
 * Refuses cross-site writes (A25). `hono/csrf` only checks form content types, so a cross-site JSON post would pass it;
 * this checks every write.
 */
export const originGuard = createMiddleware<AppContext>(async (c, next) => {
  if (!READS.has(c.req.method)) {
    const site = c.req.header("Sec-Fetch-Site");
    const origin = c.req.header("Origin");
    const own = new URL(c.req.url).origin;
    const configured = c.env.APP_ORIGIN || own;
    const sameOrigin = origin !== undefined && (origin === own || origin === configured);
    // Without either header the client is not a browser, so there are no ambient cookies to abuse.
    const fromBrowser = site !== undefined || origin !== undefined;
    if (fromBrowser && !(site === "same-origin" || site === "none" || sameOrigin)) {
      throw new RefusalError("bad_origin", "This request came from another site, so we didn't accept it.");
    }
  }
  await next();
});

const tooLarge = () => {
  throw new RefusalError("too_large", "That's too much to send at once. Please send less at a time.");
};
const jsonLimit = bodyLimit({ maxSize: JSON_LIMIT_BYTES, onError: tooLarge });
const eventLimit = bodyLimit({ maxSize: EVENT_LIMIT_BYTES, onError: tooLarge });
const uploadLimit = bodyLimit({ maxSize: UPLOAD_LIMIT_BYTES, onError: tooLarge });

/** Checks size and media type before the body is read. */
export const bodyGuard = createMiddleware<AppContext>(async (c, next) => {
  if (READS.has(c.req.method)) return next();
  const upload = c.req.path === "/api/images";
  const type = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  // Mail clients send a form to unsubscribe (RFC 8058).
  const form = type === "application/x-www-form-urlencoded" && c.req.path === "/api/notifications/unsubscribe";
  const expected = upload ? "multipart/form-data" : form ? type : "application/json";
  if (type !== undefined && type !== expected) {
    throw new RefusalError("unsupported_media", `Please send ${expected}.`);
  }
  const limit = upload ? uploadLimit : c.req.path === "/api/stripe/webhook" ? eventLimit : jsonLimit;
  return limit(c, next);
});
