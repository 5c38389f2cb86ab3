/** The decided durations as plain numbers, independent of the constants they are computed from. */
import { expect, it } from "vitest";
import * as deadlines from "#domain/deadlines";

it("every duration has its decided value", () => {
  expect({ ...deadlines }).toEqual({
    SECOND_MS: 1_000,
    MINUTE_MS: 60_000,
    HOUR_MS: 3_600_000,
    DAY_MS: 86_400_000,
    DEFAULT_HOLD_MS: 600_000,
    HOLDS_IN_A_ROW: 2,
    HOLD_PAUSE_MS: 1_800_000,
    LIVE_HOLDS_MAX: 5,
    HOLDS_PER_IP_MAX: 250,
    UNSETTLED_TRANSFERS_MAX: 2,
    PAYMENT_MS: { stripe: 1_800_000, crypto: 7_200_000, bank_transfer: 259_200_000, free: null, outside: null },
    PAID_BEFORE_COLLECTION_MS: { stripe: 0, crypto: 3_600_000, bank_transfer: 86_400_000 },
    PAYMENT_TIME_MIN_MS: { stripe: 900_000, crypto: 3_600_000, bank_transfer: 3_600_000 },
    OFFER_MS: 600_000,
    ACCEPTED_MS: 86_400_000,
    PRICE_OFFER_MS: 86_400_000,
    PRICE_OFFER_REMINDER_MS: 7_200_000,
    UNDO_SOLD_MS: 600_000,
    CONFIRMATION_MS: 172_800_000,
    CONFIRMATION_TIME_MIN_MS: 3_600_000,
    EVIDENCE_MARGIN_MS: 86_400_000,
    DENIED_MS: 86_400_000,
    COLLECTION_WINDOW_MIN_MS: 1_800_000,
    COLLECTION_WINDOW_MAX_MS: 14_400_000,
    SINGLE_COLLECTION_MS: 1_800_000,
    DISPUTE_MS: 259_200_000,
    CONTEST_MS: 172_800_000,
    REFUND_STEP_MS: 604_800_000,
    REFUND_REMINDER_MS: 172_800_000,
    HANDOVER_TRIES: 5,
    HANDOVER_LOCK_MS: 900_000,
    PRESENCE_MS: 30_000,
    VIEW_WINDOW_MS: 1_800_000,
  });
});
