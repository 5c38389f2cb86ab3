/** Price of one item for its buyer and of a hold (D25, D40). Several items: joint-pricing.test.ts. */
import { describe, expect, it } from "vitest";
import { appliedTerms, discountedCents, holdPrice, priceFor, type StoredOffer } from "#domain/checkout/pricing";
import type { OfferType } from "#domain/selling/special-offers";

const NOW = Date.UTC(2026, 10, 21);

function offer(offer_type: OfferType, config: Record<string, unknown>, rest: Partial<StoredOffer> = {}): StoredOffer {
  return { id: "ofr_a", offer_type, config, is_active: true, ends_at: null, size: 9, available: 9, ...rest };
}
const percent = (percentage: number, rest: Partial<StoredOffer> = {}) => offer("percentage_off", { percentage }, rest);
const BOGO = offer("bogo", { buy_quantity: 1, get_quantity: 1 });

describe("priceFor", () => {
  it("returns the list price when no offer applies to the item alone", () => {
    expect(priceFor(10_00, [], NOW)).toEqual({ charged_cents: 10_00, percent_off: null, label: null });
    expect(priceFor(10_00, [BOGO], NOW)).toEqual({
      charged_cents: 10_00,
      percent_off: null,
      label: "Buy 1, get 1 free",
    });
  });

  it("applies the best percentage in any order, and never adds them up", () => {
    const best = { charged_cents: 8_00, percent_off: 20, label: "20% off at checkout" };
    expect(priceFor(10_00, [percent(10), percent(20)], NOW)).toEqual(best);
    expect(priceFor(10_00, [percent(20), percent(10)], NOW)).toEqual(best);
    expect(priceFor(10_00, [BOGO, percent(20)], NOW)).toEqual(best);
  });

  it("names the first of two percentages with the same result", () => {
    expect(priceFor(10, [percent(10), percent(12)], NOW)).toMatchObject({ charged_cents: 9, percent_off: 10 });
  });

  it("names the first multi-item offer when no offer applies to the item alone", () => {
    const second = offer("bogo", { buy_quantity: 2, get_quantity: 1 });
    expect(priceFor(10_00, [BOGO, second], NOW).label).toBe("Buy 1, get 1 free");
  });

  it("keeps a free item free, without naming an offer", () => {
    expect(priceFor(0, [BOGO, percent(20)], NOW)).toEqual({ charged_cents: 0, percent_off: null, label: null });
    expect(discountedCents(0, 50)).toBe(0);
  });

  it("never returns zero for a priced item", () => {
    expect(discountedCents(1, 99.99)).toBe(1);
    expect(discountedCents(10_00, 99.99)).toBe(1);
    expect(discountedCents(10_00, 50)).toBe(5_00);
  });

  it("ignores offers that have ended or are invalid", () => {
    for (const off of [percent(20, { ends_at: NOW }), percent(20, { is_active: false }), percent(0)]) {
      expect(priceFor(10_00, [off], NOW).charged_cents).toBe(10_00);
      expect(appliedTerms(off, NOW)).toBeNull();
    }
  });
});

describe("appliedTerms", () => {
  it("returns a multi-item offer while enough of its items are available", () => {
    expect(appliedTerms({ ...BOGO, available: 2 }, NOW)).toEqual({ type: "bogo", buy: 1, get: 1 });
    expect(appliedTerms({ ...BOGO, available: 1 }, NOW)).toBeNull();
    const bundle = offer("bundle", { bundle_price: 40 }, { size: 3, available: 2 });
    expect(appliedTerms(bundle, NOW)).toBeNull();
    expect(appliedTerms({ ...bundle, available: 3 }, NOW)).toEqual({ type: "bundle", price_cents: 40_00 });
  });

  it("returns a percentage offer even for an item that is held", () => {
    expect(priceFor(10_00, [percent(20, { available: 0 })], NOW).charged_cents).toBe(8_00);
  });
});

describe("holdPrice", () => {
  const accepted = { amount_cents: 8_00, list_cents: 10_00 };

  it("is the list price, or a percentage off it", () => {
    expect(holdPrice(10_00, [], null, NOW)).toEqual({ percentOff: null, agreed: null });
    expect(holdPrice(10_00, [percent(10)], null, NOW)).toEqual({ percentOff: 10, agreed: null });
  });

  it("is the amount the buyer accepted, without a discount on top", () => {
    const agreed = { listCents: 10_00, chargedCents: 8_00 };
    expect(holdPrice(10_00, [], accepted, NOW)).toEqual({ percentOff: null, agreed });
    expect(holdPrice(10_00, [percent(10)], accepted, NOW)).toEqual({ percentOff: null, agreed });
  });

  it("is the discounted price when that is as good or better", () => {
    expect(holdPrice(10_00, [percent(30)], accepted, NOW)).toEqual({ percentOff: 30, agreed: null });
    expect(holdPrice(10_00, [percent(20)], accepted, NOW)).toEqual({ percentOff: 20, agreed: null });
  });

  it("ignores an amount accepted under another list price", () => {
    expect(holdPrice(10_01, [], accepted, NOW)).toEqual({ percentOff: null, agreed: null });
    expect(holdPrice(9_99, [], accepted, NOW)).toEqual({ percentOff: null, agreed: null });
  });
});
