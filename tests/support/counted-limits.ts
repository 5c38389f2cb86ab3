/**
 * The limits of what one person may have or do, by the names that the code compares with. Each of RACED has a race in
 * tests/workerd/limit-races.test.ts. tests/unit/source-rules.test.ts finds comparisons with a name that is in neither list.
 */
export const RACED = [
  "ACCEPTED_HOLDS_MAX",
  "CART_MAX",
  "CASH_ORDERS_MAX",
  "DRAFTS_MAX",
  "FOLLOWED_MAX",
  "GIVEAWAYS_PER_ITEM",
  "LIVE_HOLDS_MAX",
  "MESSAGE_LIMITS.cold",
  "MESSAGE_LIMITS.same",
  "OFFERS_MAX",
  "OPEN_OFFERS_MAX",
  "OPEN_REQUESTS_MAX",
  "PICKUP_ORDERS_PER_DAY",
  "PROPOSALS_PER_DAY.item",
  "PROPOSALS_PER_DAY.seller",
  "SALES_LIVE_MAX",
  "SAVED_ITEMS_MAX",
  "SAVED_SEARCHES_MAX",
  "UNSETTLED_TRANSFERS_MAX",
  "WISH_LISTS_MAX",
] as const;

/** Why the others need no race. */
export const NOT_RACED: Readonly<Record<string, string>> = {
  COUNT_MAX: "How far a list counts.",
  PLACES_MAX: "How many places a map shows.",
  EXCERPT_MAX: "The length of a text.",
  QUOTED_MAX: "The length of a text.",
  WAITLIST_MAX: "Shown only; the item's room decides.",
  DEVICES_MAX: "Above it the oldest is dropped, whoever comes first.",
  ROOMS_PER_RUN: "How much a job does.",
  EXPORTS_PER_RUN: "How much a job does.",
  DELETIONS_PER_RUN: "How much a job does.",
  ATTEMPTS_MAX: "Repeats of one request, not of a person.",
  NOTIFICATION_ATTEMPTS_MAX: "Repeats of one delivery.",
  WANTS_PER_PERSON: "How much one comparison reads.",
  "MESSAGE_LIMITS.all": "The same statement as MESSAGE_LIMITS.cold.",
  NOTIFICATIONS_PER_DAY: "The statement that notifies counts; only rows of the last day are read.",
  OPEN_CIRCLES_MAX: "The statement that proposes a circle counts; circle-finder.test.ts.",
  WEEKLY_CIRCLES_MAX: "The statement that proposes a circle counts; circle-finder.test.ts.",
  PASSKEYS_MAX: "The statement that adds a passkey counts; passkeys.test.ts.",
  PHONE_CODE_TRIES: "A try is counted before it is compared; phone.test.ts.",
  PROMOTIONS_PER_PLACEMENT_MAX: "The statement that books counts; promotions.test.ts.",
};
