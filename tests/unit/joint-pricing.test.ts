/** Price of several items together under their seller's special offers (D25, A51). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CartPart, priceTogether, type StoredOffer } from "#domain/checkout/pricing";
import type { OfferType } from "#domain/selling/special-offers";
import { runs } from "../support/property-runs.ts";

const NOW = Date.UTC(2026, 10, 21);

function offer(offer_type: OfferType, config: Record<string, unknown>, rest: Partial<StoredOffer> = {}): StoredOffer {
  return { id: "ofr_a", offer_type, config, is_active: true, ends_at: null, size: 9, available: 9, ...rest };
}

/** Items at these list prices, all under these offers; `own` sets the prices of the items bought alone. */
function things(prices: number[], offers: StoredOffer[], own: number[] = prices): CartPart[] {
  return prices.map((list_cents, index) => ({
    item_id: `itm_${index}`,
    list_cents,
    own_cents: own[index] ?? list_cents,
    offers,
  }));
}

const charged = (parts: CartPart[]) => priceTogether(parts, NOW).map((part) => part.charged_cents);
const total = (parts: CartPart[]) => charged(parts).reduce((sum, cents) => sum + cents, 0);

describe("buy some, get some free", () => {
  const twoForOne = offer("bogo", { buy_quantity: 2, get_quantity: 1 });

  it("subtracts the cheapest of a set from the sum, split to the cent", () => {
    expect(charged(things([3_000, 2_000, 1_000], [twoForOne]))).toEqual([2_500, 1_667, 833]);
    expect(total(things([3_000, 2_000, 1_000], [twoForOne]))).toBe(5_000);
  });

  it("applies to every complete set, and not to an incomplete one", () => {
    expect(charged(things([3_000, 2_000], [twoForOne]))).toEqual([3_000, 2_000]);
    const one = offer("bogo", { buy_quantity: 1, get_quantity: 1 });
    const parts = things([10_000, 9_000, 2_000, 1_000, 500], [one]);
    expect(total(parts)).toBe(10_000 + 2_000 + 500);
    const groups = priceTogether(parts, NOW).map((part) => part.group);
    expect(groups[0]).toBe(groups[1]);
    expect(groups[2]).toBe(groups[3]);
    expect(groups[0]).not.toBe(groups[2]);
    expect(groups[4]).toBeNull();
  });

  it("applies to the complete sets that save most", () => {
    const oneForTwo = offer("bogo", { buy_quantity: 1, get_quantity: 2 });
    // The dearest two are held at a cent each: a set with both of them saves nothing, and the last two are no set.
    const parts = things([10_000, 9_000, 8_000, 7_000], [oneForTwo], [1, 1, 8_000, 7_000]);
    expect(total(parts)).toBe(1 + 9_000);
    const one = offer("bogo", { buy_quantity: 1, get_quantity: 1 });
    expect(total(things([10_000, 9_000, 8_000], [one], [3_000, 9_000, 8_000]))).toBe(3_000 + 9_000);
  });

  it("forms sets of neighbours in price, regardless of the order in the cart", () => {
    const one = offer("bogo", { buy_quantity: 1, get_quantity: 1 });
    expect(total(things([500, 1_000, 2_000, 9_000, 10_000], [one]))).toBe(10_000 + 2_000 + 500);
    // Items of equal price are taken by lower id, in either order.
    const equal = things([1_000, 1_000, 1_000], [one]);
    expect(charged(equal)).toEqual([500, 500, 1_000]);
    expect(charged([...equal].reverse())).toEqual([1_000, 500, 500]);
  });

  it("ignores free items, and does not charge for them", () => {
    expect(charged(things([3_000, 2_000, 0], [twoForOne]))).toEqual([3_000, 2_000, 0]);
    const ten = offer("bulk_discount", { min_quantity: 3, discount_percentage: 10 });
    expect(charged(things([3_000, 2_000, 0], [ten]))).toEqual([3_000, 2_000, 0]);
  });
});

describe("bulk discount", () => {
  it("takes its percentage off each item from the minimum quantity on, rounded half up", () => {
    const ten = offer("bulk_discount", { min_quantity: 3, discount_type: "percentage", discount_percentage: 10 });
    expect(charged(things([999, 1_005], [ten]))).toEqual([999, 1_005]);
    expect(charged(things([999, 1_005, 1], [ten]))).toEqual([899, 904, 1]);
  });

  it("takes its dollars off the sum once, however many items there are", () => {
    const dollars = offer("bulk_discount", { min_quantity: 2, discount_type: "dollar", discount_amount: 10 });
    expect(total(things([3_000, 2_000], [dollars]))).toBe(4_000);
    expect(total(things([3_000, 2_000, 1_000, 500], [dollars]))).toBe(5_500);
  });

  it("never makes an item free (A51)", () => {
    const huge = offer("bulk_discount", { min_quantity: 2, discount_type: "dollar", discount_amount: 900 });
    expect(charged(things([3_000, 2_000], [huge]))).toEqual([1, 1]);
  });
});

describe("bundle offer", () => {
  const set = offer("bundle", { bundle_price: 40 }, { size: 3 });

  it("charges its price for the complete set only", () => {
    expect(total(things([3_000, 2_000, 1_000], [set]))).toBe(4_000);
    expect(total(things([3_000, 2_000], [set]))).toBe(5_000);
  });

  it("is ignored and not named when the items cost no more alone", () => {
    expect(charged(things([1_000, 900, 800], [set]))).toEqual([1_000, 900, 800]);
    const labels = (prices: number[]) => priceTogether(things(prices, [set]), NOW).map((part) => part.label);
    expect(labels([2_000, 1_000, 1_000])).toEqual([null, null, null]);
    expect(labels([2_000, 1_000, 1_001])).toEqual(Array(3).fill("Bundle deal: $40 together"));
  });
});

describe("several special offers", () => {
  it("do not add up: each item takes part in the one that saves most", () => {
    const ten = offer("bulk_discount", { min_quantity: 2, discount_percentage: 10 }, { id: "ofr_b" });
    const half = offer("bogo", { buy_quantity: 1, get_quantity: 1 }, { id: "ofr_c" });
    const priced = priceTogether(things([5_000, 4_000], [ten, half]), NOW);
    expect(priced.map((part) => part.label)).toEqual(["Buy 1, get 1 free", "Buy 1, get 1 free"]);
    expect(priced.reduce((sum, part) => sum + part.charged_cents, 0)).toBe(5_000);
    // The names of the offers do not matter.
    const renamed = [
      { ...ten, id: "ofr_c" },
      { ...half, id: "ofr_b" },
    ];
    expect(total(things([5_000, 4_000], renamed))).toBe(5_000);
  });

  it("with equal savings are chosen by id, so that the result does not depend on their order", () => {
    const half = offer("bogo", { buy_quantity: 1, get_quantity: 1 }, { id: "ofr_a" });
    const config = { min_quantity: 2, discount_type: "dollar", discount_amount: 10 };
    const dollars = offer("bulk_discount", config, { id: "ofr_b" });
    for (const offers of [
      [half, dollars],
      [dollars, half],
    ]) {
      const priced = priceTogether(things([1_000, 1_000], offers), NOW);
      expect(priced.map((part) => part.label)).toEqual(["Buy 1, get 1 free", "Buy 1, get 1 free"]);
    }
  });

  it("start from the list price, not the item's own discount, and apply only when they save more (A51)", () => {
    const ten = offer("bulk_discount", { min_quantity: 2, discount_percentage: 10 });
    // The first is held at 20% off, which is better; the second gets the ten percent.
    expect(charged(things([1_000, 1_000], [ten], [800, 1_000]))).toEqual([800, 900]);
    // When both are held at a better price, the ten percent change nothing.
    const better = priceTogether(things([1_000, 1_000], [ten], [800, 800]), NOW);
    expect(better.map((part) => [part.charged_cents, part.label, part.group])).toEqual([
      [800, null, null],
      [800, null, null],
    ]);
    const bogo = offer("bogo", { buy_quantity: 1, get_quantity: 1 });
    expect(charged(things([1_000, 1_000], [bogo], [400, 400]))).toEqual([400, 400]);
  });

  it("apply only while they are active and have not ended", () => {
    const config = { buy_quantity: 1, get_quantity: 1 };
    for (const off of [{ ends_at: NOW }, { is_active: false }]) {
      expect(charged(things([1_000, 1_000], [offer("bogo", config, off)]))).toEqual([1_000, 1_000]);
    }
    expect(total(things([1_000, 1_000], [offer("bogo", config, { ends_at: NOW + 1 })]))).toBe(1_000);
  });
});

it("priceTogether never exceeds the single prices, never goes below a cent, and ignores the order of the cart (A51)", () => {
  const anyOffer = fc.oneof(
    fc
      .record({ buy_quantity: fc.integer({ min: 1, max: 3 }), get_quantity: fc.integer({ min: 1, max: 2 }) })
      .map((config) => offer("bogo", config, { id: "ofr_1" })),
    fc
      .record({ min_quantity: fc.integer({ min: 2, max: 4 }), discount_percentage: fc.integer({ min: 1, max: 99 }) })
      .map((config) => offer("bulk_discount", config, { id: "ofr_2" })),
    fc
      .record({ min_quantity: fc.integer({ min: 2, max: 4 }), discount_amount: fc.integer({ min: 1, max: 500 }) })
      .map((config) => offer("bulk_discount", { ...config, discount_type: "dollar" }, { id: "ofr_3" })),
    fc
      .record({ bundle_price: fc.integer({ min: 1, max: 500 }) })
      .map((config) => offer("bundle", config, { id: "ofr_4", size: 3 })),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 1, max: 100 })), { maxLength: 6 }),
      fc.uniqueArray(anyOffer, { selector: (one) => one.id, maxLength: 4 }),
      (prices, offers) => {
        const parts: CartPart[] = prices.map(([list_cents, percent], index) => ({
          item_id: `itm_${index}`,
          list_cents,
          own_cents: list_cents === 0 ? 0 : Math.max(1, Math.floor((list_cents * percent) / 100)),
          offers,
        }));
        const priced = priceTogether(parts, NOW);
        for (const [index, part] of parts.entries()) {
          const cents = priced[index]?.charged_cents ?? -1;
          expect(Number.isInteger(cents)).toBe(true);
          expect(cents).toBeLessThanOrEqual(part.own_cents);
          expect(cents).toBeGreaterThanOrEqual(Math.min(1, part.own_cents));
        }
        const turned = priceTogether([...parts].reverse(), NOW).reverse();
        expect(turned.map((part) => part.charged_cents)).toEqual(priced.map((part) => part.charged_cents));
      },
    ),
    { numRuns: runs(500) },
  );
});
