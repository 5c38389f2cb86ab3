/**
 * Every rate limit (D50): how many uses of a scope are allowed in a window. `throttle`, `admit` and `countUse` take its
 * name from this list, so a limit that is not listed does not compile, and one scope cannot have two limits.
 */
import { IMPRESSION_WINDOW_MS } from "#domain/ads/ads";
import { DAY_MS, HOLDS_PER_IP_MAX, HOUR_MS, MINUTE_MS, VIEW_WINDOW_MS } from "#domain/deadlines";

/** Whose uses are counted. Each side has its own number; a side that is left out is not limited. */
interface RateLimit {
  window_ms: number;
  /** One account; before sign-in, one email address. */
  account?: number;
  /** One network address, see `clientNetwork`. */
  ip?: number;
  /** One device on which an account has signed in before (A19). */
  device?: number;
  /** One phone number. */
  phone?: number;
  /** Everybody together. */
  all?: number;
}

const TEN_MINUTES = 10 * MINUTE_MS;
const QUARTER_HOUR = 15 * MINUTE_MS;

export const RATE_LIMITS = {
  // Accounts
  "sign-up": { window_ms: HOUR_MS, ip: 20 },
  "sign-in": { window_ms: MINUTE_MS, ip: 20 },
  "sign-in:password": { window_ms: QUARTER_HOUR, account: 10, device: 10 },
  "second-step": { window_ms: MINUTE_MS, ip: 20 },
  /** Wrong codes. A code has a million values and three are valid. */
  code: { window_ms: QUARTER_HOUR, account: 5, device: 5 },
  "sign-out": { window_ms: MINUTE_MS, ip: 60 },
  confirm: { window_ms: HOUR_MS, account: 60, device: 60, ip: 60 },
  /** As often as at sign-in, so that a stolen session cannot guess faster. */
  "confirm:password": { window_ms: QUARTER_HOUR, account: 10, device: 10 },
  "change-email": { window_ms: HOUR_MS, account: 5 },
  "verify-email": { window_ms: HOUR_MS, ip: 30 },
  "verify-resend": { window_ms: HOUR_MS, account: 3 },
  "end-sessions": { window_ms: HOUR_MS, account: 30, device: 30 },
  reset: { window_ms: HOUR_MS, ip: 20 },
  "reset:email": { window_ms: HOUR_MS, account: 3 },
  "reset-password": { window_ms: HOUR_MS, ip: 20 },
  google: { window_ms: MINUTE_MS, ip: 30 },
  "passkey-options": { window_ms: MINUTE_MS, ip: 30 },
  security: { window_ms: HOUR_MS, account: 40, device: 40 },
  /** Each code costs money. */
  "phone-codes": { window_ms: DAY_MS, account: 5, phone: 5, ip: 20 },
  texts: { window_ms: DAY_MS, all: 1_000 },
  "phone-confirm": { window_ms: TEN_MINUTES, account: 30 },
  "phone-remove": { window_ms: TEN_MINUTES, account: 30 },
  profile: { window_ms: TEN_MINUTES, account: 60, ip: 60 },
  "lift-suspension": { window_ms: MINUTE_MS, account: 60 },
  "data:export": { window_ms: DAY_MS, account: 5 },
  "data:download": { window_ms: HOUR_MS, account: 30 },
  "account:delete": { window_ms: DAY_MS, account: 10 },
  appeals: { window_ms: DAY_MS, account: 5 },
  "places:near": { window_ms: TEN_MINUTES, ip: 60 },

  // Listings and selling
  "items:create": { window_ms: TEN_MINUTES, account: 60 },
  "items:edit": { window_ms: TEN_MINUTES, account: 120 },
  "items:bulk": { window_ms: TEN_MINUTES, account: 60 },
  "items:sold": { window_ms: TEN_MINUTES, account: 120 },
  "items:relist": { window_ms: HOUR_MS, account: 120 },
  "still-available": { window_ms: HOUR_MS, ip: 60 },
  "images:upload": { window_ms: TEN_MINUTES, account: 60, ip: 60 },
  "drafts:save": { window_ms: TEN_MINUTES, account: 300 },
  "products:import": { window_ms: TEN_MINUTES, account: 150 },
  "products:export": { window_ms: TEN_MINUTES, account: 30 },
  "bundles:write": { window_ms: TEN_MINUTES, account: 120 },
  "moving-sales": { window_ms: TEN_MINUTES, account: 30 },
  "special-offers": { window_ms: TEN_MINUTES, account: 60 },
  promotions: { window_ms: TEN_MINUTES, account: 30 },
  "selling:holiday": { window_ms: HOUR_MS, account: 20 },
  "payout-account": { window_ms: HOUR_MS, account: 20, ip: 20 },
  "payout-account-refresh": { window_ms: HOUR_MS, account: 60, ip: 60 },
  onboarding: { window_ms: HOUR_MS, account: 30, ip: 30 },
  business: { window_ms: HOUR_MS, account: 30, ip: 30 },
  store: { window_ms: HOUR_MS, account: 60, ip: 60 },
  following: { window_ms: HOUR_MS, account: 120 },

  // Holds, checkout and orders
  reserve: { window_ms: MINUTE_MS, account: 30, ip: 120 },
  holds: { window_ms: HOUR_MS, ip: HOLDS_PER_IP_MAX },
  release: { window_ms: MINUTE_MS, account: 120 },
  cleanup: { window_ms: MINUTE_MS, account: 12 },
  line: { window_ms: HOUR_MS, account: 30, ip: 120 },
  "line-leave": { window_ms: HOUR_MS, account: 120 },
  checkout: { window_ms: TEN_MINUTES, account: 120 },
  "checkout:payment-details": { window_ms: TEN_MINUTES, account: 60 },
  transactions: { window_ms: TEN_MINUTES, account: 30 },
  purchases: { window_ms: TEN_MINUTES, account: 30 },
  "payment-intents": { window_ms: TEN_MINUTES, account: 60 },
  "orders:settle": { window_ms: TEN_MINUTES, account: 60 },
  confirmations: { window_ms: TEN_MINUTES, account: 60 },
  ratings: { window_ms: TEN_MINUTES, account: 30 },
  "rating-replies": { window_ms: TEN_MINUTES, account: 20 },

  // Negotiations, offers, trades and giveaways
  knowzee: { window_ms: TEN_MINUTES, ip: 600 },
  "knowzee:messages": { window_ms: TEN_MINUTES, account: 120 },
  /** About one item (A68). */
  "knowzee:item": { window_ms: TEN_MINUTES, account: 20 },
  "knowzee:demo": { window_ms: TEN_MINUTES, ip: 60 },
  "negotiation:read": { window_ms: TEN_MINUTES, account: 300 },
  "negotiation:accept": { window_ms: MINUTE_MS, account: 30 },
  "seller-questions": { window_ms: DAY_MS, account: 30 },
  "seller-answers": { window_ms: TEN_MINUTES, account: 60 },
  "price-offers": { window_ms: TEN_MINUTES, account: 20, ip: 60 },
  "price-offer-steps": { window_ms: TEN_MINUTES, account: 60 },
  "price-offer:read": { window_ms: TEN_MINUTES, account: 300 },
  "propose-trade": { window_ms: TEN_MINUTES, account: 20, ip: 60 },
  "trade-steps": { window_ms: TEN_MINUTES, account: 60 },
  "circle-steps": { window_ms: TEN_MINUTES, account: 60 },
  giveaways: { window_ms: TEN_MINUTES, account: 30 },
  "giveaways:enter": { window_ms: TEN_MINUTES, account: 30, ip: 120 },
  /** New entries in one giveaway: a household, not a person with many accounts. */
  "giveaways:entry": { window_ms: DAY_MS, ip: 5 },
  "giveaways:read": { window_ms: TEN_MINUTES, ip: 600 },

  // Messages, wishes and notifications
  /**
   * About one other person, of each kind of act that tells them something and can be repeated: a sale marked and undone,
   * another meeting of a trade, an item offered for a request.
   */
  "tell-one-person": { window_ms: DAY_MS, account: 10 },
  messages: { window_ms: MINUTE_MS, account: 60, ip: 300 },
  "messages:read": { window_ms: MINUTE_MS, account: 240 },
  "messages:typing": { window_ms: MINUTE_MS, account: 60 },
  conversations: { window_ms: TEN_MINUTES, account: 60, ip: 60 },
  "quick-replies": { window_ms: HOUR_MS, account: 60 },
  "requests:create": { window_ms: HOUR_MS, account: 10 },
  "requests:change": { window_ms: HOUR_MS, account: 60 },
  "requests:offer": { window_ms: HOUR_MS, account: 30 },
  "wishes:place": { window_ms: TEN_MINUTES, account: 240 },
  "wishes:lists": { window_ms: TEN_MINUTES, account: 60 },
  "searches:save": { window_ms: TEN_MINUTES, account: 60 },
  "notifications-read": { window_ms: HOUR_MS, account: 300 },
  "notification-preferences": { window_ms: HOUR_MS, account: 120 },
  push: { window_ms: HOUR_MS, account: 30 },
  unsubscribe: { window_ms: HOUR_MS, ip: 60 },

  // Live items and ads
  live: { window_ms: MINUTE_MS, ip: 120 },
  /** A tab polls every ten seconds while its socket is down, so this allows about a hundred tabs per address. */
  presence: { window_ms: MINUTE_MS, ip: 600 },
  views: { window_ms: MINUTE_MS, account: 120, ip: 120 },
  /** Counted views of one item without a session, because a script can look like a new browser with every call (A99). */
  view: { window_ms: VIEW_WINDOW_MS, ip: 30 },
  "ad-impression": { window_ms: MINUTE_MS, account: 120, ip: 120 },
  "ad-click": { window_ms: MINUTE_MS, account: 60, ip: 60 },
  /** Counted events of one ad, however many visitors the address claims to be (A100). */
  impression: { window_ms: IMPRESSION_WINDOW_MS, ip: 60 },
  click: { window_ms: IMPRESSION_WINDOW_MS, ip: 60 },

  // Safety, community and staff
  blocks: { window_ms: HOUR_MS, account: 60 },
  reports: { window_ms: DAY_MS, account: 20, ip: 20 },
  support: { window_ms: HOUR_MS, account: 5, ip: 5 },
  contact: { window_ms: HOUR_MS, account: 5, ip: 5 },
  "donations:cause": { window_ms: HOUR_MS, account: 60 },
  "announcements:seen": { window_ms: TEN_MINUTES, account: 60 },
  "announcements:write": { window_ms: TEN_MINUTES, account: 60 },
  "announcements:preview": { window_ms: TEN_MINUTES, account: 300 },
  "admin:support": { window_ms: TEN_MINUTES, account: 60 },
  "admin:users": { window_ms: TEN_MINUTES, account: 60 },
  "viewing-end": { window_ms: TEN_MINUTES, account: 60 },
  "admin:ads": { window_ms: TEN_MINUTES, account: 120 },
  "admin:audit-export": { window_ms: TEN_MINUTES, account: 10 },
  "admin:audit-verify": { window_ms: TEN_MINUTES, account: 60 },
  "admin:payout-holds": { window_ms: TEN_MINUTES, account: 60 },
  "admin:baggage": { window_ms: TEN_MINUTES, account: 120 },
  "admin:orders": { window_ms: TEN_MINUTES, account: 60 },
  "admin:mail": { window_ms: HOUR_MS, account: 30 },
  "admin:ai": { window_ms: TEN_MINUTES, account: 30 },
  "admin:ai-preview": { window_ms: TEN_MINUTES, account: 30 },
  "admin:theme": { window_ms: TEN_MINUTES, account: 60 },
  "admin:site-settings": { window_ms: TEN_MINUTES, account: 30 },
  "admin:integrations": { window_ms: TEN_MINUTES, account: 30 },
  "admin:homepage": { window_ms: TEN_MINUTES, account: 60 },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof RATE_LIMITS;
export type LimitSide = Exclude<keyof RateLimit, "window_ms">;
export type SidesOf<Name extends LimitName> = Exclude<keyof (typeof RATE_LIMITS)[Name], "window_ms">;
/** Limits that count nothing but account and address, which every request has. */
export type RouteLimit = {
  [Name in LimitName]: [Exclude<SidesOf<Name>, "account" | "ip">] extends [never] ? Name : never;
}[LimitName];

/** A counter that is older than this limits nothing. */
export const LONGEST_WINDOW_MS = Math.max(...Object.values(RATE_LIMITS).map(({ window_ms }) => window_ms));
