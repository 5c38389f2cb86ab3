/**
 * Impersonation: staff see the site as one of its users, read-only (decision 0031). Only the routes listed here are
 * allowed, so a new route stays private by default; no write is listed. Listed replies with private fields mask them
 * with `maskedFor`.
 */
import { createMiddleware } from "hono/factory";
import type { AppContext, Ctx } from "./context.ts";
import { RefusalError } from "./errors.ts";

const READS = new Set(["GET", "HEAD"]);

/** Reads without private data, or with masked data. */
const READABLE = [
  "/api/auth/session",
  "/api/profile",
  "/api/profiles/:id",
  "/api/standing",
  "/api/decision-figures",
  "/api/notifications",
  "/api/notifications/counts",
  "/api/items",
  "/api/items/mine",
  "/api/items/status",
  "/api/items/count",
  "/api/items/places",
  "/api/items/trending",
  "/api/items/:id",
  "/api/items/:id/related",
  "/api/items/:id/stock-answers",
  "/api/selling/summary",
  "/api/marketplace/extras",
  "/api/places",
  "/api/places/near",
  "/api/homepage",
  "/api/policies/:policy",
  "/api/theme",
  "/api/ads",
  "/api/stores",
  "/api/store",
  "/api/price-guide",
  "/api/bundles",
  "/api/bundles/mine",
  "/api/bundles/:id",
  "/api/moving-sales/mine",
  "/api/moving-sales/:id",
  "/api/special-offers/mine",
  "/api/promotions",
  "/api/seller-hub",
  "/api/seller-hub/payouts",
  "/api/statement",
  "/api/balance",
  "/api/wish-lists",
  "/api/wish-lists/entries",
  "/api/wish-lists/:id/items",
  "/api/saved-searches",
  "/api/requests",
  "/api/requests/:id",
  "/api/announcements",
  "/api/announcements/:id",
  "/api/donations",
  "/api/donations/mine",
  "/api/donations/:id",
  "/api/cart",
  "/api/transactions",
  "/api/transactions/:id",
  "/api/orders",
  "/api/orders/:id",
  "/api/purchases/:id",
  "/api/payment-confirmations",
  "/api/ratings",
  "/api/ratings/deal",
  "/api/trades",
  "/api/trades/offerable",
  "/api/trades/:id",
  "/api/circles",
  "/api/circles/:id",
];
const READABLE_PATH = new RegExp(`^(?:${READABLE.map((path) => path.replaceAll(/:[a-z]+/g, "[^/]+")).join("|")})$`);

/** Reads by POST, and the ways to end the impersonation. */
const POSTABLE = new Set([
  "/api/viewing/end",
  "/api/auth/sign-out",
  "/api/rpc/get_item_reservation",
  "/api/rpc/get_active_viewer_count",
  "/api/rpc/get_active_negotiations_count",
]);

const ONLY_LOOKING = "You're looking at this account as staff. You can't change anything.";
const NOT_SHOWN = "You're looking at this account as staff. This part of it stays private.";

/** Refuses all writes and unlisted reads during impersonation. */
export const readOnlyWhileImpersonating = createMiddleware<AppContext>(async (c, next) => {
  if (isImpersonated(c) && c.req.method !== "OPTIONS") {
    const reads = READS.has(c.req.method);
    if (c.req.header("Upgrade") !== undefined || !(reads || POSTABLE.has(c.req.path))) {
      throw new RefusalError("viewing_only", ONLY_LOOKING);
    }
    if (reads && !READABLE_PATH.test(c.req.path)) throw new RefusalError("viewing_only", NOT_SHOWN);
  }
  await next();
});

export const isImpersonated = (c: Ctx): boolean => c.get("actor")?.impersonatedBy !== undefined;

/** Returns the reply unchanged for its own user, and masked during impersonation. */
export function maskedFor<T>(c: Ctx, reply: T, mask: (reply: T) => T): T {
  return isImpersonated(c) ? mask(reply) : reply;
}

/** Replaces masked text. */
export const HIDDEN = "Hidden";
