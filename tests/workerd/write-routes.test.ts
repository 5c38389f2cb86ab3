/** Every write either moves money and takes an idempotency key (D17), or is listed here with why it needs none. */
import { describe, expect, it } from "vitest";
import { app } from "../../worker/app.ts";
import { PAYMENT_WRITES } from "../support/workerd/money-calls.ts";

/** Writes without money, or whose repeat is harmless. A new write must be listed here or in PAYMENT_WRITES. */
const OTHERS = new Set([
  // Steps that can be taken once: orders.test.ts, bank-refunds.test.ts.
  "POST /api/orders/:id/call-off",
  "POST /api/orders/:id/missed",
  "POST /api/orders/:id/contest",
  "POST /api/orders/:id/money-back",
  // Returns bank details or a quote. A repeat returns the same ones (last test), and a stored reply would copy them.
  "POST /api/items/:id/checkout/payment-details",
  "POST /api/purchases/payment-details",
  "POST /api/bundles/:id/checkout/holds",
  "DELETE /api/bundles/:id/checkout/holds",
  // Authenticated by the Stripe signature, and applied once per event: payments-storm.test.ts.
  "POST /api/stripe/webhook",
  // Holds: one item, one holder. A repeat returns the same hold, or releases nothing.
  "POST /api/rpc/reserve_item",
  "POST /api/rpc/cleanup_expired_reservations",
  "DELETE /api/items/:id/reservation",
  // Waitlist: one position per user (waitlist.test.ts).
  "POST /api/items/:id/line",
  "DELETE /api/items/:id/line",
  "DELETE /api/cart/:id",
  // Queries and counters. The negotiation of a demo item is not stored.
  "POST /api/demo-items/:demo_item/negotiate",
  "POST /api/rpc/get_item_reservation",
  "POST /api/rpc/increment_item_view_count",
  "POST /api/rpc/upsert_active_viewer",
  "POST /api/rpc/get_active_viewer_count",
  "POST /api/rpc/get_active_negotiations_count",
  "POST /api/ads/:id/impression",
  "POST /api/ads/:id/click",
  // Guarded by a version (theme.test.ts).
  "PUT /api/theme",
  // Ads of staff cost nothing. One key creates one ad, one version allows one change (advertisements.test.ts).
  "POST /api/admin/ads",
  "PATCH /api/admin/ads/:id",
  "POST /api/admin/ads/:id/end",
  // Accounts, listings, account status, support: no money.
  "POST /api/auth/sign-up",
  "POST /api/auth/sign-in",
  "POST /api/auth/sign-out",
  "POST /api/auth/forgot-password",
  "POST /api/auth/reset-password",
  "POST /api/auth/verify-email",
  "POST /api/auth/verify-email/resend",
  "PATCH /api/profile",
  "POST /api/rpc/check_and_lift_suspension",
  "POST /api/items",
  "PATCH /api/items/:id",
  "DELETE /api/items/:id",
  "POST /api/images",
  "POST /api/standing/appeals",
  "POST /api/admin/appeals/:id/decision",
  "POST /api/support-requests",
  // Safety: one row per pair, one open report per user and subject, one decision (blocks-and-reports.test.ts).
  "POST /api/blocks",
  "DELETE /api/blocks/:user_id",
  "POST /api/reports",
  "POST /api/admin/reports/:id/decision",
  // Needs no key: there is one thread per pair of users and item, and one message per id that the client generates.
  "POST /api/conversations",
  "POST /api/conversations/:id/messages",
  "POST /api/conversations/:id/read",
  "POST /api/conversations/:id/typing",
  // Requests, donations, announcements and the Contact page: requests.test.ts and
  // announcements-donations-contact.test.ts.
  "POST /api/contact",
  "POST /api/requests",
  "PATCH /api/requests/:id",
  "DELETE /api/requests/:id",
  "POST /api/requests/:id/offers",
  "PUT /api/donations/:id/cause",
  "DELETE /api/donations/:id/cause",
  "POST /api/announcements/seen",
  "POST /api/admin/announcements",
  "POST /api/admin/announcements/preview",
  "PATCH /api/admin/announcements/:id",
  "DELETE /api/admin/announcements/:id",
  // User administration: user-admin.test.ts and impersonation.test.ts.
  "POST /api/admin/users/:id/measures",
  "POST /api/admin/users/:id/role",
  "POST /api/admin/users/:id/sign-out",
  "POST /api/admin/users/:id/view",
  "POST /api/admin/audit-log/verify",
  "POST /api/viewing/end",
  "POST /api/auth/confirm",
  "POST /api/auth/change-email",
  "POST /api/auth/change-email/confirm",
  "POST /api/auth/change-email/stop",
  "POST /api/auth/sessions/end-others",
  "DELETE /api/auth/sessions/:id",
  "POST /api/onboarding",
  "PUT /api/business",
  "PUT /api/store",
  "PUT /api/drafts/:id",
  "DELETE /api/drafts/:id",
  "POST /api/ratings",
  "POST /api/ratings/:id/reply",
  // A number is confirmed by a code that works once (phone.test.ts).
  "POST /api/account/phone/code",
  "POST /api/account/phone/confirm",
  "DELETE /api/account/phone",
  // Trades: no money passes through the site. One open offer per key, steps that change nothing when repeated, and one
  // winner of several (trades.test.ts, trades-races.test.ts).
  "POST /api/trading/propose-trade",
  "POST /api/trades/:id/accept",
  "POST /api/trades/:id/decline",
  "POST /api/trades/:id/withdraw",
  "POST /api/trades/:id/handed-over",
  "POST /api/trades/:id/cancel",
  // A suggestion takes the place of the last one; an answer names the one it means.
  "POST /api/trades/:id/meeting",
  "POST /api/trades/:id/meeting/answer",
  "POST /api/admin/trades/:id/call-off",
  "POST /api/circles/:id/accept",
  "POST /api/circles/:id/decline",
  "POST /api/circles/:id/withdraw",
  "POST /api/circles/:id/call-off",
  "POST /api/circles/:id/hand-over",
  "POST /api/admin/circles/:id/call-off",
  "POST /api/admin/circles/:id/settle",
  // Staff settle stuck payments: only those, and each action is harmless when repeated
  // (payment-queue-and-baggage.test.ts).
  "POST /api/admin/baggage/:kind/:id",
  // Decided once: a second decision is refused (chargebacks.test.ts, books.test.ts).
  "POST /api/admin/payments/reversals/:id/shares",
  "POST /api/admin/books/differences/:id",
  // A hold per key, a release that is refused when repeated (payout-holds.test.ts).
  "POST /api/admin/payout-holds",
  "POST /api/admin/payout-holds/:id",
  // Emails of staff: an answer per key, a test email to oneself, a retry of a failed one (email-admin.test.ts).
  "POST /api/admin/support/:id/answer",
  "POST /api/admin/support/:id/close",
  "POST /api/admin/mail/test",
  "POST /api/admin/mail/:id/retry",
  // Listings and their prices: selling, products, own-bundles and special-offers.test.ts test the repeat.
  "POST /api/items/bulk/price-adjust",
  "POST /api/items/bulk/delete",
  "POST /api/items/bulk/status",
  "POST /api/items/:id/sold",
  "POST /api/items/:id/sold/undo",
  "POST /api/products/import",
  "POST /api/bundles",
  "PATCH /api/bundles/:id",
  "DELETE /api/bundles/:id",
  "POST /api/special-offers",
  "PATCH /api/special-offers/:id",
  "DELETE /api/special-offers/:id",
  // Ad credit: spent once per key, and refunded once (promotions.test.ts).
  "POST /api/promotions",
  "POST /api/promotions/:id/cancel",
  // Opens the provider's own page. A repeat returns the same account.
  "POST /api/seller-hub/payout-account",
  "POST /api/seller-hub/payout-account/refresh",
  // Negotiation: a repeated acceptance returns the same hold at the same price (negotiation.test.ts).
  "POST /functions/v1/agent-negotiate",
  "POST /api/agent-negotiate",
  "POST /api/negotiations/:id/accept",
  "PUT /api/admin/ai-settings",
  // Guarded by a version (site-settings.test.ts).
  "PUT /api/admin/site-settings",
  "PUT /api/admin/homepage",
  "POST /api/admin/ai-settings/preview",
  // Notifications and their preferences.
  "POST /api/notifications/read",
  "PATCH /api/notifications/preferences",
  "POST /api/notifications/push",
  "DELETE /api/notifications/push/:id",
  "POST /api/notifications/unsubscribe",
  // Checks whether an outside service answers.
  "POST /api/admin/integrations/:integration/check",
  // Wish lists and saved searches: wish-lists and saved-searches.test.ts.
  "POST /api/wish-lists",
  "PATCH /api/wish-lists/:id",
  "DELETE /api/wish-lists/:id",
  "PUT /api/wish-lists/entries/:item_id",
  "POST /api/saved-searches",
  "PATCH /api/saved-searches/:id",
  "DELETE /api/saved-searches/:id",
  // Sign-in and its proofs: a challenge or code is used up by its first use (passkeys.test.ts, second-factor.test.ts).
  "POST /api/auth/second-step",
  "POST /api/auth/passkeys/options",
  "POST /api/auth/passkeys",
  "POST /api/auth/passkeys/confirm/options",
  "POST /api/auth/passkeys/confirm",
  "PUT /api/account/security/password",
  "POST /api/account/security/passkeys/options",
  "POST /api/account/security/passkeys",
  "DELETE /api/account/security/passkeys/:id",
  "POST /api/account/security/app",
  "POST /api/account/security/app/confirm",
  "DELETE /api/account/security/app",
  "POST /api/account/security/recovery-codes",
  "DELETE /api/account/security/pending",
  "POST /api/account/security/first-factor/link",
  "POST /api/account/security/first-factor",
  "POST /api/admin/users/:id/first-factor",
  // Own data: one copy at a time and one planned deletion per account (own-data.test.ts).
  "POST /api/account/data/export",
  "POST /api/account/deletion",
  "DELETE /api/account/deletion",
  "POST /api/admin/users/:id/own-data",
  // Settings that a repeat sets to the same value.
  "PUT /api/quick-replies",
  "PUT /api/places/near",
  "DELETE /api/places/near",
  "PUT /api/following/:user_id",
  "DELETE /api/following/:user_id",
  "PUT /api/selling/holiday",
  // Listings: a token answers about one listing, relisting has its own interval, and one key makes one moving sale
  // (still-available.test.ts, moving-sales.test.ts).
  "POST /api/still-available",
  "POST /api/items/:id/relist",
  "POST /api/moving-sales",
  "PUT /api/moving-sales/:id",
  "DELETE /api/moving-sales/:id",
  // Times: one open proposal per order, answered once (collection-times.test.ts).
  "POST /api/orders/:id/sale-answer",
  "POST /api/orders/:id/coming",
  "POST /api/orders/:id/proposals",
  "POST /api/orders/:id/proposals/:proposal",
  // Negotiation: one question and one answer per message (seller-negotiations.test.ts).
  "POST /api/negotiations/:id/questions",
  "POST /api/negotiations/:id/answers",
  "PUT /api/negotiations/:id/answers",
  // Offers: one live offer per buyer and item, and each step names the revision it answers (price-offers.test.ts).
  "POST /api/items/:id/price-offer",
  "POST /api/price-offers/decline",
  "POST /api/price-offers/:id/accept",
  "POST /api/price-offers/:id/counter",
  "POST /api/price-offers/:id/decline",
  "POST /api/price-offers/:id/withdraw",
  // Giveaways: one entry per person, one recipient (giveaways.test.ts).
  "PUT /api/items/:id/giveaway",
  "PUT /api/items/:id/giveaway/entry",
  "DELETE /api/items/:id/giveaway/entry",
  "POST /api/items/:id/giveaway/pick",
]);

describe("the app's write routes", () => {
  it("are either money calls tested here, or listed as needing no key (D1)", () => {
    const writes = new Set(
      app.routes
        .filter((route) => ["POST", "PUT", "PATCH", "DELETE"].includes(route.method) && !route.path.includes("*"))
        .map((route) => `${route.method} ${route.path}`),
    );
    const money = new Set(PAYMENT_WRITES.map((call) => call.route));
    expect(
      [...writes].filter((route) => !money.has(route) && !OTHERS.has(route)),
      "unclassified",
    ).toEqual([]);
    expect(
      [...money, ...OTHERS].filter((route) => !writes.has(route)),
      "listed, but removed",
    ).toEqual([]);
    expect(
      [...money].filter((route) => OTHERS.has(route)),
      "in both lists",
    ).toEqual([]);
  });
});
