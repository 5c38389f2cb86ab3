import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  firstCollection,
  jointMethods,
  jointMethodsByTime,
  jointPayment,
  notTogether,
  orderForPlacing,
  purchaseStatus,
} from "#domain/checkout/purchase";
import { splitBundlePrice } from "#domain/selling/bundle";
import { runs } from "../support/property-runs.ts";

const sum = (cents: readonly number[]) => cents.reduce((total, part) => total + part, 0);

describe("splitBundlePrice", () => {
  it("is exact to the cent, largest remainder first (A64)", () => {
    expect(splitBundlePrice(10_000, [5_000, 5_000, 5_000])).toEqual([3_334, 3_333, 3_333]);
    expect(splitBundlePrice(5_000, [4_550, 2_000, 1_049])).toEqual([2_994, 1_316, 690]);
    expect(splitBundlePrice(99, [100, 0, 100])).toEqual([50, 0, 49]);
    expect(splitBundlePrice(10_002, [5_000, 5_000, 5_000, 5_000])).toEqual([2_501, 2_501, 2_500, 2_500]);
    expect(splitBundlePrice(0, [0, 0])).toEqual([0, 0]);
  });

  it("gives every priced part at least a cent while there are enough", () => {
    expect(splitBundlePrice(3, [1_000_000, 1, 1])).toEqual([1, 1, 1]);
    expect(splitBundlePrice(1, [5, 5])).toEqual([1, 0]);
    expect(splitBundlePrice(4, [1_000_000, 1_000_000, 1])).toEqual([1, 2, 1]);
  });

  it("adds up, never charges a part more than its own price, and keeps free parts free (A64)", () => {
    const prices = fc.array(fc.integer({ min: 0, max: 99_999_999 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(prices, fc.double({ min: 0, max: 1, noNaN: true }), (parts, part) => {
        const total = sum(parts);
        fc.pre(total > 1);
        const price = Math.max(1, Math.floor(total * part * 0.999));
        const shares = splitBundlePrice(price, parts);
        expect(sum(shares)).toBe(price);
        shares.forEach((share, index) => {
          expect(Number.isInteger(share) && share >= 0).toBe(true);
          expect(share).toBeLessThanOrEqual(parts[index] ?? 0);
          if (price >= parts.length && (parts[index] ?? 0) > 0) expect(share).toBeGreaterThan(0);
        });
      }),
      { numRuns: runs(2_000) },
    );
  });
});

const part = (seller_id: string, charged_cents: number, ...methods: ("bank_transfer" | "stripe" | "crypto")[]) => ({
  seller_id,
  charged_cents,
  methods,
});

const CARD = { least_cents: 50, most_cents: 900 };

describe("joint payment", () => {
  it("allows a bank transfer to one seller only, a card for any number of sellers, and never crypto", () => {
    const both = ["bank_transfer", "stripe", "crypto"] as const;
    expect(jointMethods([part("a", 100, ...both), part("a", 200, ...both)], CARD)).toEqual(["bank_transfer", "stripe"]);
    expect(jointMethods([part("a", 100, ...both), part("b", 200, ...both)], CARD)).toEqual(["stripe"]);
    expect(jointMethods([part("a", 100, "bank_transfer"), part("b", 200, ...both)], CARD)).toEqual([]);
  });

  it("ignores free items, and offers a card only within the provider's limits", () => {
    expect(jointMethods([part("a", 0), part("b", 100, "stripe", "bank_transfer")], CARD)).toEqual([
      "bank_transfer",
      "stripe",
    ]);
    expect(jointMethods([part("a", 49, "stripe")], CARD)).toEqual([]);
    expect(jointMethods([part("a", 50, "stripe")], CARD)).toEqual(["stripe"]);
    expect(jointMethods([part("a", 60, "stripe"), part("b", 840, "stripe")], CARD)).toEqual(["stripe"]);
    expect(jointMethods([part("a", 60, "stripe"), part("b", 841, "stripe")], CARD)).toEqual([]);
    expect(jointMethods([part("a", 0)], CARD)).toEqual([]);
    expect(jointMethods([part("a", 0)], { least_cents: 0, most_cents: 9 })).toEqual([]);
  });

  it("names why a method that a seller accepts cannot pay for everything", () => {
    const all = ["bank_transfer", "stripe", "crypto"] as const;
    expect(notTogether([part("a", 100, ...all), part("b", 200, ...all)], CARD)).toEqual([
      "bank_one_seller",
      "crypto_one_item",
    ]);
    expect(notTogether([part("a", 100, "bank_transfer"), part("b", 200, "stripe")], CARD)).toEqual([
      "bank_one_seller",
      "card_not_all_sellers",
    ]);
    expect(notTogether([part("a", 49, "stripe", "bank_transfer")], CARD)).toEqual(["card_amount"]);
    expect(notTogether([part("a", 100, "stripe"), part("b", 0)], CARD)).toEqual([]);
    expect(notTogether([part("a", 0, ...all)], CARD)).toEqual([]);
  });

  it("places orders by id, free items last", () => {
    const parts = [
      { item_id: "c", charged_cents: 5 },
      { item_id: "a", charged_cents: 0 },
      { item_id: "b", charged_cents: 7 },
    ];
    expect(orderForPlacing(parts).map((one) => one.item_id)).toEqual(["b", "c", "a"]);
    const ids = (order: string) => orderForPlacing([...order].map((item_id) => ({ item_id, charged_cents: 1 })));
    for (const order of ["abc", "acb", "bac", "bca", "cab", "cba"]) {
      expect(ids(order).map((one) => one.item_id)).toEqual(["a", "b", "c"]);
    }
  });

  it("derives the purchase status from its orders", () => {
    expect(purchaseStatus(["payment_confirmed", "completed"])).toBe("paid");
    expect(purchaseStatus(["payment_confirmed", "awaiting_payment"])).toBe("awaiting_payment");
    expect(purchaseStatus(["payment_confirmed", "payment_pending_seller_confirmation"])).toBe("waiting_for_seller");
    expect(purchaseStatus(["payment_confirmed", "disputed"])).toBe("waiting_for_seller");
    expect(purchaseStatus(["expired", "cancelled", "refunded"])).toBe("cancelled");
    expect(purchaseStatus(["payment_confirmed", "refunded"])).toBe("settled");
  });
});

describe("time before the first collection (D55)", () => {
  const HOUR = 3_600_000;
  const at = (hours: number, cents = 100) => ({
    seller_id: "a",
    charged_cents: cents,
    methods: ["bank_transfer", "stripe"] as const,
    collection_date: hours * HOUR,
  });

  it("limits joint payment to methods that finish before the earliest collection", () => {
    expect(jointMethodsByTime([at(25), at(90)], CARD, 0)).toEqual({
      methods: ["bank_transfer", "stripe"],
      too_late: [],
    });
    expect(jointMethodsByTime([at(24), at(90)], CARD, 0)).toEqual({ methods: ["stripe"], too_late: ["bank_transfer"] });
    expect(jointMethodsByTime([at(0.1), at(90)], CARD, 0).methods).toEqual([]);
  });

  it("names the deadline of each method it offers", () => {
    const clocks = { payment_ms: { bank_transfer: 72 * HOUR, stripe: HOUR / 2, crypto: 2 * HOUR } };
    const { methods, pay_by } = jointPayment([at(90), at(48)], CARD, 0, clocks);
    expect(methods).toEqual(["bank_transfer", "stripe"]);
    expect(pay_by).toEqual({ bank_transfer: 24 * HOUR, stripe: HOUR / 2 });
    expect(jointPayment([at(1, 0)], CARD, 0, clocks)).toMatchObject({ methods: [], pay_by: {} });
  });

  it("ignores the collection of a free item", () => {
    expect(firstCollection([at(1, 0), at(90)])).toBe(90 * HOUR);
  });
});
