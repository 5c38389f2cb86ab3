import { describe, expect, it } from "vitest";
import { reserveFor, reserveToStore, roundingUnit } from "#domain/negotiation/price-ladder";
import { meaningfulWords, sharedWordsNeeded, summariseSales } from "#domain/selling/price-guide";

const sales = (prices: number[], condition: "good" | "fair" = "good") =>
  prices.map((price_cents) => ({ price_cents, condition }));

describe("summariseSales", () => {
  it("returns null for fewer than five sales, giveaways excluded", () => {
    expect(summariseSales(sales([1_000, 2_000, 3_000, 4_000, 0, 0]), null)).toBeNull();
    expect(summariseSales(sales([1_000, 2_000, 3_000, 4_000, 5_000]), null)).toMatchObject({ count: 5 });
  });

  it("returns the median and the quartiles", () => {
    expect(summariseSales(sales([5_000, 1_000, 3_000, 2_000, 4_000]), null)).toMatchObject({
      low_cents: 2_000,
      median_cents: 3_000,
      high_cents: 4_000,
    });
    // Between two sales the value is interpolated, half a cent rounded up.
    expect(summariseSales(sales([100, 200, 301, 400, 500, 600]), null)).toMatchObject({
      median_cents: 351,
      low_cents: 225,
      high_cents: 475,
    });
  });

  it("uses sales in the same condition when there are enough, else all", () => {
    const mixed = [...sales([100, 100, 100, 100, 100], "fair"), ...sales([900, 900, 900, 900])];
    expect(summariseSales(mixed, "fair")).toMatchObject({ count: 5, median_cents: 100, condition: "fair" });
    expect(summariseSales(mixed, "good")).toMatchObject({ count: 9, condition: null });
  });

  it("finds the meaningful words of a title, and how many must match", () => {
    expect(meaningfulWords("The Reid bike, size 26, NEW bike lock")).toEqual(["reid", "bike", "lock"]);
    expect(meaningfulWords("oak TV of 1984, the 1960s, usb3, 12")).toEqual(["oak", "1960s", "usb3"]);
    for (const nothing of ["the and for with from size", "set old new very good"])
      expect(meaningfulWords(`${nothing} oak`)).toEqual(["oak"]);
    expect([1, 2, 3, 4, 5, 6].map(sharedWordsNeeded)).toEqual([1, 1, 1, 2, 2, 3]);
  });
});

describe("reserveFor", () => {
  const ladder = (offset: number, step_percent = 5) => ({ offset, step_percent });
  const offsets = [0, 0.13, 0.5, 0.77, 0.999];

  it("returns a step above the minimum price, at most one step and the rounding away", () => {
    for (let price = 50; price < 300_000; price = Math.ceil(price * 1.37)) {
      for (let share = 1; share <= 100; share += 3) {
        const minimum = Math.max(1, Math.floor((price * share) / 100));
        for (const offset of offsets) {
          const reserve = reserveFor(price, minimum, ladder(offset));
          expect(reserve).toBeLessThanOrEqual(price);
          if (minimum < price) expect(reserve).toBeGreaterThan(minimum);
          const rounding = reserve < 20_00 ? 50 : reserve < 500_00 ? 1_00 : reserve < 2_000_00 ? 5_00 : 10_00;
          expect(reserve - minimum).toBeLessThanOrEqual(price * 0.05 + 2 * rounding);
        }
      }
    }
  });

  it("lies elsewhere for every item, so that no price is the minimum by its form (A131)", () => {
    const reserves = offsets.map((offset) => reserveFor(200_00, 150_00, ladder(offset)));
    expect(reserves).toEqual([160_00, 159_00, 155_00, 153_00, 151_00]);
    expect(reserveFor(200_00, 152_00, ladder(0.5))).toBe(reserveFor(200_00, 154_99, ladder(0.5)));
    expect(reserveFor(200_00, 155_00, ladder(0.5))).toBe(165_00);
  });

  it("returns the price when no step lies above the minimum", () => {
    expect(reserveFor(200_00, 199_50, ladder(0.5))).toBe(200_00);
    expect(reserveFor(200_00, 200_00, ladder(0.5))).toBe(200_00);
  });

  it("keeps the stored step when the price changes, and updates it with the minimum", () => {
    const stored = { minimum_price_cents: 150_00, reserve_cents: 160_00 };
    const half = ladder(0.5);
    expect(reserveToStore({ price_cents: 190_00, minimum_price_cents: 150_00 }, stored, half)).toBe(160_00);
    expect(reserveToStore({ price_cents: 200_00, minimum_price_cents: 120_00 }, stored, half)).toBe(125_00);
    expect(reserveToStore({ price_cents: 200_00, minimum_price_cents: null }, stored, half)).toBeNull();
    expect(reserveToStore({ price_cents: 200_00, minimum_price_cents: 150_00 }, null, half)).toBe(155_00);
    const never = { minimum_price_cents: 150_00, reserve_cents: null };
    expect(reserveToStore({ price_cents: 200_00, minimum_price_cents: 150_00 }, never, half)).toBe(155_00);
    expect(reserveToStore({ price_cents: 200_00, minimum_price_cents: 150_00 }, never, null)).toBeNull();
  });

  it("never returns zero, and Knowzee names round amounts", () => {
    expect(reserveFor(100_00, 0, ladder(0))).toBe(5_00);
    const units = [19_99, 20_00, 99_99, 100_00, 499_99, 500_00].map(roundingUnit);
    expect(units).toEqual([50, 1_00, 1_00, 5_00, 5_00, 10_00]);
  });
});
