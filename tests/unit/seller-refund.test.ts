import { describe, expect, it } from "vitest";
import { isWithinRefundLimits } from "#domain/payments/seller-refund";

const LIMITS = { cents: 200_000, number: 2 };
const refund = (bundle_id: string, amount_cents: number) => ({ bundle_id, amount_cents });

describe("isWithinRefundLimits (D68)", () => {
  it.each([
    ["just below the value", 199_999, true],
    ["at the value", 200_000, true],
    ["just above the value", 200_001, false],
  ])("%s", (_, cents, within) => {
    expect(isWithinRefundLimits([], refund("a", cents), LIMITS)).toBe(within);
    expect(isWithinRefundLimits([refund("a", cents - 1)], refund("b", 1), LIMITS)).toBe(within);
  });

  it("counts refunds up to the number", () => {
    expect(isWithinRefundLimits([refund("a", 1)], refund("b", 1), LIMITS)).toBe(true);
    expect(isWithinRefundLimits([refund("a", 1), refund("b", 1)], refund("c", 1), LIMITS)).toBe(false);
  });

  it("counts a bundle once, with the value of all its orders", () => {
    const today = [refund("a", 1), refund("b", 1), refund("b", 1)];
    expect(isWithinRefundLimits(today, refund("b", 1), LIMITS)).toBe(true);
    expect(isWithinRefundLimits(today, refund("b", 200_000), LIMITS)).toBe(false);
  });
});
