/**
 * Which role may call which route, one entry per route. tests/workerd/access.test.ts calls each of them and fails for a
 * missing or stale entry. workerd/access-calls.ts chooses the path and body of each call.
 */

/**
 * `buyer` and `seller` are the parties of the deal that the called entity belongs to. All other roles have no part in
 * it, including staff, `suspended` and `banned`.
 */
export const ROLES = ["visitor", "stranger", "buyer", "seller", "suspended", "banned", "admin", "super_admin"] as const;
export type Role = (typeof ROLES)[number];

/** How the access check of a call ends for a role. */
export type Outcome =
  /** Answered, or refused for a reason other than the role (a field, a state). */
  | "in"
  /** 401. */
  | "sign in"
  /** 403: the account is suspended or banned. */
  | "account status"
  /** 403: for staff only. */
  | "staff only"
  /** 403: visible to the caller, but owned by another user. */
  | "not theirs"
  /** 404 or 410: does not exist for the caller. */
  | "hidden"
  /** 409: another user holds it. */
  | "taken";

export type Access = Readonly<Record<Role, Outcome>>;

const VISITOR = { visitor: "sign in" } as const;
const ACCOUNT_STATUS = { suspended: "account status", banned: "account status" } as const;

function access(rest: Outcome, special: Partial<Access> = {}): Access {
  const all = Object.fromEntries(ROLES.map((role) => [role, rest])) as Record<Role, Outcome>;
  return { ...all, ...special };
}

const EVERYONE = access("in");
/** Not configured in tests: every caller gets 404. */
const NOT_CONFIGURED = access("hidden");
/** Routes for every signed-in account: all reads, and the writes that no account status forbids. */
const ACCOUNTS = access("in", VISITOR);
/** A staff account without a factor, as those of the tests, has to open its link first (A142). */
const OWN_LINK_FIRST = access("in", { ...VISITOR, admin: "not theirs", super_admin: "not theirs" });
const TRADERS = access("in", { ...VISITOR, ...ACCOUNT_STATUS });
const SUPER_ADMINS = access("staff only", { ...VISITOR, admin: "not theirs", super_admin: "in" });
const STAFF = access("staff only", { ...VISITOR, admin: "in", super_admin: "in" });

/** Entities of a deal that only its parties can see. */
const PARTIES = access("hidden", { ...VISITOR, buyer: "in", seller: "in" });
const PARTIES_TRADING = { ...PARTIES, ...ACCOUNT_STATUS };
const BUYERS = access("hidden", { ...VISITOR, buyer: "in" });
const BUYERS_TRADING = { ...BUYERS, ...ACCOUNT_STATUS };
const SELLERS = access("hidden", { ...VISITOR, seller: "in" });
const SELLERS_TRADING = { ...SELLERS, ...ACCOUNT_STATUS };
/** For one party; the other party can see the entity. */
const OF_THE_BUYER: Access = { ...BUYERS, seller: "not theirs" };
const OF_THE_SELLER: Access = { ...SELLERS, buyer: "not theirs" };
/** Public to read, and only the owner may change it. */
const OWN_LISTING = access("not theirs", { ...VISITOR, ...ACCOUNT_STATUS, seller: "in" });
const OWN_REQUEST = access("not theirs", { ...VISITOR, ...ACCOUNT_STATUS, buyer: "in" });
/** For the holder of the item, who is the buyer. */
const HOLDERS = access("taken", { ...VISITOR, buyer: "in", seller: "not theirs" });
/** Refused for the caller's own item. */
const EXCEPT_OWN: Access = { ...ACCOUNTS, seller: "not theirs" };

/** Keys are method and path as registered in the app. */
export const ACCESS_TABLE: Readonly<Record<string, Access>> = {
  "POST /api/auth/sign-up": EVERYONE,
  "POST /api/auth/sign-in": EVERYONE,
  "POST /api/auth/sign-out": EVERYONE,
  // No sign-in of the tests waits for its second step.
  "GET /api/auth/second-step": NOT_CONFIGURED,
  "POST /api/auth/second-step": EVERYONE,
  "POST /api/auth/passkeys/options": EVERYONE,
  "POST /api/auth/passkeys": EVERYONE,
  "POST /api/auth/passkeys/confirm/options": ACCOUNTS,
  "POST /api/auth/passkeys/confirm": ACCOUNTS,
  "POST /api/auth/confirm": ACCOUNTS,
  "POST /api/auth/change-email": ACCOUNTS,
  "POST /api/auth/change-email/confirm": EVERYONE,
  "POST /api/auth/change-email/stop": EVERYONE,
  "GET /api/auth/sessions": ACCOUNTS,
  "POST /api/auth/sessions/end-others": ACCOUNTS,
  "DELETE /api/auth/sessions/:id": BUYERS,
  "POST /api/auth/forgot-password": EVERYONE,
  "POST /api/auth/reset-password": EVERYONE,
  "POST /api/auth/verify-email": EVERYONE,
  "POST /api/auth/verify-email/resend": ACCOUNTS,
  "GET /api/auth/session": EVERYONE,
  // The tests configure no Google keys, so the route answers 404.
  "GET /api/auth/google": NOT_CONFIGURED,
  "GET /api/auth/google/callback": EVERYONE,
  "GET /api/live": ACCOUNTS,

  "GET /api/account/checks": ACCOUNTS,
  "POST /api/account/phone/code": TRADERS,
  "POST /api/account/phone/confirm": TRADERS,
  "DELETE /api/account/phone": ACCOUNTS,

  "GET /api/account/security": ACCOUNTS,
  "PUT /api/account/security/password": ACCOUNTS,
  "POST /api/account/security/passkeys/options": OWN_LINK_FIRST,
  "POST /api/account/security/passkeys": ACCOUNTS,
  "DELETE /api/account/security/passkeys/:id": BUYERS,
  "POST /api/account/security/app": OWN_LINK_FIRST,
  "POST /api/account/security/app/confirm": ACCOUNTS,
  "DELETE /api/account/security/app": access("hidden", VISITOR),
  "POST /api/account/security/recovery-codes": ACCOUNTS,
  "DELETE /api/account/security/pending": ACCOUNTS,
  "POST /api/account/security/first-factor/link": ACCOUNTS,
  "POST /api/account/security/first-factor": ACCOUNTS,
  "GET /api/account/data": ACCOUNTS,
  "GET /api/account/data/exports/:id": BUYERS,
  "GET /api/account/data/exports/:id/file": BUYERS,
  // Ends the copy that the buyer has.
  "POST /api/account/data/export": ACCOUNTS,
  "POST /api/account/deletion": ACCOUNTS,
  "DELETE /api/account/deletion": ACCOUNTS,

  "GET /api/profile": ACCOUNTS,
  "PATCH /api/profile": TRADERS,
  "GET /api/profiles/:id": EVERYONE,
  "POST /api/rpc/check_and_lift_suspension": ACCOUNTS,
  "GET /api/standing": ACCOUNTS,
  "GET /api/decision-figures": EVERYONE,
  "POST /api/standing/appeals": ACCOUNTS,
  "POST /api/support-requests": ACCOUNTS,
  "POST /api/contact": EVERYONE,
  "POST /api/onboarding": TRADERS,
  "GET /api/business": ACCOUNTS,
  "PUT /api/business": TRADERS,

  "GET /api/conversations": ACCOUNTS,
  "POST /api/conversations": TRADERS,
  "GET /api/conversations/:id": PARTIES,
  "GET /api/conversations/:id/messages": PARTIES,
  "POST /api/conversations/:id/messages": PARTIES_TRADING,
  "POST /api/conversations/:id/read": PARTIES,
  "POST /api/conversations/:id/typing": PARTIES_TRADING,
  "GET /api/conversations/:id/quick-replies": SELLERS,
  "GET /api/quick-replies": ACCOUNTS,
  "PUT /api/quick-replies": TRADERS,
  "GET /api/blocks": ACCOUNTS,
  "GET /api/blocks/:user_id": ACCOUNTS,
  "POST /api/blocks": ACCOUNTS,
  "DELETE /api/blocks/:user_id": ACCOUNTS,
  "POST /api/reports": ACCOUNTS,
  "GET /api/notifications": ACCOUNTS,
  "GET /api/notifications/counts": ACCOUNTS,
  "POST /api/notifications/read": ACCOUNTS,
  "GET /api/notifications/preferences": ACCOUNTS,
  "PATCH /api/notifications/preferences": ACCOUNTS,
  "POST /api/notifications/push": ACCOUNTS,
  "DELETE /api/notifications/push/:id": BUYERS,
  "GET /api/notifications/unsubscribe": EVERYONE,
  "POST /api/notifications/unsubscribe": EVERYONE,

  "GET /api/items": EVERYONE,
  "POST /api/items": TRADERS,
  "GET /api/items/mine": ACCOUNTS,
  "GET /api/items/status": EVERYONE,
  "GET /api/items/count": EVERYONE,
  "GET /api/items/places": EVERYONE,
  "GET /api/items/trending": EVERYONE,
  "GET /api/items/:id/related": EVERYONE,
  "GET /api/items/:id": EVERYONE,
  "PATCH /api/items/:id": OWN_LISTING,
  "DELETE /api/items/:id": OWN_LISTING,
  "GET /api/items/:id/live": EVERYONE,
  "GET /api/items/:id/stock-answers": EVERYONE,
  "POST /api/items/bulk/price-adjust": TRADERS,
  "POST /api/items/bulk/delete": TRADERS,
  "POST /api/items/bulk/status": TRADERS,
  "GET /api/items/:id/sold-candidates": SELLERS,
  "POST /api/items/:id/sold": SELLERS_TRADING,
  "POST /api/items/:id/sold/undo": SELLERS_TRADING,
  "GET /api/selling/summary": ACCOUNTS,
  "PUT /api/selling/holiday": ACCOUNTS,
  "GET /api/moving-sales/mine": ACCOUNTS,
  "POST /api/moving-sales": TRADERS,
  "GET /api/moving-sales/:id": EVERYONE,
  "PUT /api/moving-sales/:id": SELLERS_TRADING,
  "DELETE /api/moving-sales/:id": SELLERS,
  "GET /api/following": ACCOUNTS,
  "PUT /api/following/:user_id": ACCOUNTS,
  "DELETE /api/following/:user_id": ACCOUNTS,
  "GET /api/still-available": EVERYONE,
  "POST /api/still-available": EVERYONE,
  "POST /api/items/:id/relist": SELLERS_TRADING,
  "GET /api/marketplace/extras": EVERYONE,
  "GET /api/places": EVERYONE,
  "GET /api/places/near": EVERYONE,
  "PUT /api/places/near": EVERYONE,
  "DELETE /api/places/near": EVERYONE,
  "GET /api/homepage": EVERYONE,
  "GET /api/stores": EVERYONE,
  "GET /api/store": ACCOUNTS,
  "PUT /api/store": TRADERS,
  "GET /api/ads": EVERYONE,
  "POST /api/ads/:id/impression": EVERYONE,
  "POST /api/ads/:id/click": EVERYONE,
  "POST /api/images": TRADERS,
  "GET /images/:name": EVERYONE,
  "GET /api/drafts": ACCOUNTS,
  "PUT /api/drafts/:id": TRADERS,
  // Drafts are found by owner and id, so another user's call deletes nothing.
  "DELETE /api/drafts/:id": TRADERS,
  "GET /api/price-guide": ACCOUNTS,
  "POST /api/products/import": TRADERS,
  "GET /api/products/export.csv": ACCOUNTS,
  "GET /api/products/template.csv": EVERYONE,
  "GET /api/bundles": EVERYONE,
  "GET /api/bundles/mine": ACCOUNTS,
  "POST /api/bundles": TRADERS,
  "GET /api/bundles/:id": EVERYONE,
  "PATCH /api/bundles/:id": SELLERS_TRADING,
  "DELETE /api/bundles/:id": SELLERS_TRADING,
  "GET /api/special-offers/mine": ACCOUNTS,
  "POST /api/special-offers": TRADERS,
  "PATCH /api/special-offers/:id": SELLERS_TRADING,
  "DELETE /api/special-offers/:id": SELLERS_TRADING,
  "GET /api/promotions": ACCOUNTS,
  "POST /api/promotions": TRADERS,
  "POST /api/promotions/:id/cancel": SELLERS_TRADING,
  "GET /api/seller-hub": ACCOUNTS,
  "GET /api/seller-hub/payouts": ACCOUNTS,
  "POST /api/seller-hub/payout-account": TRADERS,
  "POST /api/seller-hub/payout-account/refresh": TRADERS,

  "GET /api/wish-lists": ACCOUNTS,
  "POST /api/wish-lists": TRADERS,
  "GET /api/wish-lists/entries": ACCOUNTS,
  "PUT /api/wish-lists/entries/:item_id": { ...TRADERS, seller: "not theirs" },
  "PATCH /api/wish-lists/:id": BUYERS_TRADING,
  "DELETE /api/wish-lists/:id": BUYERS_TRADING,
  "GET /api/wish-lists/:id/items": BUYERS,
  "GET /api/saved-searches": ACCOUNTS,
  "POST /api/saved-searches": TRADERS,
  "PATCH /api/saved-searches/:id": BUYERS_TRADING,
  "DELETE /api/saved-searches/:id": BUYERS_TRADING,
  "GET /api/requests": ACCOUNTS,
  "POST /api/requests": TRADERS,
  "GET /api/requests/:id": ACCOUNTS,
  "PATCH /api/requests/:id": OWN_REQUEST,
  "POST /api/requests/:id/offers": TRADERS,
  "GET /api/announcements": EVERYONE,
  "POST /api/announcements/seen": ACCOUNTS,
  "GET /api/announcements/:id": EVERYONE,
  "GET /api/donations": EVERYONE,
  "GET /api/donations/mine": ACCOUNTS,
  "GET /api/donations/:id": EVERYONE,
  "PUT /api/donations/:id/cause": OWN_LISTING,
  "DELETE /api/donations/:id/cause": OWN_LISTING,

  "POST /api/rpc/reserve_item": TRADERS,
  "POST /api/rpc/get_item_reservation": EVERYONE,
  "POST /api/rpc/cleanup_expired_reservations": ACCOUNTS,
  "POST /api/rpc/increment_item_view_count": EVERYONE,
  "POST /api/rpc/upsert_active_viewer": EVERYONE,
  "POST /api/rpc/get_active_viewer_count": EVERYONE,
  "POST /api/rpc/get_active_negotiations_count": EVERYONE,
  // Releases only the caller's own hold, and is a no-op without one.
  "DELETE /api/items/:id/reservation": ACCOUNTS,
  "POST /api/items/:id/line": { ...TRADERS, seller: "not theirs" },
  "DELETE /api/items/:id/line": ACCOUNTS,
  "GET /api/items/:id/checkout": HOLDERS,
  "POST /api/items/:id/checkout/acknowledgement": { ...HOLDERS, ...ACCOUNT_STATUS },
  "POST /api/items/:id/checkout/payment-details": { ...HOLDERS, ...ACCOUNT_STATUS },
  "POST /api/transactions": { ...HOLDERS, ...ACCOUNT_STATUS },
  "GET /api/crypto/prices": EVERYONE,
  "GET /api/cart": ACCOUNTS,
  "POST /api/cart": TRADERS,
  "DELETE /api/cart/:id": ACCOUNTS,
  "POST /api/purchases": TRADERS,
  "POST /api/purchases/payment-details": TRADERS,
  "GET /api/purchases/:id": BUYERS,
  "GET /api/bundles/:id/checkout": EXCEPT_OWN,
  // Another user holds its items.
  "POST /api/bundles/:id/checkout/holds": { ...access("taken", VISITOR), ...ACCOUNT_STATUS, seller: "not theirs" },
  // Releases only the caller's own holds, and is a no-op without them.
  "DELETE /api/bundles/:id/checkout/holds": ACCOUNTS,

  "GET /api/orders": ACCOUNTS,
  "GET /api/orders/:id": PARTIES,
  "GET /api/orders/:id/calendar.ics": PARTIES,
  "POST /api/orders/:id/evidence": OF_THE_BUYER,
  "POST /api/orders/:id/cancel": OF_THE_BUYER,
  "POST /api/orders/:id/collected": OF_THE_BUYER,
  "POST /api/orders/:id/handover": OF_THE_SELLER,
  "POST /api/orders/:id/dispute": OF_THE_BUYER,
  "POST /api/orders/:id/call-off": PARTIES,
  "POST /api/orders/:id/sale-answer": OF_THE_BUYER,
  "POST /api/orders/:id/missed": PARTIES,
  "POST /api/orders/:id/contest": PARTIES,
  "POST /api/orders/:id/coming": PARTIES,
  "POST /api/orders/:id/proposals": PARTIES,
  "POST /api/orders/:id/proposals/:proposal": PARTIES,
  "POST /api/orders/:id/money-back": PARTIES,
  "POST /api/orders/:id/refund": OF_THE_SELLER,
  "GET /api/payment-confirmations": ACCOUNTS,
  "POST /api/rpc/confirm_payment_received": SELLERS,
  "POST /api/payment-confirmations/:id/not-received": SELLERS,
  "GET /api/ratings": EVERYONE,
  "GET /api/ratings/deal": PARTIES,
  "POST /api/ratings": PARTIES_TRADING,
  // The seller has been rated by the buyer.
  "POST /api/ratings/:id/reply": OWN_LISTING,
  "GET /api/payments/config": EVERYONE,
  "POST /api/payments/intents": BUYERS,
  "POST /functions/v1/create-payment-intent": BUYERS,
  "GET /api/payments/intents/:id": BUYERS,
  "GET /api/statement": ACCOUNTS,
  "GET /api/balance": ACCOUNTS,
  "GET /api/balance/topups/:pi": BUYERS,
  // Authenticated by the Stripe signature, not by a session.
  "POST /api/stripe/webhook": EVERYONE,

  "POST /functions/v1/agent-negotiate": TRADERS,
  "POST /api/agent-negotiate": TRADERS,
  "GET /api/items/:id/negotiation": ACCOUNTS,
  "POST /api/negotiations/:id/accept": BUYERS_TRADING,
  // Everybody's own items; the buyer reads their negotiation with the item.
  "GET /api/negotiations": ACCOUNTS,
  "GET /api/negotiations/:id": SELLERS,
  "POST /api/negotiations/:id/questions": BUYERS_TRADING,
  "POST /api/negotiations/:id/answers": SELLERS_TRADING,
  "PUT /api/negotiations/:id/answers": SELLERS_TRADING,
  "GET /api/items/:id/price-offer": ACCOUNTS,
  "POST /api/items/:id/price-offer": { ...TRADERS, seller: "not theirs" },
  "GET /api/items/:id/giveaway": EVERYONE,
  "PUT /api/items/:id/giveaway": OWN_LISTING,
  "PUT /api/items/:id/giveaway/entry": { ...TRADERS, seller: "not theirs" },
  "DELETE /api/items/:id/giveaway/entry": ACCOUNTS,
  "POST /api/items/:id/giveaway/pick": SELLERS_TRADING,
  "GET /api/giveaways/:id": EVERYONE,
  "GET /api/admin/giveaways/:id": STAFF,
  "GET /api/price-offers": ACCOUNTS,
  "POST /api/price-offers/decline": ACCOUNTS,
  "GET /api/price-offers/:id": PARTIES,
  "POST /api/price-offers/:id/accept": PARTIES_TRADING,
  "POST /api/price-offers/:id/counter": { ...PARTIES_TRADING, buyer: "not theirs" },
  "POST /api/price-offers/:id/decline": PARTIES,
  "POST /api/price-offers/:id/withdraw": PARTIES,
  // Demo items: nothing is stored.
  "POST /api/demo-items/:demo_item/negotiate": EVERYONE,
  "POST /api/trading/propose-trade": TRADERS,
  "GET /api/trades": ACCOUNTS,
  "GET /api/trades/offerable": ACCOUNTS,
  "GET /api/trades/:id": PARTIES,
  "GET /api/trades/:id/calendar.ics": PARTIES,
  "POST /api/trades/:id/meeting": PARTIES,
  "POST /api/trades/:id/meeting/answer": PARTIES,
  "POST /api/trades/:id/accept": { ...OF_THE_SELLER, ...ACCOUNT_STATUS },
  "POST /api/trades/:id/decline": OF_THE_SELLER,
  "POST /api/trades/:id/withdraw": OF_THE_BUYER,
  "POST /api/trades/:id/handed-over": PARTIES,
  "POST /api/trades/:id/cancel": PARTIES,
  "GET /api/circles": ACCOUNTS,
  "GET /api/circles/:id": PARTIES,
  "POST /api/circles/:id/accept": PARTIES_TRADING,
  "POST /api/circles/:id/withdraw": PARTIES,
  "POST /api/circles/:id/decline": PARTIES,
  "POST /api/circles/:id/call-off": PARTIES,
  "POST /api/circles/:id/hand-over": PARTIES,

  "GET /api/admin/mail": STAFF,
  "GET /api/admin/mail/templates": STAFF,
  "GET /api/admin/mail/texts": STAFF,
  "POST /api/admin/mail/test": STAFF,
  "POST /api/admin/mail/:id/retry": STAFF,
  "GET /api/admin/support": STAFF,
  "POST /api/admin/support/:id/answer": STAFF,
  "POST /api/admin/support/:id/close": STAFF,
  "GET /api/admin/ads": STAFF,
  "POST /api/admin/ads": STAFF,
  "GET /api/admin/ads/:id": STAFF,
  "PATCH /api/admin/ads/:id": STAFF,
  "POST /api/admin/ads/:id/end": STAFF,
  "GET /api/admin/homepage": STAFF,
  "PUT /api/admin/homepage": STAFF,
  "POST /api/admin/orders/:id/resolve": STAFF,
  "GET /api/admin/appeals": STAFF,
  "POST /api/admin/appeals/:id/decision": STAFF,
  "GET /api/admin/reports": STAFF,
  "GET /api/admin/reports/listing-figures": STAFF,
  "GET /api/admin/reports/:id": STAFF,
  "POST /api/admin/reports/:id/decision": STAFF,
  "GET /api/admin/announcements": STAFF,
  "POST /api/admin/announcements": STAFF,
  "POST /api/admin/announcements/preview": STAFF,
  "PATCH /api/admin/announcements/:id": STAFF,
  "DELETE /api/admin/announcements/:id": STAFF,
  "GET /api/admin/ai-settings": STAFF,
  "PUT /api/admin/ai-settings": STAFF,
  "POST /api/admin/ai-settings/preview": STAFF,

  "GET /api/admin/users": STAFF,
  "GET /api/admin/users/:id": STAFF,
  "GET /api/admin/users/:id/orders": STAFF,
  "POST /api/admin/users/:id/measures": STAFF,
  "POST /api/admin/users/:id/role": SUPER_ADMINS,
  "POST /api/admin/users/:id/own-data": STAFF,
  // For super admins, about staff (first-factor.test.ts).
  "POST /api/admin/users/:id/first-factor": STAFF,
  "POST /api/admin/users/:id/sign-out": STAFF,
  "POST /api/admin/users/:id/view": STAFF,
  "POST /api/viewing/end": ACCOUNTS,
  "GET /api/admin/audit-log": STAFF,
  "GET /api/admin/audit-log/actions": STAFF,
  "GET /api/admin/audit-log/export.csv": STAFF,
  "POST /api/admin/audit-log/verify": STAFF,
  "POST /api/admin/orders/:id/close": STAFF,
  "GET /api/admin/payments": STAFF,
  "GET /api/admin/payments/counts": STAFF,
  "GET /api/admin/payments/reversals": STAFF,
  "POST /api/admin/payments/reversals/:id/shares": STAFF,
  "GET /api/admin/payments/:id": STAFF,
  "GET /api/admin/payout-holds": STAFF,
  "POST /api/admin/payout-holds": STAFF,
  "POST /api/admin/payout-holds/:id": STAFF,
  "GET /api/admin/books": STAFF,
  "GET /api/admin/books/holds": STAFF,
  "POST /api/admin/books/differences/:id": STAFF,
  "GET /api/admin/books/export.csv": STAFF,
  "GET /api/admin/baggage": STAFF,
  "GET /api/admin/baggage/:kind": STAFF,
  "POST /api/admin/baggage/:kind/:id": STAFF,
  "POST /api/admin/trades/:id/call-off": STAFF,
  "POST /api/admin/circles/:id/call-off": STAFF,
  "POST /api/admin/circles/:id/settle": STAFF,
  "GET /api/admin/overview": STAFF,
  "GET /api/admin/integrations": STAFF,
  "POST /api/admin/integrations/:integration/check": STAFF,
  "GET /api/admin/site-settings": STAFF,
  "PUT /api/admin/site-settings": STAFF,
  "GET /api/theme": EVERYONE,
  "PUT /api/theme": STAFF,
  "GET /api/health": EVERYONE,

  "GET /robots.txt": EVERYONE,
  "GET /sitemap.xml": EVERYONE,
  "GET /sitemaps/:file": NOT_CONFIGURED,
};

/**
 * GET routes that staff may read while they impersonate a user; all others are refused. The reply of a route in this
 * list must contain no private data, or mask it: tests/workerd/impersonation.test.ts reads each of them with secret values.
 */
export const READABLE_BY_IMPERSONATORS: ReadonlySet<string> = new Set([
  "GET /api/auth/session",
  "GET /api/profile",
  "GET /api/profiles/:id",
  "GET /api/standing",
  "GET /api/decision-figures",
  "GET /api/notifications",
  "GET /api/notifications/counts",
  "GET /api/items",
  "GET /api/items/mine",
  "GET /api/items/status",
  "GET /api/items/count",
  "GET /api/items/places",
  "GET /api/items/trending",
  "GET /api/items/:id",
  "GET /api/items/:id/related",
  "GET /api/items/:id/stock-answers",
  "GET /api/selling/summary",
  "GET /api/marketplace/extras",
  "GET /api/places",
  "GET /api/places/near",
  "GET /api/homepage",
  "GET /api/theme",
  "GET /api/ads",
  "GET /api/stores",
  "GET /api/store",
  "GET /api/price-guide",
  "GET /api/bundles",
  "GET /api/bundles/mine",
  "GET /api/bundles/:id",
  "GET /api/moving-sales/mine",
  "GET /api/moving-sales/:id",
  "GET /api/special-offers/mine",
  "GET /api/promotions",
  "GET /api/seller-hub",
  "GET /api/seller-hub/payouts",
  "GET /api/statement",
  "GET /api/balance",
  "GET /api/wish-lists",
  "GET /api/wish-lists/entries",
  "GET /api/wish-lists/:id/items",
  "GET /api/saved-searches",
  "GET /api/requests",
  "GET /api/requests/:id",
  "GET /api/announcements",
  "GET /api/announcements/:id",
  "GET /api/donations",
  "GET /api/donations/mine",
  "GET /api/donations/:id",
  "GET /api/cart",
  "GET /api/orders",
  "GET /api/orders/:id",
  "GET /api/purchases/:id",
  "GET /api/payment-confirmations",
  "GET /api/ratings",
  "GET /api/ratings/deal",
  "GET /api/trades",
  "GET /api/trades/offerable",
  "GET /api/trades/:id",
  "GET /api/circles",
  "GET /api/circles/:id",
]);
