import { Hono } from "hono";
import { MESSAGES } from "#contract/copy";
import { refuse } from "#contract/errors";
import { accountStatusRoutes, adminAppealRoutes } from "./features/account-status/routes.ts";
import { adRoutes } from "./features/ads/routes.ts";
import { adminAdRoutes } from "./features/advertisements/routes.ts";
import { adminAnnouncementRoutes, announcementRoutes } from "./features/announcements/routes.ts";
import { auditRoutes } from "./features/audit/routes.ts";
import { authRoutes } from "./features/auth/routes.ts";
import { baggageRoutes } from "./features/baggage/routes.ts";
import { blockRoutes } from "./features/blocks/routes.ts";
import { bundleRoutes } from "./features/bundles/routes.ts";
import { cartRoutes } from "./features/cart/routes.ts";
import { checkoutRoutes, transactionRoutes } from "./features/checkout/routes.ts";
import { confirmationRoutes } from "./features/confirmations/routes.ts";
import { cryptoRoutes } from "./features/crypto/routes.ts";
import { donationRoutes } from "./features/donations/routes.ts";
import { draftRoutes } from "./features/drafts/routes.ts";
import { healthRoutes } from "./features/health/routes.ts";
import { reservationProcedures, reservationRoutes } from "./features/holds/routes.ts";
import { adminHomepageRoutes } from "./features/homepage/admin-routes.ts";
import { homepageRoutes } from "./features/homepage/routes.ts";
import { hubRoutes } from "./features/hub/routes.ts";
import { imageRoutes, photoRoutes } from "./features/images/routes.ts";
import { integrationRoutes } from "./features/integrations/routes.ts";
import { itemRoutes } from "./features/items/routes.ts";
import { liveRoutes } from "./features/live/routes.ts";
import { adminEmailRoutes } from "./features/mail/routes.ts";
import { marketplaceRoutes } from "./features/marketplace/routes.ts";
import { threadRoutes } from "./features/messages/routes.ts";
import {
  agentNegotiateRoute,
  aiSettingsRoutes,
  demoNegotiationRoutes,
  itemNegotiationRoutes,
  negotiationRoutes,
} from "./features/negotiation/routes.ts";
import { notificationRoutes } from "./features/notifications/routes.ts";
import { specialOfferRoutes } from "./features/offers/routes.ts";
import { businessRoutes, onboardingRoutes } from "./features/onboarding/routes.ts";
import { openApiRoutes } from "./features/openapi/routes.ts";
import { adminOrderRoutes, orderRoutes } from "./features/orders/routes.ts";
import { overviewRoutes } from "./features/overview/routes.ts";
import { pageRoutes } from "./features/pages/routes.ts";
import { adminPaymentRoutes } from "./features/payment-queue/routes.ts";
import {
  balanceRoutes,
  createPaymentIntentRoute,
  emulatorRoutes,
  paymentRoutes,
  stripeRoutes,
} from "./features/payments/routes.ts";
import { placeRoutes } from "./features/places/routes.ts";
import { priceGuideRoutes } from "./features/price-guide/routes.ts";
import { productRoutes } from "./features/products/routes.ts";
import { profileRoutes, publicProfileRoutes } from "./features/profiles/routes.ts";
import { profileProcedures } from "./features/profiles/rpc.ts";
import { promotionRoutes } from "./features/promotions/routes.ts";
import { bundleCheckoutRoutes, purchaseRoutes } from "./features/purchases/routes.ts";
import { ratingRoutes } from "./features/ratings/routes.ts";
import { adminReportRoutes, reportRoutes } from "./features/reports/routes.ts";
import { requestRoutes } from "./features/requests/routes.ts";
import { savedSearchRoutes } from "./features/saved-searches/routes.ts";
import { ownItemRoutes, sellingRoutes } from "./features/selling/routes.ts";
import { siteSettingsRoutes } from "./features/site-settings/routes.ts";
import { stockAnswerRoutes } from "./features/stock-answers/routes.ts";
import { ownStoreRoutes, storeRoutes } from "./features/stores/routes.ts";
import { adminSupportRoutes, contactRoutes, supportRoutes } from "./features/support/routes.ts";
import { themeRoutes } from "./features/theme/routes.ts";
import { adminTradeRoutes, tradeRoutes, tradingRoutes } from "./features/trades/routes.ts";
import { impersonationRoutes } from "./features/users/impersonation-routes.ts";
import { adminUserRoutes } from "./features/users/routes.ts";
import { waitlistRoutes } from "./features/waitlist/routes.ts";
import { wishListRoutes } from "./features/wish-lists/routes.ts";
import { chainAuditLogAfterResponse } from "./http/chain-audit-log.ts";
import { type AppContext, createServices } from "./http/context.ts";
import { onError, respondRefusal } from "./http/errors.ts";
import { readOnlyWhileImpersonating } from "./http/impersonation.ts";
import { migrationsApplied } from "./http/migrations-applied.ts";
import { bodyGuard, originGuard } from "./http/request-guards.ts";
import { requestLog } from "./http/request-log.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { identify } from "./http/session.ts";

const base = new Hono<AppContext>();
base.onError(onError);
base.use(async (c, next) => {
  c.set("requestId", c.req.header("cf-ray") ?? crypto.randomUUID());
  c.set(
    "services",
    createServices(c.env, (work) => c.executionCtx.waitUntil(work)),
  );
  c.set("actor", null);
  await next();
});
base.use(requestLog);
base.use(securityHeaders);
base.use(originGuard);
base.use(bodyGuard);
base.route("/api/health", healthRoutes);
base.use("/api/*", migrationsApplied);
base.use("/functions/*", migrationsApplied);
base.use("/api/*", identify);
base.use("/functions/*", identify);
base.use("/api/*", readOnlyWhileImpersonating);
base.use("/functions/*", readOnlyWhileImpersonating);
base.use("/api/admin/*", chainAuditLogAfterResponse);

/**
 * All routes, chained, so that the browser's client knows each path, body and reply. The cast keeps the Worker's
 * context out of the type: otherwise the browser's type check would load drizzle, Stripe and Node's globals.
 */
const routes = (base as unknown as Hono)
  .route("/api/auth", authRoutes)
  .route("/api/live", liveRoutes)
  .route("/api/conversations", threadRoutes)
  .route("/api/profile", profileRoutes)
  .route("/api/profiles", publicProfileRoutes)
  .route("/api/rpc", profileProcedures)
  .route("/api/rpc", reservationProcedures)
  .route("/api/admin/overview", overviewRoutes)
  .route("/api/admin/integrations", integrationRoutes)
  .route("/api/admin/mail", adminEmailRoutes)
  .route("/api/admin/users", adminUserRoutes)
  .route("/api/admin/audit-log", auditRoutes)
  .route("/api/viewing", impersonationRoutes)
  .route("/api/items", itemRoutes)
  .route("/api/marketplace", marketplaceRoutes)
  .route("/api/bundles", bundleRoutes)
  .route("/api/ads", adRoutes)
  .route("/api/theme", themeRoutes)
  .route("/api/admin/ads", adminAdRoutes)
  .route("/api/places", placeRoutes)
  .route("/api/drafts", draftRoutes)
  .route("/api/price-guide", priceGuideRoutes)
  .route("/api/products", productRoutes)
  .route("/api/homepage", homepageRoutes)
  .route("/api/stores", storeRoutes)
  .route("/api/store", ownStoreRoutes)
  .route("/api/onboarding", onboardingRoutes)
  .route("/api/business", businessRoutes)
  .route("/api/seller-hub", hubRoutes)
  .route("/api/images", imageRoutes)
  .route("/images", photoRoutes)
  .route("/api/items", reservationRoutes)
  .route("/api/items", waitlistRoutes)
  .route("/api/items", checkoutRoutes)
  .route("/api/items", stockAnswerRoutes)
  .route("/api/items", ownItemRoutes)
  .route("/api/selling", sellingRoutes)
  .route("/api/transactions", transactionRoutes)
  .route("/api/crypto", cryptoRoutes)
  .route("/api/cart", cartRoutes)
  .route("/api/purchases", purchaseRoutes)
  .route("/api/bundles", bundleCheckoutRoutes)
  .route("/api/orders", orderRoutes)
  .route("/api/admin/orders", adminOrderRoutes)
  .route("/api/admin/payments", adminPaymentRoutes)
  .route("/api/admin/baggage", baggageRoutes)
  .route("/api/admin/support", adminSupportRoutes)
  .route("/api/admin/trades", adminTradeRoutes)
  .route("/api/standing", accountStatusRoutes)
  .route("/api/admin/appeals", adminAppealRoutes)
  .route("/api/support-requests", supportRoutes)
  .route("/api/blocks", blockRoutes)
  .route("/api/reports", reportRoutes)
  .route("/api/admin/reports", adminReportRoutes)
  .route("/api/contact", contactRoutes)
  .route("/api/requests", requestRoutes)
  .route("/api/announcements", announcementRoutes)
  .route("/api/admin/announcements", adminAnnouncementRoutes)
  .route("/api/donations", donationRoutes)
  .route("/api/ratings", ratingRoutes)
  .route("/api/notifications", notificationRoutes)
  .route("/api/trading", tradingRoutes)
  .route("/api/trades", tradeRoutes)
  .route("/api/special-offers", specialOfferRoutes)
  .route("/api/promotions", promotionRoutes)
  .route("/api/payments", paymentRoutes)
  .route("/functions/v1", createPaymentIntentRoute)
  .route("/functions/v1", agentNegotiateRoute)
  .route("/api", agentNegotiateRoute)
  .route("/api/items", itemNegotiationRoutes)
  .route("/api/negotiations", negotiationRoutes)
  .route("/api/demo-items", demoNegotiationRoutes)
  .route("/api/admin/ai-settings", aiSettingsRoutes)
  .route("/api/admin/site-settings", siteSettingsRoutes)
  .route("/api/admin/homepage", adminHomepageRoutes)
  .route("/api/balance", balanceRoutes)
  .route("/api/wish-lists", wishListRoutes)
  .route("/api/saved-searches", savedSearchRoutes)
  .route("/api/stripe", stripeRoutes)
  .route("/api", confirmationRoutes);

routes.route(
  "/api",
  openApiRoutes(() => routes.routes),
);
base.all("/api/*", (c) => respondRefusal(c, refuse("not_found", MESSAGES.notFound)));
base.all("/functions/*", (c) => respondRefusal(c, refuse("not_found", MESSAGES.notFound)));
routes.route("/emulator/stripe", emulatorRoutes);
routes.route("/", pageRoutes);

export const app = routes;
export type AppType = typeof routes;
