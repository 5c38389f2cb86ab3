/** Every time limit of the rules, in milliseconds (D30, D31, D35, D44). */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Default length of a hold; staff may set another. A running hold keeps its length and is never extended (A32). */
export const DEFAULT_HOLD_MS = 10 * MINUTE_MS;

/** A hold whose holder was shown where to send coins lasts this long, once per buyer and item (D76). */
export const PAYMENT_HOLD_MS = 30 * MINUTE_MS;

/** How often in a row a user may hold one item, and the pause in which they then cannot hold it again (D35). */
export const HOLDS_IN_A_ROW = 2;
export const HOLD_PAUSE_MS = 30 * MINUTE_MS;

/** Live holds of one user over all items (D35). */
export const LIVE_HOLDS_MAX = 5;
/** Holds started from one IP address in an hour: enough for fifty people with five holds each (A34). */
export const HOLDS_PER_IP_MAX = 250;
/** Bank transfers and crypto payments of one buyer that no seller has confirmed yet (A47). */
export const UNSETTLED_TRANSFERS_MAX = 2;

/** How long the buyer has to pay, by method (D30). Null: no payment is awaited. */
export const PAYMENT_MS = {
  stripe: 30 * MINUTE_MS,
  crypto: 2 * HOUR_MS,
  bank_transfer: 3 * DAY_MS,
  free: null,
  cash: null,
  outside: null,
} as const;

/** How long before the collection a payment must be complete (D55). */
export const PAID_BEFORE_COLLECTION_MS = { stripe: 0, crypto: HOUR_MS, bank_transfer: DAY_MS, cash: 0 } as const;
/** A method that leaves the buyer less time than this to pay is not offered (D55). */
export const PAYMENT_TIME_MIN_MS = {
  stripe: 15 * MINUTE_MS,
  crypto: HOUR_MS,
  bank_transfer: HOUR_MS,
  cash: 0,
} as const;

/** How long after the collection the seller can still enter the code of an order paid at pick-up (D53). */
export const CASH_AFTER_MS = 24 * HOUR_MS;
/** Orders paid at pick-up that a buyer may have open at once; those of one purchase count once (D53). */
export const CASH_ORDERS_MAX = 2;
/** Orders paid at pick-up, and free ones, that a buyer may place in 24 hours, also if they are called off (A104, A118). */
export const PICKUP_ORDERS_PER_DAY = 5;
/** Until this age an account without a completed order pays before the collection (D53). */
export const CASH_ACCOUNT_AGE_MS = 7 * DAY_MS;
/** How long after a missed collection an account pays before the collection (D53). */
export const CASH_NO_SHOW_MS = 90 * DAY_MS;
/** How long after the collection of an order paid at pick-up a party can report that the other did not come (D56). */
export const NO_SHOW_REPORT_MS = 3 * DAY_MS;

/** How long an offer from Knowzee is valid, and an accepted one (D30). */
export const OFFER_MS = 10 * MINUTE_MS;
export const ACCEPTED_MS = 24 * HOUR_MS;

/** How long a price offer waits for each answer (D52), and how long before its end both sides are reminded. */
export const PRICE_OFFER_MS = 24 * HOUR_MS;
export const PRICE_OFFER_REMINDER_MS = 2 * HOUR_MS;

/** How long the winner of a draw, or the person a giver picked, has to confirm (D57), and when we remind them. */
export const GIVEAWAY_CONFIRM_MS = 24 * HOUR_MS;
export const GIVEAWAY_REMINDER_MS = 4 * HOUR_MS;

/** How long a seller can undo a sale they marked (D36). */
export const UNDO_SOLD_MS = 10 * MINUTE_MS;

/** How long the seller has to say whether the payment arrived, in business days (D80). */
export const CONFIRMATION_MS = 2 * DAY_MS;

/** Minimum time for the seller to answer, so a payment must be reported this long before the collection (D55). */
export const CONFIRMATION_TIME_MIN_MS = 60 * MINUTE_MS;

/** After the buyer reports a payment, their deadline stays this long after the seller's (D31). */
export const EVIDENCE_MARGIN_MS = 24 * HOUR_MS;

/** How long the buyer has to respond after the seller says "not received" (D31). */
export const DENIED_MS = 24 * HOUR_MS;

/** Shortest and longest collection window (D54). */
export const COLLECTION_WINDOW_MIN_MS = 30 * MINUTE_MS;
export const COLLECTION_WINDOW_MAX_MS = 4 * HOUR_MS;
/** How long a collection lasts when the seller named one time: as long as the shortest window. */
export const SINGLE_COLLECTION_MS = 30 * MINUTE_MS;

/** How long after the agreed collection the buyer may report a problem. */
export const DISPUTE_MS = 3 * DAY_MS;

/** How long a user reported as absent from a collection may contest it (D56, D57). */
export const CONTEST_MS = 2 * DAY_MS;

/** Time for each step of a refund that the seller pays to the buyer, and how long before the end we send a reminder. */
export const REFUND_STEP_MS = 7 * DAY_MS;
export const REFUND_REMINDER_MS = 2 * DAY_MS;
/** How long staff have to decide about a fraud warning before an order that was not collected is refunded (D73). */
export const FRAUD_DECISION_MS = 2 * DAY_MS;
/** Staff are reminded this long before a bank's deadline for evidence. */
export const EVIDENCE_REMINDER_MS = 2 * DAY_MS;

/** Wrong handover codes in a row until typing is locked, and how long it stays locked. */
export const HANDOVER_TRIES = 5;
export const HANDOVER_LOCK_MS = 15 * MINUTE_MS;

/** A viewer counts as present this long after their last refresh (D44). */
export const PRESENCE_MS = 30 * SECOND_MS;

/** A view counts once per viewer and item in this window (D44). */
export const VIEW_WINDOW_MS = 30 * MINUTE_MS;
