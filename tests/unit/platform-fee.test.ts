import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_PRICE_CENTS } from "#domain/money";
import { feeReturned, feeTaken, proceedsDue, refundOwed } from "#domain/payments/ledger";
import { formatRate, parseRate, platformFee } from "#domain/payments/platform-fee";
import { SITE_NUMBERS } from "#domain/site/site-settings";

const { min, max, step } = SITE_NUMBERS.platform_fee_bp;
const price = fc.integer({ min: 1, max: MAX_PRICE_CENTS });
const rate = fc.integer({ min: min / step, max: max / step }).map((steps) => steps * step);

describe("platformFee", () => {
  it.each([
    [10_000, 500, 500],
    [10_000, 0, 0],
    [50, 250, 1],
    [1, 2_000, 0],
    [4_999, 2_000, 999],
    [199, 10, 0],
    [MAX_PRICE_CENTS, 2_000, 19_999_999],
  ])("for %i cents at %i basis points is %i cents", (cents, basisPoints, fee) => {
    expect(platformFee(cents, basisPoints)).toBe(fee);
  });

  it("is a whole number of cents, rounded down, and less than the price", () => {
    fc.assert(
      fc.property(price, rate, (cents, basisPoints) => {
        const fee = platformFee(cents, basisPoints);
        expect(Number.isSafeInteger(fee)).toBe(true);
        expect(fee * 10_000).toBeLessThanOrEqual(cents * basisPoints);
        expect((fee + 1) * 10_000).toBeGreaterThan(cents * basisPoints);
        expect(cents - fee).toBeGreaterThan(0);
      }),
    );
  });

  it("does not fall when the price or the rate rises", () => {
    fc.assert(
      fc.property(price, rate, (cents, basisPoints) => {
        expect(platformFee(cents + 1, basisPoints)).toBeGreaterThanOrEqual(platformFee(cents, basisPoints));
        expect(platformFee(cents, basisPoints + step)).toBeGreaterThanOrEqual(platformFee(cents, basisPoints));
      }),
    );
  });
});

describe("fee rate", () => {
  it("parses back to the percentage it was typed as", () => {
    fc.assert(fc.property(rate, (basisPoints) => parseRate(formatRate(basisPoints).slice(0, -1)) === basisPoints));
  });

  it("is shown without needless decimals", () => {
    expect([500, 250, 10, 1_990].map(formatRate)).toEqual(["5%", "2.5%", "0.1%", "19.9%"]);
  });

  it("has at most one decimal place and no sign", () => {
    for (const typed of ["", " ", "-1", "+1", "2.55", "1e1", "5-6", "x", "1,000"]) {
      expect(parseRate(typed), typed).toBeNaN();
    }
    expect([" 12.5 ", "12,5", "12.5 %", ".5"].map(parseRate)).toEqual([1_250, 1_250, 1_250, 50]);
  });
});

describe("ledger entries of the platform fee", () => {
  const total = (txns: { lines: readonly { account: string; amount_cents: number }[] }[]) => {
    const sums = new Map<string, number>();
    for (const { account, amount_cents: cents } of txns.flatMap(({ lines }) => lines)) {
      sums.set(account, (sums.get(account) ?? 0) + cents);
    }
    return Object.fromEntries([...sums].filter(([, cents]) => cents !== 0));
  };

  it("split the price into net and fee, and cover a full refund once the fee is returned", () => {
    fc.assert(
      fc.property(price, rate, (cents, basisPoints) => {
        const part = { intent_id: "pi", order_id: "o", seller_id: "s", fee_cents: platformFee(cents, basisPoints) };
        fc.pre(part.fee_cents > 0);
        const due = [proceedsDue("pi", "o", "s", cents - part.fee_cents), feeTaken(part)];
        expect(total(due)).toEqual({
          order_held: cents,
          "seller_payable:s": part.fee_cents - cents,
          platform_fees: -part.fee_cents,
        });
        const back = refundOwed("r", "pi", "o", cents, { from: "payable", sellerId: "s" });
        expect(total([...due, feeReturned(part), back])).toEqual({ order_held: cents, refunds: -cents });
      }),
    );
  });
});
