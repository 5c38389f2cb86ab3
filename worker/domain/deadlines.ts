/** Every length of time that decides something (D30, D31, D35, D44). Milliseconds. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** How long a hold lasts until staff set another length. A hold that has begun keeps its own and is never extended (A32). */
export const DEFAULT_HOLD_MS = 10 * MINUTE_MS;

/** Two holds of one person on one item, then a pause (D35). */
export const HOLDS_IN_A_ROW = 2;
export const HOLD_PAUSE_MS = 30 * MINUTE_MS;

/** Live holds of one person over all items (D35). */
export const LIVE_HOLDS_MAX = 5;
/** Holds begun from one address in an hour, whoever begins them: fifty people's five, and no farm's thousands (A34). */
export const HOLDS_AN_ADDRESS = 250;
/** Payments by transfer or crypto of one buyer that no seller has confirmed yet (A47). */
export const UNSETTLED_TRANSFERS_MAX = 2;

/** How long the buyer has to pay, by method (D30). A free order waits for nothing. */
export const PAYMENT_MS = {
  stripe: 30 * MINUTE_MS,
  crypto: 2 * HOUR_MS,
  bank_transfer: 3 * DAY_MS,
  free: null,
  outside: null,
} as const;

/** Before the collection a payment has to be in: bank transfers a day, crypto while the seller can still look (D55). */
export const PAID_BEFORE_COLLECTION_MS = { stripe: 0, crypto: HOUR_MS, bank_transfer: DAY_MS } as const;
/** A method that leaves the buyer less than this to pay is not offered (D55). */
export const PAYING_LEAST_MS = { stripe: 15 * MINUTE_MS, crypto: HOUR_MS, bank_transfer: HOUR_MS } as const;

/** How long an amount Knowzee names stands, and an accepted one (D30). */
export const OFFER_MS = 10 * MINUTE_MS;
export const ACCEPTED_MS = 24 * HOUR_MS;

/** How long a sale that the seller marked can be undone (D36). */
export const UNDO_SOLD_MS = 10 * MINUTE_MS;

/** How long the seller has to say whether the money came. */
export const CONFIRMATION_MS = 2 * DAY_MS;

/** The seller always has this long to answer, so the buyer's last word comes no later before the collection (D55). */
export const CONFIRMATION_LEAST_MS = 60 * MINUTE_MS;

/** While evidence is with the seller, the buyer's own deadline stays this far behind the seller's (D31). */
export const EVIDENCE_MARGIN_MS = 24 * HOUR_MS;

/** After the seller says "not received" the buyer has this long to sort it out (D31). */
export const DENIED_MS = 24 * HOUR_MS;

/** How long after the agreed collection the buyer may say that something is wrong. */
export const DISPUTE_MS = 3 * DAY_MS;

/** How long somebody reported as not having come to a collection may contest it (D56, D57). */
export const CONTEST_MS = 2 * DAY_MS;

/** How long each has to do their part of a refund that goes from seller to buyer, and how long before its end we remind. */
export const RETURN_MS = 7 * DAY_MS;
export const RETURN_REMINDER_MS = 2 * DAY_MS;

/** Wrong collection codes in a row, and the pause after them. */
export const HANDOVER_TRIES = 5;
export const HANDOVER_LOCK_MS = 15 * MINUTE_MS;

/** Presence without a refresh fades after this (D44). */
export const PRESENCE_MS = 30 * SECOND_MS;

/** A view counts once per viewer and item in this window (D44). */
export const VIEW_WINDOW_MS = 30 * MINUTE_MS;
