import { describe, expect, it } from "vitest";
import { recordOutcomes, walkthroughStates } from "#domain/account/walkthroughs";
import { AD_ROTATION_MS, adDay, CLICK_WINDOW_MS, chosenAd, IMPRESSION_WINDOW_MS, isRunning } from "#domain/ads/ads";
import { appliedTerms, discountedCents, priceFor, type StoredOffer } from "#domain/checkout/pricing";
import { bundleTotals } from "#domain/selling/bundle";
import { isOfferRunning, offerLabel, offerTerms } from "#domain/selling/special-offers";
import { nearestFirst, priceBand, similarBand, unseenFirst } from "#domain/site/carousel";
import { ownPicture, publicLink } from "#domain/site/public-link";

const NOW = Date.parse("2026-11-21T03:00:00Z");

describe("ads", () => {
  const ad = (start_date: string | null, end_date: string | null, active = true) => ({ active, start_date, end_date });

  it.each([
    [null, null, true],
    ["2026-11-21", null, true],
    [null, "2026-11-21", true],
    ["2026-11-21", "2026-11-21", true],
    ["2026-11-22", null, false],
    [null, "2026-11-20", false],
    ["2026-11-21T23:59:00+02:00", "2026-11-21T00:00:00Z", true],
    // An end before the start leaves no day.
    ["2026-11-22", "2026-11-20", false],
    ["", "soon", true],
    ["not before 2026-11-22", null, true],
  ])("run from %s to %s: %s", (start, end, runs) => {
    expect(isRunning(ad(start, end), "2026-11-21")).toBe(runs);
    expect(isRunning(ad(start, end, false), "2026-11-21")).toBe(false);
  });

  it("run by the calendar day in Sydney", () => {
    expect(adDay(Date.parse("2026-11-20T12:59:59Z"))).toBe("2026-11-20");
    expect(adDay(Date.parse("2026-11-20T13:00:00Z"))).toBe("2026-11-21");
    // Outside daylight saving time, the Sydney day begins an hour later in UTC.
    expect(adDay(Date.parse("2026-10-03T13:59:59Z"))).toBe("2026-10-03");
  });

  it("are chosen by priority, then oldest first, then by id, for any input order", () => {
    const one = { id: "adv_b", priority: 5, created_at: 2, ...ad(null, null) };
    const older = { ...one, id: "adv_c", created_at: 1 };
    const low = { ...one, id: "adv_a", priority: 4 };
    const over = { ...one, id: "adv_d", priority: 9, end_date: "2026-11-20" };
    for (const ads of [
      [one, older, low, over],
      [over, low, older, one],
      [older, one],
    ]) {
      expect(chosenAd(ads, "2026-11-21")?.id).toBe("adv_c");
    }
    expect(chosenAd([over], "2026-11-21")).toBeNull();
    const [lesser, twin] = [
      { ...low, id: "adv_e", created_at: 0 },
      { ...one, id: "adv_a" },
    ];
    for (const ads of [
      [lesser, one, twin],
      [twin, one, lesser],
    ]) {
      expect(chosenAd(ads, "2026-11-21")?.id).toBe("adv_a");
    }
  });

  it("rotate every ten minutes, count one impression per viewer and hour and one click per day", () => {
    expect([AD_ROTATION_MS, IMPRESSION_WINDOW_MS, CLICK_WINDOW_MS]).toEqual([600_000, 3_600_000, 86_400_000]);
  });
});

describe("publicLink", () => {
  it("accepts paths of this site and https addresses only", () => {
    for (const good of [
      "/Marketplace",
      "/",
      "https://example.com",
      "https://example.com/a?b#c",
      "HTTPS://example.com:8443/",
    ]) {
      expect(publicLink(good), good).toBe(good);
    }
    for (const bad of [
      "",
      "Marketplace",
      "//evil.example",
      "/\\evil.example",
      "/\t/evil.example",
      "http://example.com",
      "javascript:alert(1)",
      "https://",
      "https://user@evil.example",
      "https://good.example@evil.example/",
      "data:text/html,x",
      "/a b",
      " ",
      "ftp https://example.com",
      "x:https://example.com/",
      null,
      undefined,
      7,
    ]) {
      expect(publicLink(bad), String(bad)).toBeNull();
    }
    expect(publicLink("  /Marketplace\n")).toBe("/Marketplace");
    expect(ownPicture("https://example.com/a.png")).toBeNull();
    expect(ownPicture("javascript:alert(1)")).toBeNull();
    expect(ownPicture(null)).toBeNull();
    expect(ownPicture("/images/a.webp")).toBe("/images/a.webp");
  });
});

describe("priceFor", () => {
  const offer = (percentage: unknown, rest: Partial<StoredOffer> = {}): StoredOffer => ({
    id: "ofr_1",
    size: 1,
    available: 1,
    offer_type: "percentage_off",
    config: { percentage },
    is_active: true,
    ends_at: null,
    ...rest,
  });

  it("returns the list price without an offer, and applies the best running offer otherwise", () => {
    expect(priceFor(10_000, [], NOW)).toEqual({ charged_cents: 10_000, percent_off: null, label: null });
    expect(priceFor(10_000, [offer(10), offer(25), offer(20)], NOW)).toEqual({
      charged_cents: 7_500,
      percent_off: 25,
      label: "25% off at checkout",
    });
    expect(
      priceFor(10_000, [offer(50, { is_active: false }), offer(40, { ends_at: NOW })], NOW).percent_off,
    ).toBeNull();
    expect(priceFor(10_000, [offer(40, { ends_at: NOW + 1 })], NOW).charged_cents).toBe(6_000);
  });

  it("returns the same price as the hold charges", () => {
    for (const cents of [1, 2, 3, 99, 101, 9_999, 99_999_999]) {
      for (const percent of [0.01, 1, 12.5, 33.33, 50, 99.99]) {
        const { charged_cents, percent_off } = priceFor(cents, [offer(percent)], NOW);
        const charged = percent_off === null ? cents : discountedCents(cents, percent_off);
        expect(charged_cents, `${percent} % of ${cents}`).toBe(charged);
        expect(Number.isInteger(charged)).toBe(true);
        expect(charged).toBeGreaterThanOrEqual(1);
        expect(charged).toBeLessThanOrEqual(cents);
      }
    }
  });

  it("keeps a free item free, and never discounts a priced item to zero", () => {
    expect(priceFor(0, [offer(50)], NOW)).toEqual({ charged_cents: 0, percent_off: null, label: null });
    expect(discountedCents(0, 50)).toBe(0);
    expect(discountedCents(1, 99.99)).toBe(1);
  });

  it("names a multi-item offer while enough items are available, without changing the single price", () => {
    const several = (available: number): StoredOffer[] => [
      offer(50, { offer_type: "bogo", config: { buy_quantity: 1, get_quantity: 1 }, size: 2, available }),
    ];
    expect(priceFor(10_000, several(2), NOW)).toEqual({
      charged_cents: 10_000,
      percent_off: null,
      label: "Buy 1, get 1 free",
    });
    expect(priceFor(10_000, several(1), NOW).label).toBeNull();
    expect(priceFor(10_000, [...several(2), offer(10)], NOW).label).toBe("10% off at checkout");
    expect(appliedTerms(offer(50, { offer_type: "bundle", config: {} }), NOW)).toBeNull();
  });
});

describe("offer terms", () => {
  it("are read under both names of the percentage, as number or text", () => {
    for (const config of [
      { percentage: 15 },
      { discount_percentage: 15 },
      { percentage: "15" },
      { discount_percentage: " 15 " },
    ]) {
      expect(offerTerms("percentage_off", config)).toEqual({ type: "percentage_off", percent: 15 });
    }
    for (const config of [
      {},
      { percentage: 0 },
      { percentage: 100 },
      { percentage: -5 },
      { percentage: "x" },
      { percentage: Number.NaN },
      { percentage: null, discount_percentage: "" },
    ]) {
      expect(offerTerms("percentage_off", config), JSON.stringify(config)).toBeNull();
    }
  });

  it("have a label", () => {
    const label = (...args: Parameters<typeof offerTerms>) => {
      const terms = offerTerms(...args);
      return terms && offerLabel(terms);
    };
    expect(label("bogo", { buy_quantity: 2, get_quantity: 1 })).toBe("Buy 2, get 1 free");
    expect(label("bulk_discount", { min_quantity: 3, discount_type: "percentage", discount_percentage: 10 })).toBe(
      "10% off 3 or more",
    );
    expect(label("bulk_discount", { min_quantity: 3, discount_type: "dollar", discount_amount: 12.5 })).toBe(
      "$12.50 off 3 or more",
    );
    expect(label("percentage_off", { percentage: 12.5 })).toBe("12.5% off at checkout");
    expect(label("bundle", { bundle_price: 45 })).toBe("Bundle deal: $45 together");
    for (const bundle_price of [undefined, 0, -1, "x", 1.005]) expect(label("bundle", { bundle_price })).toBeNull();
    expect(label("bogo", { buy_quantity: 0, get_quantity: 1 })).toBeNull();
    expect(label("bulk_discount", { min_quantity: 1, discount_percentage: 10 })).toBeNull();
    expect(label("bulk_discount", { min_quantity: 2, discount_type: "dollar", discount_amount: 0 })).toBeNull();
  });

  it("run until the instant they end", () => {
    expect(isOfferRunning({ is_active: true, ends_at: NOW }, NOW - 1)).toBe(true);
    expect(isOfferRunning({ is_active: true, ends_at: NOW }, NOW)).toBe(false);
    expect(isOfferRunning({ is_active: false, ends_at: null }, NOW)).toBe(false);
  });
});

describe("bundleTotals", () => {
  const parts = (...prices: number[]) => prices.map((price_cents) => ({ price_cents, status: "active" }));

  it("computes the savings from the sum of the parts, rounded half up to whole percent", () => {
    expect(bundleTotals({ bundle_price_cents: 7_500, status: "active" }, parts(5_000, 5_000))).toEqual({
      individual_total_cents: 10_000,
      savings_cents: 2_500,
      savings_percentage: 25,
      available: true,
    });
    expect(bundleTotals({ bundle_price_cents: 175, status: "active" }, parts(100, 100)).savings_percentage).toBe(13);
  });

  it.each(["reserved", "pending_payment", "sold", "inactive", "pending"])(
    "cannot be bought with a part that is %s",
    (status) => {
      const bundle = { bundle_price_cents: 7_500, status: "active" };
      expect(bundleTotals(bundle, [...parts(5_000), { price_cents: 5_000, status }]).available).toBe(false);
    },
  );

  it("refuses a bundle that saves nothing, is not active or has fewer than two parts", () => {
    expect(bundleTotals({ bundle_price_cents: 10_000, status: "active" }, parts(5_000, 5_000)).available).toBe(false);
    expect(bundleTotals({ bundle_price_cents: 20_000, status: "active" }, parts(5_000, 5_000))).toMatchObject({
      savings_cents: 0,
      available: false,
    });
    expect(bundleTotals({ bundle_price_cents: 100, status: "sold" }, parts(5_000, 5_000)).available).toBe(false);
    expect(bundleTotals({ bundle_price_cents: 100, status: "active" }, parts(5_000)).available).toBe(false);
    expect(bundleTotals({ bundle_price_cents: 100, status: "active" }, []).savings_percentage).toBe(0);
  });
});

describe("recommendations", () => {
  it("keep the limits of their price band inside the band when rounding", () => {
    expect(similarBand(10_000)).toEqual({ from: 5_000, to: 15_000 });
    expect(priceBand(10_000)).toEqual({ from: 7_000, to: 13_000 });
    expect(similarBand(101)).toEqual({ from: 51, to: 151 });
    expect(priceBand(1)).toEqual({ from: 1, to: 1 });
    expect(priceBand(0)).toEqual({ from: 0, to: 0 });
  });

  it("put the nearest price first, and items already shown above last", () => {
    const rows = [
      { id: "a", price_cents: 90 },
      { id: "b", price_cents: 101 },
      { id: "c", price_cents: 120 },
    ];
    expect(nearestFirst(rows, 100, 2).map((row) => row.id)).toEqual(["b", "a"]);
    expect(unseenFirst(rows, [{ id: "a" }]).map((row) => row.id)).toEqual(["b", "c", "a"]);
  });
});

describe("walkthrough outcomes", () => {
  it("keep the first time of each outcome and drop invalid values", () => {
    const once = recordOutcomes({}, { marketplace: { skipped: true } }, 5);
    const twice = recordOutcomes(once, { marketplace: { skipped: true, completed: true } }, 9);
    expect(walkthroughStates(twice)).toEqual({
      marketplace: { completed: true, completed_at: 9, skipped: true, skipped_at: 5 },
      item_detail: null,
    });
    expect(
      walkthroughStates({ marketplace: { completed: "yes" }, item_detail: { completed: true, completed_at: "x" } }),
    ).toEqual({
      marketplace: null,
      item_detail: { completed: true, completed_at: null, skipped: false, skipped_at: null },
    });
  });
});
