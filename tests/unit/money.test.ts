/** Amounts at the border between cents and dollars (D16, §9). Any text at all: tests/property/catalogue-inputs.test.ts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  centsToDollars,
  discountPercent,
  dollarsToCents,
  formatCents,
  isTooMuch,
  MAX_PRICE_CENTS,
  percentOf,
} from "#domain/money";

describe("dollars read", () => {
  it.each([
    ["0", 0],
    ["5", 500],
    [" 19.5 ", 1_950],
    ["19.50", 1_950],
    ["0.05", 5],
    [19.99, 1_999],
    ["999999.99", MAX_PRICE_CENTS],
    ["9999999", 999_999_900],
  ])("%s is exactly that many cents", (dollars, cents) => {
    expect(dollarsToCents(dollars)).toBe(cents);
  });

  it.each([
    "",
    "x",
    "-1",
    "+1",
    "1.005",
    "1.",
    ".5",
    "1,5",
    "1e3",
    "12345678",
    "$5",
    "5 dollars",
    1.005,
    -1,
    1e21,
    Number.NaN,
  ])("%s is no amount, and is not rounded to one", (dollars) => {
    expect(dollarsToCents(dollars)).toBeNull();
  });
});

describe("more than a listing may carry", () => {
  it.each(["1000000", " 1000000.5 ", "12345678.99", 1_000_000, 1e15])("is said of %s", (dollars) => {
    expect(isTooMuch(dollars)).toBe(true);
  });

  it.each([
    "999999.99",
    "5",
    19.5,
    "",
    "x",
    "-1000000",
    "1000000.555",
    "a1000000",
    "1000000 dollars",
    "1.0000000",
    1e21,
  ])("is not said of %s", (dollars) => {
    expect(isTooMuch(dollars)).toBe(false);
  });
});

describe("dollars written", () => {
  it("are decimal on the wire", () => {
    expect([0, 5, 1_950, MAX_PRICE_CENTS].map(centsToDollars)).toEqual([0, 0.05, 19.5, 999_999.99]);
  });

  it("lose their cents where there are none", () => {
    expect([0, 5, 1_950, 24_000, 100_001, MAX_PRICE_CENTS].map(formatCents)).toEqual([
      "$0",
      "$0.05",
      "$19.50",
      "$240",
      "$1,000.01",
      "$999,999.99",
    ]);
  });

  it("are written as the language says", () => {
    const money = (cents: number) =>
      new Intl.NumberFormat("en-AU", {
        style: "currency",
        currency: "AUD",
        minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
      }).format(cents / 100);
    // Sums of a whole marketplace, and what was given back, are larger and smaller than any price.
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), (cents) => {
        expect(formatCents(cents)).toBe(money(cents));
      }),
    );
  });
});

describe("a discount badge", () => {
  it("is the whole percent from the previous price", () => {
    expect(discountPercent(10_00, 7_50)).toBe(25);
    expect(discountPercent(3_00, 2_00)).toBe(33);
    expect(discountPercent(10_00, 0)).toBe(100);
    expect(discountPercent(1_000_00, 994_00)).toBe(1);
  });

  it("is not shown where nothing became cheaper, or not by a percent", () => {
    expect(discountPercent(null, 10_00)).toBeNull();
    expect(discountPercent(10_00, 10_00)).toBeNull();
    expect(discountPercent(9_00, 10_00)).toBeNull();
    expect(discountPercent(1_000_00, 996_00)).toBeNull();
    expect(discountPercent(0, 0)).toBeNull();
    expect(discountPercent(0, 10_00)).toBeNull();
  });
});

describe("a share of an amount", () => {
  it("is rounded half up to the cent, to two places of a percent", () => {
    expect(percentOf(10_00, 20)).toBe(2_00);
    expect(percentOf(999, 10)).toBe(100); // 99.9
    expect(percentOf(995, 10)).toBe(100); // 99.5
    expect(percentOf(994, 10)).toBe(99); // 99.4
    expect(percentOf(10_00, 12.34)).toBe(123); // 123.4
    expect(percentOf(MAX_PRICE_CENTS, 100)).toBe(MAX_PRICE_CENTS);
    expect(percentOf(10_000, 0.01)).toBe(1);
  });
});
