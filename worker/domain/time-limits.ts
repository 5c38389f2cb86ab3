/** Times and limits set by administrators (D30, D35). A hold, order or offer keeps the values it started with. */
import {
  ACCEPTED_MS,
  CONFIRMATION_MS,
  DEFAULT_HOLD_MS,
  DENIED_MS,
  HOLD_PAUSE_MS,
  HOLDS_IN_A_ROW,
  OFFER_MS,
  PAYMENT_MS,
} from "./deadlines.ts";

export interface TimeLimits {
  hold_ms: number;
  holds_in_a_row: number;
  hold_pause_ms: number;
  payment_ms: Record<"stripe" | "crypto" | "bank_transfer", number>;
  offer_ms: number;
  accepted_ms: number;
  /** Counted in business days (D80). */
  confirmation_ms: number;
  denied_ms: number;
}

/** Used while no administrator has set a value. */
export const DEFAULT_TIME_LIMITS: TimeLimits = {
  hold_ms: DEFAULT_HOLD_MS,
  holds_in_a_row: HOLDS_IN_A_ROW,
  hold_pause_ms: HOLD_PAUSE_MS,
  payment_ms: {
    stripe: PAYMENT_MS.stripe,
    crypto: PAYMENT_MS.crypto,
    bank_transfer: PAYMENT_MS.bank_transfer,
  },
  offer_ms: OFFER_MS,
  accepted_ms: ACCEPTED_MS,
  confirmation_ms: CONFIRMATION_MS,
  denied_ms: DENIED_MS,
};
