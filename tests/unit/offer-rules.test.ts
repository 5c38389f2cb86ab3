/** Validation messages for special offers that cannot run (A51). */
import { describe, expect, it } from "vitest";
import { type OfferDraft, offerProblems } from "#domain/selling/offer-rules";
import type { OfferType } from "#domain/selling/special-offers";

const NOW = 1_800_000_000_000;
const PRICES = [30_00, 20_00, 10_00];

const problems = (
  offer_type: OfferType,
  config: OfferDraft["config"],
  prices: OfferDraft["prices"] = PRICES,
  ends_at: number | null = null,
) => offerProblems({ offer_type, config, prices, ends_at }, NOW);

const fields = (...draft: Parameters<typeof problems>) => problems(...draft).map(({ field }) => field);

const BOGO = { buy_quantity: 1, get_quantity: 1 };

describe("valid special offer", () => {
  it.each([
    ["bogo", BOGO],
    ["bulk_discount", { min_quantity: 3, discount_type: "percentage", discount_percentage: 10 }],
    ["bulk_discount", { min_quantity: 2, discount_type: "dollar", discount_amount: 29.99 }],
    ["percentage_off", { percentage: 99.99 }],
    ["bundle", { bundle_price: 59.99 }],
  ] as const)("%s %o is accepted", (type, config) => {
    expect(problems(type, config)).toEqual([]);
    expect(problems(type, config, PRICES, NOW + 1)).toEqual([]);
  });

  it("must end in the future", () => {
    const past = [{ field: "ends_at", message: "Choose an end date in the future." }];
    expect(problems("bogo", BOGO, PRICES, NOW)).toEqual(past);
    // Reported together with other problems.
    expect(fields("bogo", {}, PRICES, NOW)).toEqual(["ends_at", "config.buy_quantity"]);
    expect(fields("bogo", BOGO, [10_00], NOW)).toEqual(["ends_at", "item_ids"]);
    expect(fields("bundle", { bundle_price: 60 }, PRICES, NOW)).toEqual(["ends_at", "config.bundle_price"]);
  });
});

describe("special offer with too few items", () => {
  it("reports how many items it needs", () => {
    expect(problems("bogo", { buy_quantity: 2, get_quantity: 1 }, [30_00, 20_00])).toEqual([
      { field: "item_ids", message: "Choose at least 3 items. With fewer, no one can use this offer." },
    ]);
    expect(problems("percentage_off", { percentage: 10 }, [])).toEqual([
      { field: "item_ids", message: "Choose at least 1 item. With fewer, no one can use this offer." },
    ]);
    expect(problems("percentage_off", { percentage: 10 }, [10_00])).toEqual([]);
    expect(fields("bundle", { bundle_price: 5 }, [10_00])).toEqual(["item_ids"]);
  });
});

describe("invalid number in a special offer", () => {
  const whole = "Enter a whole number from 1 to 99.";

  it("is reported for the items to buy before the items given", () => {
    for (const buy_quantity of [0, 100, 1.5, "two", undefined]) {
      expect(problems("bogo", { buy_quantity, get_quantity: 0 })).toEqual([
        { field: "config.buy_quantity", message: whole },
      ]);
    }
    for (const buy_quantity of [1, 99]) {
      expect(problems("bogo", { buy_quantity, get_quantity: 0 })).toEqual([
        { field: "config.get_quantity", message: whole },
      ]);
    }
  });

  it("is reported for the minimum quantity before the discount", () => {
    for (const min_quantity of [1, 100, 2.5, "three", undefined]) {
      expect(problems("bulk_discount", { min_quantity })).toEqual([
        { field: "config.min_quantity", message: "Enter a whole number from 2 to 99." },
      ]);
    }
    for (const min_quantity of [2, 99]) {
      expect(fields("bulk_discount", { min_quantity })).toEqual(["config.discount_percentage"]);
    }
  });

  it("is reported in dollars or percent", () => {
    const percent = "Enter a percentage above 0 and below 100.";
    expect(problems("bulk_discount", { min_quantity: 2, discount_type: "dollar" })).toEqual([
      { field: "config.discount_amount", message: "Enter an amount in dollars, such as 10 or 12.50." },
    ]);
    expect(problems("bulk_discount", { min_quantity: 2, discount_percentage: 100 })).toEqual([
      { field: "config.discount_percentage", message: percent },
    ]);
    expect(problems("percentage_off", { percentage: 0 })).toEqual([{ field: "config.percentage", message: percent }]);
    expect(problems("bundle", { bundle_price: "lots" })).toEqual([
      { field: "config.bundle_price", message: "Enter a price in dollars, such as 45 or 45.50." },
    ]);
  });
});

describe("amount of a special offer", () => {
  it("must be less than the sum of the items for a set price", () => {
    expect(problems("bundle", { bundle_price: 60 })).toEqual([
      { field: "config.bundle_price", message: "It must be less than the items cost separately, $60." },
    ]);
  });

  it("must be less than the cheapest qualifying items for a dollar discount", () => {
    const off = (discount_amount: number) => ({ min_quantity: 2, discount_type: "dollar", discount_amount });
    for (const prices of [PRICES, [...PRICES].reverse()]) {
      expect(problems("bulk_discount", off(30), prices)).toEqual([
        {
          field: "config.discount_amount",
          message: "It must be less than the 2 cheapest items cost together, $30.",
        },
      ]);
    }
  });
});
