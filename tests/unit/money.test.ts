/** Conversion between cents and dollars (D16). Random input: tests/property/catalogue-inputs.test.ts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  centsToDollars,
  discountPercent,
  dollarsToCents,
  formatCents,
  MAX_PRICE_CENTS,
  percentOf,
} from "#domain/money";

describe("dollarsToCents", () => {
  it.each([
    [0, 0],
    [0.05, 5],
    [19.5, 1_950],
    [19.99, 1_999],
    [999_999.99, MAX_PRICE_CENTS],
    [9_999_999, 999_999_900],
  ])("converts %s to the exact number of cents", (dollars, cents) => {
    expect(dollarsToCents(dollars)).toBe(cents);
  });

  it.each([1.005, -1, 12_345_678, 1e21, Number.NaN])("refuses %s instead of rounding it", (dollars) => {
    expect(dollarsToCents(dollars)).toBeNull();
  });
});

describe("money output", () => {
  it("is decimal on the wire", () => {
    expect([0, 5, 1_950, MAX_PRICE_CENTS].map(centsToDollars)).toEqual([0, 0.05, 19.5, 999_999.99]);
  });

  it("leaves out the cents of whole dollars", () => {
    expect([0, 5, 1_950, 24_000, 100_001, MAX_PRICE_CENTS].map(formatCents)).toEqual([
      "$0",
      "$0.05",
      "$19.50",
      "$240",
      "$1,000.01",
      "$999,999.99",
    ]);
  });

  it("matches Intl for every amount", () => {
    const money = (cents: number) =>
      new Intl.NumberFormat("en-AU", {
        style: "currency",
        currency: "AUD",
        minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
      }).format(cents / 100);
    // Totals of the whole marketplace and refunds lie outside the range of prices.
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), (cents) => {
        expect(formatCents(cents)).toBe(money(cents));
      }),
    );
  });
});

describe("discountPercent", () => {
  it("returns the whole percent off the previous price", () => {
    expect(discountPercent(10_00, 7_50)).toBe(25);
    expect(discountPercent(3_00, 2_00)).toBe(33);
    expect(discountPercent(10_00, 0)).toBe(100);
    expect(discountPercent(1_000_00, 994_00)).toBe(1);
  });

  it("returns null unless the price fell by at least one percent", () => {
    expect(discountPercent(null, 10_00)).toBeNull();
    expect(discountPercent(10_00, 10_00)).toBeNull();
    expect(discountPercent(9_00, 10_00)).toBeNull();
    expect(discountPercent(1_000_00, 996_00)).toBeNull();
    expect(discountPercent(0, 0)).toBeNull();
    expect(discountPercent(0, 10_00)).toBeNull();
  });
});

describe("percentOf", () => {
  it("rounds half up to the cent, for percentages with two decimals", () => {
    expect(percentOf(10_00, 20)).toBe(2_00);
    expect(percentOf(999, 10)).toBe(100); // 99.9
    expect(percentOf(995, 10)).toBe(100); // 99.5
    expect(percentOf(994, 10)).toBe(99); // 99.4
    expect(percentOf(10_00, 12.34)).toBe(123); // 123.4
    expect(percentOf(MAX_PRICE_CENTS, 100)).toBe(MAX_PRICE_CENTS);
    expect(percentOf(10_000, 0.01)).toBe(1);
  });
});
