/** What one item costs its buyer, and a hold of it (D25, D40). Several at once: price-together.test.ts. */
import { describe, expect, it } from "vitest";
import { appliedTerms, discountedCents, holdPrice, priceFor, type StoredOffer } from "#domain/pricing";
import type { OfferType } from "#domain/special-offers";

const NOW = Date.UTC(2026, 10, 21);

function offer(offer_type: OfferType, config: Record<string, unknown>, rest: Partial<StoredOffer> = {}): StoredOffer {
  return { id: "ofr_a", offer_type, config, is_active: true, ends_at: null, size: 9, available: 9, ...rest };
}
const percent = (percentage: number, rest: Partial<StoredOffer> = {}) => offer("percentage_off", { percentage }, rest);
const BOGO = offer("bogo", { buy_quantity: 1, get_quantity: 1 });

describe("the price of one item", () => {
  it("is its list price where no offer does anything for it alone", () => {
    expect(priceFor(10_00, [], NOW)).toEqual({ charged_cents: 10_00, percent_off: null, label: null });
    expect(priceFor(10_00, [BOGO], NOW)).toEqual({
      charged_cents: 10_00,
      percent_off: null,
      label: "Buy 1, get 1 free",
    });
  });

  it("comes down by the best percentage, whichever order they come in; they do not add up", () => {
    const best = { charged_cents: 8_00, percent_off: 20, label: "20% off at checkout" };
    expect(priceFor(10_00, [percent(10), percent(20)], NOW)).toEqual(best);
    expect(priceFor(10_00, [percent(20), percent(10)], NOW)).toEqual(best);
    expect(priceFor(10_00, [BOGO, percent(20)], NOW)).toEqual(best);
  });

  it("is named after the first of two percentages that come to the same", () => {
    expect(priceFor(10, [percent(10), percent(12)], NOW)).toMatchObject({ charged_cents: 9, percent_off: 10 });
  });

  it("names the first offer on several things when none is for this one alone", () => {
    const second = offer("bogo", { buy_quantity: 2, get_quantity: 1 });
    expect(priceFor(10_00, [BOGO, second], NOW).label).toBe("Buy 1, get 1 free");
  });

  it("of a gift stays nothing, and no offer is promised with it", () => {
    expect(priceFor(0, [BOGO, percent(20)], NOW)).toEqual({ charged_cents: 0, percent_off: null, label: null });
    expect(discountedCents(0, 50)).toBe(0);
  });

  it("never comes down to nothing", () => {
    expect(discountedCents(1, 99.99)).toBe(1);
    expect(discountedCents(10_00, 99.99)).toBe(1);
    expect(discountedCents(10_00, 50)).toBe(5_00);
  });

  it("is not touched by an offer that has ended or makes no sense", () => {
    for (const off of [percent(20, { ends_at: NOW }), percent(20, { is_active: false }), percent(0)]) {
      expect(priceFor(10_00, [off], NOW).charged_cents).toBe(10_00);
      expect(appliedTerms(off, NOW)).toBeNull();
    }
  });
});

describe("an offer on several things", () => {
  it("is shown while enough of them can be bought, and not a moment longer", () => {
    expect(appliedTerms({ ...BOGO, available: 2 }, NOW)).toEqual({ type: "bogo", buy: 1, get: 1 });
    expect(appliedTerms({ ...BOGO, available: 1 }, NOW)).toBeNull();
    const bundle = offer("bundle", { bundle_price: 40 }, { size: 3, available: 2 });
    expect(appliedTerms(bundle, NOW)).toBeNull();
    expect(appliedTerms({ ...bundle, available: 3 }, NOW)).toEqual({ type: "bundle", price_cents: 40_00 });
  });

  it("that is a percentage of each holds for a thing somebody has in hand already", () => {
    expect(priceFor(10_00, [percent(20, { available: 0 })], NOW).charged_cents).toBe(8_00);
  });
});

describe("the price of a hold", () => {
  const accepted = { amount_cents: 8_00, list_cents: 10_00 };

  it("is the list price, or a percentage off it", () => {
    expect(holdPrice(10_00, [], null, NOW)).toEqual({ percentOff: null, agreed: null });
    expect(holdPrice(10_00, [percent(10)], null, NOW)).toEqual({ percentOff: 10, agreed: null });
  });

  it("is what the buyer accepted, and no discount on top of it", () => {
    const agreed = { listCents: 10_00, chargedCents: 8_00 };
    expect(holdPrice(10_00, [], accepted, NOW)).toEqual({ percentOff: null, agreed });
    expect(holdPrice(10_00, [percent(10)], accepted, NOW)).toEqual({ percentOff: null, agreed });
  });

  it("is the offer's where that has become as good or better", () => {
    expect(holdPrice(10_00, [percent(30)], accepted, NOW)).toEqual({ percentOff: 30, agreed: null });
    expect(holdPrice(10_00, [percent(20)], accepted, NOW)).toEqual({ percentOff: 20, agreed: null });
  });

  it("forgets what was accepted under another list price", () => {
    expect(holdPrice(10_01, [], accepted, NOW)).toEqual({ percentOff: null, agreed: null });
    expect(holdPrice(9_99, [], accepted, NOW)).toEqual({ percentOff: null, agreed: null });
  });
});
