/** Refunds of card payments that sellers order themselves (D68). */
import type { Cents } from "../money.ts";

export interface CountedRefund {
  /** The purchase, or the order itself: orders bought together count as one refund. */
  bundle_id: string;
  amount_cents: Cents;
}

/** What a seller may refund in a day without staff. */
export interface RefundLimits {
  cents: Cents;
  number: number;
}

export const REFUND_LIMIT_DOLLARS = 2_000;
export const REFUNDS_A_DAY = 10;

/** Returns whether a refund stays within the daily limits. `today` holds the seller's counted refunds of the last day. */
export function isWithinRefundLimits(
  today: readonly CountedRefund[],
  next: CountedRefund,
  { cents, number }: RefundLimits,
): boolean {
  const all = [...today, next];
  const sum = all.reduce((total, { amount_cents }) => total + amount_cents, 0);
  return sum <= cents && new Set(all.map(({ bundle_id }) => bundle_id)).size <= number;
}
