import { describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#domain/deadlines";
import {
  acceptPriceOffer,
  counterOffer,
  endOffer,
  followItem,
  makeOffer,
  type NewAmount,
  type OfferDecision,
  offerBounds,
  type PriceOffer,
  roundsLeft,
  suggestedAmounts,
  toldEnder,
} from "#domain/offers/price-offer";
import cases from "./price-offer.json" with { type: "json" };

const NOW = Date.UTC(2026, 10, 24);
const DAY = 24 * HOUR_MS;
const SENT: NewAmount = {
  id: "pof_1",
  ref: "ref_1",
  item_id: "itm_1",
  buyer_id: "acc_b",
  seller_id: "acc_s",
  amount_cents: 8_000,
  list_cents: 10_000,
  charged_cents: 10_000,
  note: "",
  decline_below_cents: null,
};
const ITEM = { listed: true, price_cents: 10_000, hold_id: null, ordered_by: null };

function offered(decision: OfferDecision): PriceOffer {
  if (!decision.ok) throw new Error(decision.reason);
  return decision.offer;
}
let refs = 1;
const made = (sent: Partial<NewAmount> = {}, before: PriceOffer | null = null, at = NOW) =>
  makeOffer(before, { ...SENT, ref: `ref_${++refs}`, ...sent }, at);
const declined = (offer: PriceOffer) =>
  offered(endOffer(offer, { by: "seller", step: "decline", rev: offer.rev }, NOW));

describe("offerBounds", () => {
  it.each(cases.bounds as [Parameters<typeof offerBounds>[0], ReturnType<typeof offerBounds>][])(
    "is a quarter of the price, at least a dollar, up to a cent below it: %o",
    (price, bounds) => {
      expect(offerBounds(price, null)).toEqual(bounds);
    },
  );

  it("starts at the buyer's last amount and ends below the seller's counter-offer", () => {
    const first = offered(made());
    const countered = offered(counterOffer(first, { rev: 1, amount_cents: 9_000, charged_cents: 10_000 }, NOW));
    expect(offerBounds(SENT, countered)).toEqual({ min_cents: 8_000, max_cents: 8_999 });
  });
});

describe("suggestedAmounts", () => {
  it("rounds 90, 85 and 80 percent and leaves out what may not be offered", () => {
    expect(suggestedAmounts(22_000, { min_cents: 100, max_cents: 21_999 })).toEqual([20_000, 18_500, 17_500]);
    expect(suggestedAmounts(4_550, { min_cents: 3_800, max_cents: 4_549 })).toEqual([4_100, 3_900]);
  });
});

describe("makeOffer", () => {
  it("waits 24 hours for the seller", () => {
    expect(offered(made())).toMatchObject({ status: "open", turn: "seller", rounds: 1, expires_at: NOW + DAY });
  });

  it("changes nothing when it is repeated, also after the answer", () => {
    const first = declined(offered(made({ ref: "same" })));
    expect(offered(made({ ref: "same" }, first))).toBe(first);
  });

  it("refuses a second one while the first waits", () => {
    expect(made({ amount_cents: 8_500 }, offered(made()))).toMatchObject({ ok: false, reason: "waiting" });
  });

  it("refuses a fourth one at the same price, and starts again at another price (A113)", () => {
    let offer = offered(made());
    for (const amount_cents of [8_100, 8_200]) offer = offered(made({ amount_cents }, declined(offer)));
    expect(made({ amount_cents: 8_300 }, declined(offer))).toMatchObject({ reason: "no_rounds_left" });
    const cheaper = { list_cents: 9_000, charged_cents: 9_000, amount_cents: 7_000 };
    expect(offered(made(cheaper, declined(offer)))).toMatchObject({ rounds: 1, amount_cents: 7_000 });
  });

  it("starts again after an order at an agreed price was undone", () => {
    let offer = offered(made());
    for (const amount_cents of [8_100, 8_200]) offer = offered(made({ amount_cents }, declined(offer)));
    const bought = followItem(offer, { ...ITEM, ordered_by: "acc_b" }, NOW);
    expect(bought).toMatchObject({ status: "bought", rounds: 3 });
    expect(roundsLeft(bought, 10_000)).toBe(3);
    expect(offerBounds(SENT, bought)).toEqual({ min_cents: 2_500, max_cents: 9_999 });
    expect(offered(made({ amount_cents: 7_000 }, bought))).toMatchObject({ status: "open", rounds: 1 });
  });

  it("refuses less than before, and the price or more", () => {
    const before = declined(offered(made()));
    for (const amount_cents of [7_999, 10_000]) {
      expect(made({ amount_cents }, before)).toMatchObject({ reason: "out_of_bounds" });
    }
  });
});

describe("the automatic decline", () => {
  it("comes 10 to 60 minutes later, always after the same time, and tells the buyer what a seller's decline tells (A113)", () => {
    const low = offered(made({ decline_below_cents: 9_000, ref: "r" }));
    expect(offered(made({ decline_below_cents: 9_000, ref: "r2" })).decline_at).toBe(low.decline_at);
    const wait = (low.decline_at ?? 0) - NOW;
    expect(wait).toBeGreaterThanOrEqual(10 * MINUTE_MS);
    expect(wait).toBeLessThan(60 * MINUTE_MS);
    expect(followItem(low, ITEM, NOW + wait - 1)).toBe(low);
    const after = followItem(low, ITEM, NOW + wait);
    expect(after).toMatchObject({ status: "declined", decline_at: null, ended_by: "limit" });
    expect(toldEnder("limit", "buyer")).toBe(toldEnder(declined(low).ended_by ?? null, "buyer"));
    expect(toldEnder("limit", "seller")).toBe("limit");
  });

  it("does not happen at the seller's limit, nor after their answer", () => {
    expect(offered(made({ decline_below_cents: 8_000 })).decline_at).toBeNull();
    const low = offered(made({ decline_below_cents: 9_000 }));
    const countered = counterOffer(low, { rev: 1, amount_cents: 9_500, charged_cents: 10_000 }, NOW);
    expect(offered(countered).decline_at).toBeNull();
  });
});

describe("an answer", () => {
  it("is refused for an amount that has changed since", () => {
    const countered = offered(
      counterOffer(offered(made()), { rev: 1, amount_cents: 9_000, charged_cents: 10_000 }, NOW),
    );
    const answer = { by: "buyer" as const, accepted_id: "agr_1", accepted_ms: DAY };
    expect(acceptPriceOffer(countered, { ...answer, rev: 1 }, NOW)).toMatchObject({ reason: "changed" });
    expect(acceptPriceOffer(countered, { ...answer, by: "seller", rev: 2 }, NOW)).toMatchObject({
      reason: "not_your_turn",
    });
    expect(offered(acceptPriceOffer(countered, { ...answer, rev: 2 }, NOW))).toMatchObject({
      status: "accepted",
      amount_cents: 9_000,
      accepted_id: "agr_1",
    });
  });

  it("of the seller is between the buyer's amount and the price", () => {
    const first = offered(made());
    for (const amount_cents of [8_000, 10_000]) {
      const decision = counterOffer(first, { rev: 1, amount_cents, charged_cents: 10_000 }, NOW);
      expect(decision).toMatchObject({ reason: "out_of_bounds" });
    }
  });

  it("withdraws an agreement for the buyer only", () => {
    const agreed = offered(
      acceptPriceOffer(offered(made()), { by: "seller", rev: 1, accepted_id: "agr_1", accepted_ms: DAY }, NOW),
    );
    expect(endOffer(agreed, { by: "seller", step: "withdraw", rev: 2 }, NOW)).toMatchObject({ ok: false });
    expect(offered(endOffer(agreed, { by: "buyer", step: "withdraw", rev: 2 }, NOW)).status).toBe("withdrawn");
  });
});

describe("followItem", () => {
  it.each([
    ["expired", ITEM, NOW + DAY],
    ["void", { ...ITEM, price_cents: 9_000 }, NOW],
    ["void", { ...ITEM, listed: false }, NOW],
    ["bought", { ...ITEM, ordered_by: "acc_b" }, NOW],
  ])("makes an open offer %s", (status, item, at) => {
    expect(followItem(offered(made()), item, at).status).toBe(status);
  });

  it("keeps an accepted offer while its hold lasts, then notes whether it was bought", () => {
    const agreed = offered(
      acceptPriceOffer(offered(made()), { by: "seller", rev: 1, accepted_id: "agr_1", accepted_ms: DAY }, NOW),
    );
    expect(followItem(agreed, { ...ITEM, hold_id: "agr_1" }, NOW + 1)).toBe(agreed);
    expect(followItem(agreed, { ...ITEM, ordered_by: "acc_b" }, NOW + 1).status).toBe("bought");
    expect(followItem(agreed, ITEM, NOW + DAY).status).toBe("lapsed");
  });
});
