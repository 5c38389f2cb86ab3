import { describe, expect, it } from "vitest";
import type { NegotiationView } from "#contract/negotiation";
import { newerNegotiation } from "../../web/features/negotiation/negotiation.ts";
import { barTone, offerOf, shareLeft, spokenTime } from "../../web/features/negotiation/offer.ts";

const NOW = Date.UTC(2026, 10, 21);
const MINUTE = 60_000;

function view(over: Partial<NegotiationView> = {}): NegotiationView {
  return {
    id: "neg_1",
    item_id: "itm_bike",
    rev: 1,
    messages: [],
    standing_amount: 180,
    expires_at: NOW + 10 * MINUTE,
    counter_no: 1,
    final: false,
    final_until: null,
    accepted: null,
    server_now: NOW,
    ...over,
  };
}

const reply = (act: "counter" | "final" | "confirm" | "accept_offer" | "hold", amount: number) =>
  ({
    id: "m",
    from: "knowzee",
    text: "",
    at: NOW,
    amount,
    act,
    counter_no: null,
    item: null,
    ask_seller: null,
  }) as const;

describe("offerOf", () => {
  it.each([
    [1, "counter", "First counter offer"],
    [2, "counter", "Moving closer to a deal..."],
    [3, "final", "FINAL OFFER"],
  ] as const)("has the specified caption for counter %i", (counter_no, act, caption) => {
    const messages = [{ ...reply(act, 180), counter_no }];
    expect(offerOf(view({ counter_no, messages }), NOW)).toMatchObject({ kind: "live", amount: 180, caption });
    // Without the message, when only the reply has arrived.
    expect(offerOf(view({ counter_no }), NOW)).toMatchObject({ caption });
  });

  it("keeps the caption of an agreed offer when its price is repeated", () => {
    const messages = [reply("accept_offer", 180), reply("hold", 180)];
    expect(offerOf(view({ final: true, messages }), NOW)).toMatchObject({ caption: "Knowzee accepts your offer" });
  });

  it("has captions for an accepted offer and for a request to confirm", () => {
    expect(offerOf(view({ messages: [reply("accept_offer", 180)] }), NOW)).toMatchObject({
      caption: "Knowzee accepts your offer",
    });
    expect(offerOf(view({ final: true, messages: [reply("final", 180), reply("confirm", 180)] }), NOW)).toMatchObject({
      caption: "Confirm to buy at this price",
    });
  });

  it("expires after ten minutes by the clock, or when the server has withdrawn the offer", () => {
    expect(offerOf(view(), NOW + 10 * MINUTE - 1).kind).toBe("live");
    expect(offerOf(view(), NOW + 10 * MINUTE).kind).toBe("expired");
    expect(offerOf(view({ standing_amount: null }), NOW).kind).toBe("expired");
    expect(offerOf(view({ standing_amount: null, expires_at: null }), NOW).kind).toBe("none");
  });

  it("keeps an agreed price beyond the offer, until its own expiry", () => {
    const agreed = view({ standing_amount: null, accepted: { amount: 175, expires_at: NOW + 60 * MINUTE } });
    expect(offerOf(agreed, NOW + 30 * MINUTE)).toMatchObject({ kind: "agreed", amount: 175 });
    expect(offerOf(agreed, NOW + 60 * MINUTE).kind).toBe("expired");
  });
});

describe("the time bar of an offer", () => {
  it("is green above 50 percent, yellow below, red below 20", () => {
    expect([1, 0.501, 0.5, 0.49, 0.2, 0.199, 0].map(barTone)).toEqual([
      "brand",
      "brand",
      "wattle",
      "wattle",
      "wattle",
      "hot",
      "hot",
    ]);
  });

  it("is full at ten minutes, empty at none, and never beyond", () => {
    expect(shareLeft(NOW + 10 * MINUTE, NOW)).toBe(1);
    expect(shareLeft(NOW + 2 * MINUTE, NOW)).toBeCloseTo(0.2);
    expect(shareLeft(NOW + 11 * MINUTE, NOW)).toBe(1);
    expect(shareLeft(NOW - 1, NOW)).toBe(0);
  });

  it("is announced a few times, not every second", () => {
    const offer = offerOf(view(), NOW);
    const words = new Set<string>();
    for (let at = NOW; at < NOW + 10 * MINUTE; at += 1_000) words.add(spokenTime(offer, at));
    expect([...words]).toEqual([
      "",
      "5 minutes left to accept.",
      "2 minutes left to accept.",
      "Less than a minute left to accept.",
    ]);
    expect(spokenTime(offerOf(view(), NOW + 10 * MINUTE), NOW)).toBe("Offer expired");
  });
});

describe("newerNegotiation", () => {
  it("ignores views that are older than the current one", () => {
    const later = view({ rev: 3 });
    expect(newerNegotiation(later, view({ rev: 2, server_now: NOW + 5 }))).toBe(later);
    expect(newerNegotiation(later, view({ rev: 3, server_now: NOW - 1 }))).toBe(later);
    const ended = view({ rev: 3, standing_amount: null, server_now: NOW + 1 });
    expect(newerNegotiation(later, ended)).toBe(ended);
  });

  it("replaces the negotiation of another user", () => {
    const theirs = view({ id: "neg_2", rev: 0 });
    expect(newerNegotiation(view({ rev: 9 }), theirs)).toBe(theirs);
    expect(newerNegotiation(view(), null)).toBeNull();
  });
});
