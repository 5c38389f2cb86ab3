import { Hono } from "hono";
import { NOT_FOUND } from "#contract/errors";
import { IN_REQUEST } from "./adapters/card-stripe.ts";
import { authRoutes } from "./features/account/auth/routes.ts";
import { passkeyRoutes } from "./features/account/passkeys/routes.ts";
import { phoneRoutes } from "./features/account/phone/routes.ts";
import { profileProcedures, profileRoutes, publicProfileRoutes } from "./features/account/profiles/routes.ts";
import { securityRoutes } from "./features/account/second-factor/routes.ts";
import { adminAdRoutes } from "./features/admin/advertisements/routes.ts";
import { auditRoutes } from "./features/admin/audit-log/routes.ts";
import { baggageRoutes } from "./features/admin/baggage/routes.ts";
import { booksRoutes } from "./features/admin/books/routes.ts";
import { adminEmailRoutes } from "./features/admin/emails/routes.ts";
import { overviewRoutes } from "./features/admin/overview/routes.ts";
import { adminPaymentRoutes } from "./features/admin/payment-queue/routes.ts";
import { adminUserRoutes, impersonationRoutes } from "./features/admin/users/routes.ts";
import { adRoutes } from "./features/ads/routes.ts";
import { cartRoutes } from "./features/checkout/cart/routes.ts";
import { bundleCheckoutRoutes, purchaseRoutes } from "./features/checkout/purchases/routes.ts";
import { reserveProcedure } from "./features/checkout/reserve.ts";
import { checkoutRoutes, transactionRoutes } from "./features/checkout/routes.ts";
import { transactionReads } from "./features/checkout/transactions.ts";
import { adminAnnouncementRoutes, announcementRoutes } from "./features/community/announcements/routes.ts";
import { donationRoutes } from "./features/community/donations/routes.ts";
import { adminSupportRoutes, contactRoutes, supportRoutes } from "./features/community/support/routes.ts";
import { adminGiveawayRoutes, giveawayRoutes, itemGiveawayRoutes } from "./features/giveaways/routes.ts";
import { itemLiveRoutes, liveRoutes, viewerProcedures } from "./features/holds/live/routes.ts";
import { reservationProcedures, reservationRoutes } from "./features/holds/routes.ts";
import { waitlistRoutes } from "./features/holds/waitlist-routes.ts";
import { imageRoutes, photoRoutes } from "./features/items/images/routes.ts";
import { itemRoutes } from "./features/items/routes.ts";
import { marketplaceRoutes, relatedRoutes } from "./features/marketplace/routes.ts";
import { quickReplyRoutes, threadReplyRoutes } from "./features/messages/quick-replies/routes.ts";
import { threadRoutes } from "./features/messages/routes.ts";
import { demoNegotiationRoutes } from "./features/negotiation/demo/routes.ts";
import { agentNegotiateRoute, itemNegotiationRoutes, negotiationRoutes } from "./features/negotiation/routes.ts";
import { sellerNegotiationRoutes } from "./features/negotiation/seller/routes.ts";
import { aiSettingsRoutes } from "./features/negotiation/settings/routes.ts";
import { stockAnswerRoutes } from "./features/negotiation/stock-answers.ts";
import { notificationRoutes } from "./features/notifications/routes.ts";
import { itemOfferRoutes, priceOfferRoutes } from "./features/offers/routes.ts";
import { confirmationRoutes } from "./features/orders/confirmations/routes.ts";
import { ratingRoutes } from "./features/orders/ratings/routes.ts";
import { adminOrderRoutes, orderRoutes } from "./features/orders/routes.ts";
import { settleOrdersWithSession } from "./features/orders/settle-on-load.ts";
import { ownDataRoutes } from "./features/own-data/routes.ts";
import { cryptoRoutes } from "./features/payments/crypto/routes.ts";
import { createPaymentIntentRoute, paymentRoutes } from "./features/payments/intents/routes.ts";
import { payoutHoldRoutes } from "./features/payments/payout-holds/routes.ts";
import { statementRoutes } from "./features/payments/statements/routes.ts";
import { stripeRoutes } from "./features/payments/stripe/routes.ts";
import { balanceRoutes } from "./features/payments/top-ups/routes.ts";
import { placeRoutes } from "./features/places/routes.ts";
import { requestRoutes } from "./features/requests/routes.ts";
import { blockRoutes } from "./features/safety/blocks/routes.ts";
import { adminReportRoutes, reportRoutes } from "./features/safety/reports/routes.ts";
import { bundleRoutes } from "./features/selling/bundles/routes.ts";
import { draftRoutes } from "./features/selling/drafts/routes.ts";
import { holidayRoutes } from "./features/selling/holiday/routes.ts";
import { hubRoutes } from "./features/selling/hub/routes.ts";
import { productRoutes } from "./features/selling/import/routes.ts";
import { listingRoutes } from "./features/selling/listings/routes.ts";
import { movingSaleRoutes } from "./features/selling/moving-sales/routes.ts";
import { ownItemRoutes, sellingRoutes } from "./features/selling/my-items/routes.ts";
import { businessRoutes, onboardingRoutes } from "./features/selling/onboarding/routes.ts";
import { priceGuideRoutes } from "./features/selling/price-guide/routes.ts";
import { promotionRoutes } from "./features/selling/promotions/routes.ts";
import { specialOfferRoutes } from "./features/selling/special-offers/routes.ts";
import { relistRoutes, stillAvailableRoutes } from "./features/selling/still-available/routes.ts";
import { healthRoutes } from "./features/site/health/routes.ts";
import { adminHomepageRoutes } from "./features/site/homepage/editor/routes.ts";
import { homepageRoutes } from "./features/site/homepage/routes.ts";
import { integrationRoutes } from "./features/site/integrations/routes.ts";
import { pageRoutes } from "./features/site/pages/routes.ts";
import { policyRoutes } from "./features/site/policies/routes.ts";
import { siteSettingsRoutes } from "./features/site/settings/routes.ts";
import { themeRoutes } from "./features/site/theme/routes.ts";
import { decisionFigureRoutes } from "./features/status/figures/routes.ts";
import { accountStatusRoutes, adminAppealRoutes } from "./features/status/routes.ts";
import { followRoutes } from "./features/stores/following/routes.ts";
import { ownStoreRoutes, storeRoutes } from "./features/stores/routes.ts";
import { adminCircleRoutes, circleRoutes } from "./features/trades/circles/routes.ts";
import { adminTradeRoutes, tradeRoutes, tradingRoutes } from "./features/trades/routes.ts";
import { wishListRoutes } from "./features/wishlists/routes.ts";
import { savedSearchRoutes } from "./features/wishlists/saved-searches/routes.ts";
import { chainAuditLogAfterResponse } from "./http/chain-audit-log.ts";
import type { AppContext } from "./http/context.ts";
import { onError, respondRefusal } from "./http/errors.ts";
import { readOnlyWhileImpersonating } from "./http/impersonation.ts";
import { migrationsApplied } from "./http/migrations-applied.ts";
import { mailOrigin } from "./http/origin.ts";
import { limitReads } from "./http/read-limit.ts";
import { bodyGuard, originGuard } from "./http/request-guards.ts";
import { requestLog } from "./http/request-log.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { identify } from "./http/session.ts";
import { createServices } from "./services.ts";

const base = new Hono<AppContext>();
base.onError(onError);
base.use(async (c, next) => {
  c.set("requestId", c.req.header("cf-ray") ?? crypto.randomUUID());
  c.set(
    "services",
    createServices(c.env, (work) => c.executionCtx.waitUntil(work), IN_REQUEST, mailOrigin(c)),
  );
  c.set("actor", null);
  await next();
});
base.use(requestLog);
base.use(securityHeaders);
base.use(originGuard);
base.use(bodyGuard);
base.route("/api/health", healthRoutes);
base.use("/api/*", limitReads);
base.use("/api/*", migrationsApplied);
base.use("/functions/*", migrationsApplied);
base.use("/api/*", identify);
base.use("/functions/*", identify);
base.use("/api/*", readOnlyWhileImpersonating);
base.use("/functions/*", readOnlyWhileImpersonating);
base.get("/api/auth/session", settleOrdersWithSession);
for (const signIn of ["sign-in", "second-step", "passkeys"]) base.post(`/api/auth/${signIn}`, settleOrdersWithSession);
base.use("/api/admin/*", chainAuditLogAfterResponse);

/**
 * All routes, chained, so that the browser's client knows each path, body and reply. The cast keeps the Worker's
 * context out of the type: otherwise the browser's type check would load drizzle, Stripe and Node's globals.
 */
const routes = (base as unknown as Hono)
  .route("/api/auth", authRoutes)
  .route("/api/auth/passkeys", passkeyRoutes)
  .route("/api/live", liveRoutes)
  .route("/api/conversations", threadRoutes)
  .route("/api/conversations", threadReplyRoutes)
  .route("/api/quick-replies", quickReplyRoutes)
  .route("/api/account", ownDataRoutes)
  .route("/api/account", phoneRoutes)
  .route("/api/account/security", securityRoutes)
  .route("/api/profile", profileRoutes)
  .route("/api/profiles", publicProfileRoutes)
  .route("/api/rpc", profileProcedures)
  .route("/api/rpc", reserveProcedure)
  .route("/api/rpc", reservationProcedures)
  .route("/api/rpc", viewerProcedures)
  .route("/api/admin/overview", overviewRoutes)
  .route("/api/admin/integrations", integrationRoutes)
  .route("/api/admin/mail", adminEmailRoutes)
  .route("/api/admin/users", adminUserRoutes)
  .route("/api/admin/audit-log", auditRoutes)
  .route("/api/viewing", impersonationRoutes)
  // Before the routes of one item, because "mine" is not an id.
  .route("/api/items", listingRoutes)
  .route("/api/items", itemRoutes)
  .route("/api/items", relatedRoutes)
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
  .route("/api/following", followRoutes)
  .route("/api/store", ownStoreRoutes)
  .route("/api/onboarding", onboardingRoutes)
  .route("/api/business", businessRoutes)
  .route("/api/seller-hub", hubRoutes)
  .route("/api/images", imageRoutes)
  .route("/images", photoRoutes)
  .route("/api/items", reservationRoutes)
  .route("/api/items", itemLiveRoutes)
  .route("/api/items", waitlistRoutes)
  .route("/api/items", checkoutRoutes)
  .route("/api/items", stockAnswerRoutes)
  .route("/api/items", ownItemRoutes)
  .route("/api/selling", sellingRoutes)
  .route("/api/selling", holidayRoutes)
  .route("/api/moving-sales", movingSaleRoutes)
  .route("/api/still-available", stillAvailableRoutes)
  .route("/api/items", relistRoutes)
  .route("/api/transactions", transactionRoutes)
  .route("/api/transactions", transactionReads)
  .route("/api/crypto", cryptoRoutes)
  .route("/api/cart", cartRoutes)
  .route("/api/purchases", purchaseRoutes)
  .route("/api/bundles", bundleCheckoutRoutes)
  .route("/api/orders", orderRoutes)
  .route("/api/admin/orders", adminOrderRoutes)
  .route("/api/admin/payments", adminPaymentRoutes)
  .route("/api/admin/books", booksRoutes)
  .route("/api/admin/payout-holds", payoutHoldRoutes)
  .route("/api/admin/baggage", baggageRoutes)
  .route("/api/admin/support", adminSupportRoutes)
  .route("/api/admin/trades", adminTradeRoutes)
  .route("/api/admin/circles", adminCircleRoutes)
  .route("/api/standing", accountStatusRoutes)
  .route("/api/decision-figures", decisionFigureRoutes)
  .route("/api/policies", policyRoutes)
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
  .route("/api/circles", circleRoutes)
  .route("/api/special-offers", specialOfferRoutes)
  .route("/api/promotions", promotionRoutes)
  .route("/api/payments", paymentRoutes)
  .route("/functions/v1", createPaymentIntentRoute)
  .route("/functions/v1", agentNegotiateRoute)
  .route("/api", agentNegotiateRoute)
  .route("/api/items", itemNegotiationRoutes)
  .route("/api/negotiations", negotiationRoutes)
  .route("/api/negotiations", sellerNegotiationRoutes)
  .route("/api/items", itemOfferRoutes)
  .route("/api/price-offers", priceOfferRoutes)
  .route("/api/items", itemGiveawayRoutes)
  .route("/api/giveaways", giveawayRoutes)
  .route("/api/admin/giveaways", adminGiveawayRoutes)
  .route("/api/demo-items", demoNegotiationRoutes)
  .route("/api/admin/ai-settings", aiSettingsRoutes)
  .route("/api/admin/site-settings", siteSettingsRoutes)
  .route("/api/admin/homepage", adminHomepageRoutes)
  .route("/api/statement", statementRoutes)
  .route("/api/balance", balanceRoutes)
  .route("/api/wish-lists", wishListRoutes)
  .route("/api/saved-searches", savedSearchRoutes)
  .route("/api/stripe", stripeRoutes)
  .route("/api", confirmationRoutes);

base.all("/api/*", (c) => respondRefusal(c, NOT_FOUND));
base.all("/functions/*", (c) => respondRefusal(c, NOT_FOUND));
routes.route("/", pageRoutes);

export const app = routes;
export type AppType = typeof routes;
