/** Special offers: stored form, running time and item counts (D25). */
import { describe, expect, it } from "vitest";
import {
  isOfferRunning,
  itemsNeeded,
  OFFER_TYPES,
  type OfferTerms,
  offerConfig,
  offerLabel,
  offerTerms,
} from "#domain/selling/special-offers";

const NOW = 1_800_000_000_000;

const TERMS: readonly (readonly [OfferTerms, size: number, needed: number, label: string])[] = [
  [{ type: "bogo", buy: 2, get: 1 }, 9, 3, "Buy 2, get 1 free"],
  [{ type: "bulk_discount", from: 3, percent: 12.5 }, 9, 3, "12.5% off 3 or more"],
  [{ type: "bulk_discount", from: 2, off_cents: 10_50 }, 9, 2, "$10.50 off 2 or more"],
  [{ type: "percentage_off", percent: 20 }, 9, 1, "20% off at checkout"],
  [{ type: "bundle", price_cents: 45_00 }, 3, 3, "Bundle deal: $45 together"],
];

describe("special offer of every kind", () => {
  it.each(TERMS)("%o round-trips through its stored form, with item count and label", (terms, size, needed, label) => {
    expect(offerTerms(terms.type, offerConfig(terms))).toEqual(terms);
    expect(itemsNeeded(terms, size)).toBe(needed);
    expect(offerLabel(terms)).toBe(label);
  });

  it("stores for a bulk discount whether it is in percent or dollars", () => {
    const stored = TERMS.map(([terms]) => offerConfig(terms).discount_type).filter((type) => type !== undefined);
    expect(stored).toEqual(["percentage", "dollar"]);
  });

  it("is covered by this test", () => {
    expect([...OFFER_TYPES].sort()).toEqual([...new Set(TERMS.map(([{ type }]) => type))].sort());
  });

  it("needs at least two items for a bundle", () => {
    expect(itemsNeeded({ type: "bundle", price_cents: 1 }, 1)).toBe(2);
  });
});

describe("offerTerms", () => {
  it("accepts whole quantities from 1 to 99, and from 2 for a bulk discount", () => {
    const bogo = (buy_quantity: unknown, get_quantity: unknown = 1) =>
      offerTerms("bogo", { buy_quantity, get_quantity });
    expect(bogo(1, 99)).toEqual({ type: "bogo", buy: 1, get: 99 });
    expect(bogo(99, 1)).toEqual({ type: "bogo", buy: 99, get: 1 });
    for (const wrong of [0, 100, 1.5, null, "", "x", Number.NaN]) {
      expect(bogo(wrong)).toBeNull();
      expect(bogo(1, wrong)).toBeNull();
    }
    const bulk = (min_quantity: unknown) => offerTerms("bulk_discount", { min_quantity, discount_percentage: 10 });
    expect(bulk(2)).toEqual({ type: "bulk_discount", from: 2, percent: 10 });
    expect(bulk(1)).toBeNull();
  });

  it("accepts numbers stored as text, as in older offers", () => {
    expect(offerTerms("bogo", { buy_quantity: "2", get_quantity: " 1 " })).toEqual({ type: "bogo", buy: 2, get: 1 });
    expect(offerTerms("bogo", { buy_quantity: "2", get_quantity: " " })).toBeNull();
    expect(offerTerms("percentage_off", { percentage: "12.345" })).toEqual({ type: "percentage_off", percent: 12.35 });
  });

  it("accepts a percentage above 0 and below 100 under either field name", () => {
    const percent = (config: Record<string, unknown>) => offerTerms("percentage_off", config);
    expect(percent({ discount_percentage: 10 })).toEqual({ type: "percentage_off", percent: 10 });
    expect(percent({ percentage: 20, discount_percentage: 10 })).toEqual({ type: "percentage_off", percent: 20 });
    // An empty field counts as missing.
    for (const percentage of ["", "  "]) {
      expect(percent({ percentage, discount_percentage: 10 })).toEqual({ type: "percentage_off", percent: 10 });
    }
    expect(percent({ percentage: 0.01 })).toEqual({ type: "percentage_off", percent: 0.01 });
    expect(percent({ percentage: 99.99 })).toEqual({ type: "percentage_off", percent: 99.99 });
    for (const percentage of [0, -5, 100, 0.004, 99.995, null, Number.POSITIVE_INFINITY]) {
      expect(percent({ percentage })).toBeNull();
    }
  });

  it("accepts positive dollar amounts, exact to the cent", () => {
    const bundle = (bundle_price: unknown) => offerTerms("bundle", { bundle_price });
    expect(bundle(0.01)).toEqual({ type: "bundle", price_cents: 1 });
    for (const wrong of [0, -1, 1.005, "x", undefined]) expect(bundle(wrong)).toBeNull();
    const dollars = (discount_amount: unknown) =>
      offerTerms("bulk_discount", {
        min_quantity: 2,
        discount_type: "dollar",
        discount_amount,
        discount_percentage: 10,
      });
    expect(dollars(5)).toEqual({ type: "bulk_discount", from: 2, off_cents: 5_00 });
    expect(dollars(undefined)).toBeNull();
  });
});

describe("isOfferRunning", () => {
  it("is true while the offer is active and has not ended", () => {
    expect(isOfferRunning({ is_active: true, ends_at: null }, NOW)).toBe(true);
    expect(isOfferRunning({ is_active: true, ends_at: NOW + 1 }, NOW)).toBe(true);
    expect(isOfferRunning({ is_active: true, ends_at: NOW }, NOW)).toBe(false);
    expect(isOfferRunning({ is_active: false, ends_at: null }, NOW)).toBe(false);
  });
});
