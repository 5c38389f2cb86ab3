import { describe, expect, it } from "vitest";
import {
  DEFAULT_POLICY,
  initialState,
  type NegotiationState,
  respond,
  type Terms,
  withListPrice,
} from "#domain/negotiation/knowzee/engine";
import { parseMessage } from "#domain/negotiation/knowzee/understand";

const TERMS: Terms = { list_cents: 100_00, reserve_cents: 70_00, tone: "normal", policy: DEFAULT_POLICY };

/** Sends the messages in order and returns the last answer. */
function negotiate(terms: Terms, ...messages: readonly string[]) {
  let negotiationState: NegotiationState = initialState(terms.list_cents);
  let act = null;
  for (const message of messages) {
    const { ask_cents, last_offer_cents } = negotiationState;
    const understood = parseMessage(message, { list_cents: terms.list_cents, ask_cents, last_offer_cents });
    ({ state: negotiationState, act } = respond(terms, negotiationState, understood));
  }
  return { state: negotiationState, act };
}

describe("respond", () => {
  it("comes down in at most three steps and then no further", () => {
    expect(negotiate(TERMS, "60?").act).toEqual({ kind: "counter", amount_cents: 90_00, counter_no: 1 });
    expect(negotiate(TERMS, "60?", "62?").act).toEqual({ kind: "counter", amount_cents: 81_00, counter_no: 2 });
    const third = negotiate(TERMS, "60?", "62?", "58?");
    expect(third.act).toEqual({ kind: "final", amount_cents: 72_00, counter_no: 3 });
    const more = negotiate(TERMS, "60?", "62?", "58?", "lower?", "70?", "no", "please, 65");
    expect(more.act).toEqual({ kind: "final", amount_cents: 72_00, counter_no: 3 });
    expect(more.state.ask_cents).toBe(72_00);
  });

  it("makes the counter-offer that reaches the minimum the final offer", () => {
    const { act, state: negotiationState } = negotiate({ ...TERMS, reserve_cents: 95_00 }, "50");
    expect(act).toEqual({ kind: "final", amount_cents: 95_00, counter_no: 3 });
    expect(negotiationState).toMatchObject({ final: true, counters: 3 });
  });

  it("accepts an offer near the price at once, and a fair one before the final offer", () => {
    expect(negotiate(TERMS, "97").act).toEqual({ kind: "accept_offer", amount_cents: 97_00, counter_no: null });
    expect(negotiate(TERMS, "60", "62", "75").act).toEqual({
      kind: "accept_offer",
      amount_cents: 75_00,
      counter_no: null,
    });
    expect(negotiate({ ...TERMS, reserve_cents: 100_00 }, "99").act?.kind).toBe("final");
  });

  it("does not go below a price it has agreed to", () => {
    expect(negotiate(TERMS, "97", "80?", "lower?").act).toMatchObject({ kind: "hold", amount_cents: 97_00 });
    expect(negotiate(TERMS, "97", "deal").act).toMatchObject({ kind: "confirm", amount_cents: 97_00 });
  });

  it("asks for confirmation of the current price when the buyer accepts in words", () => {
    expect(negotiate(TERMS, "60?", "I accept your offer of $90").act).toEqual({
      kind: "confirm",
      amount_cents: 90_00,
      counter_no: null,
    });
    expect(negotiate(TERMS, "60?", "deal").act).toEqual({ kind: "confirm", amount_cents: 90_00, counter_no: null });
  });

  it("treats acceptance of a price that was never offered as an offer of that price", () => {
    expect(negotiate(TERMS, "60?", "I accept your offer of $75").act).toEqual(negotiate(TERMS, "60?", "75").act);
    expect(negotiate(TERMS, "I accept your offer of $1").act).toEqual(negotiate(TERMS, "$1").act);
  });

  it("never sells for more than the asking price", () => {
    expect(negotiate(TERMS, "$150").act).toEqual({ kind: "buy_at_list", amount_cents: 100_00, counter_no: null });
    expect(negotiate(TERMS, "60?", "$95").act).toEqual({ kind: "accept_offer", amount_cents: 90_00, counter_no: null });
  });

  it("treats any offer below half the price as half the price", () => {
    expect(negotiate(TERMS, "$1").act).toEqual(negotiate(TERMS, "$50").act);
    expect(negotiate(TERMS, "lower?").act).toEqual(negotiate(TERMS, "$50").act);
  });

  it("gives a buyer no advantage for lowering their own offer", () => {
    expect(negotiate(TERMS, "70", "50").act).toEqual(negotiate(TERMS, "70", "70").act);
  });

  it("moves by at least one unit, or accepts an offer one unit away", () => {
    const lamp: Terms = { ...TERMS, list_cents: 20_00, reserve_cents: 15_00 };
    expect(negotiate(lamp, "19").act).toEqual({ kind: "accept_offer", amount_cents: 19_00, counter_no: null });
    expect(negotiate({ ...lamp, tone: "tough" }, "18").act).toEqual({
      kind: "counter",
      amount_cents: 19_00,
      counter_no: 1,
    });
  });

  it("names no price when it was not asked about one", () => {
    for (const message of ["hi", "thanks", "does it work?", "bananas"]) {
      expect(negotiate(TERMS, message)).toMatchObject({
        state: { ask_cents: 100_00, counters: 0 },
        act: { amount_cents: null },
      });
    }
  });
});

const HEARD = { offer_cents: null, range: null, explicit_accept: false, suspicious: false };

/** Sends offers in cents, without language, and returns the last answer. */
function bid(terms: Terms, ...offers: readonly (number | null)[]) {
  let negotiationState: NegotiationState = initialState(terms.list_cents);
  let act = null;
  for (const offer_cents of offers) {
    ({ state: negotiationState, act } = respond(terms, negotiationState, {
      ...HEARD,
      intent: offer_cents === null ? "ask_lowest" : "offer",
      offer_cents,
    }));
  }
  return { state: negotiationState, act };
}

describe("valuing an offer", () => {
  it("accepts from the configured share of the list price, and not a cent below", () => {
    const desk: Terms = { ...TERMS, list_cents: 1_000_00, reserve_cents: 700_00 };
    expect(bid(desk, 970_00).act).toMatchObject({ kind: "accept_offer", amount_cents: 970_00 });
    expect(bid(desk, 969_99).act).toMatchObject({ kind: "counter", amount_cents: 990_00 });
    const generous = { ...desk, policy: { ...DEFAULT_POLICY, near_list_percent: 10 } };
    expect(bid(generous, 900_00).act).toMatchObject({ kind: "accept_offer", amount_cents: 900_00 });
    // Never below the minimum, however near the list price.
    expect(bid({ ...generous, reserve_cents: 950_00 }, 949_99).act).toMatchObject({ kind: "counter" });
    expect(bid({ ...generous, reserve_cents: 950_00 }, 950_00).act).toMatchObject({ kind: "accept_offer" });
  });

  it("accepts from the configured share of the asking price, only before the final offer", () => {
    // After two steps the asking price is 81. Three quarters of it are 60.75, so the minimum decides.
    expect(bid(TERMS, 60_00, 62_00, 70_00).act).toMatchObject({ kind: "accept_offer", amount_cents: 70_00 });
    expect(bid(TERMS, 60_00, 62_00, 69_99).act).toMatchObject({ kind: "final" });
    expect(bid(TERMS, 60_00, 70_00).act).toMatchObject({ kind: "counter", counter_no: 2 });
    const strict = { ...TERMS, policy: { ...DEFAULT_POLICY, final_accept_percent: 100 } };
    expect(bid(strict, 60_00, 62_00, 70_00).act).toMatchObject({ kind: "final" });
  });

  it("accepts an offer as good as the next step", () => {
    const policy = { ...DEFAULT_POLICY, near_list_percent: 0 };
    const desk: Terms = { list_cents: 1_000_00, reserve_cents: 700_00, tone: "tough", policy };
    expect(bid(desk, 990_00).act).toMatchObject({ kind: "accept_offer", amount_cents: 990_00 });
    expect(bid(desk, 989_99).act).toMatchObject({ kind: "counter", amount_cents: 990_00 });
  });

  it("repeats the final offer for any lower offer", () => {
    const final = [60_00, 62_00, 58_00];
    expect(bid(TERMS, ...final, 71_99).act).toEqual({ kind: "final", amount_cents: 72_00, counter_no: 3 });
    expect(bid(TERMS, ...final, 72_00).act).toEqual({ kind: "accept_offer", amount_cents: 72_00, counter_no: null });
    expect(bid(TERMS, ...final, null).state).toMatchObject({ counters: 3, final: true, ask_cents: 72_00 });
  });

  it("moves a soft seller further than a tough one", () => {
    const steps = (tone: Terms["tone"]) =>
      [1, 2, 3].map((n) => bid({ ...TERMS, reserve_cents: 51_00, tone }, ...Array(n).fill(50_00)).act?.amount_cents);
    expect(steps("soft")).toEqual([80_00, 65_00, 56_00]);
    expect(steps("normal")).toEqual([88_00, 75_00, 63_00]);
    expect(steps("tough")).toEqual([94_00, 86_00, 72_00]);
  });

  it("remembers the best offer", () => {
    expect(bid(TERMS, 60_00, 55_00).state).toMatchObject({ last_offer_cents: 60_00, counters: 2, turn: 2 });
    expect(bid(TERMS, null).state).toMatchObject({ last_offer_cents: null, counters: 1, turn: 1 });
    // A higher offer is accepted at the asking price, and that is remembered as the best offer.
    expect(bid(TERMS, 60_00, 95_00).state).toMatchObject({ last_offer_cents: 90_00, ask_cents: 90_00, final: true });
  });

  it("asks again for an offer without an amount", () => {
    const { act, state: negotiationState } = respond(TERMS, initialState(100_00), { ...HEARD, intent: "offer" });
    expect(act).toEqual({ kind: "explain", amount_cents: null, counter_no: null });
    expect(negotiationState).toMatchObject({ counters: 0, turn: 1 });
  });
});

describe("acceptance in words", () => {
  const say = (negotiationState: NegotiationState, offer_cents: number | null) =>
    respond(TERMS, negotiationState, { ...HEARD, intent: "accept", offer_cents }).act;

  it("leads to the button for the current price, or to Buy Now", () => {
    const { state: negotiationState } = bid(TERMS, 60_00);
    expect(say(negotiationState, null)).toMatchObject({ kind: "confirm", amount_cents: 90_00 });
    expect(say(negotiationState, 90_00)).toMatchObject({ kind: "confirm", amount_cents: 90_00 });
    expect(say(negotiationState, 95_00)).toMatchObject({ kind: "confirm", amount_cents: 90_00 });
    // A lower amount is an offer.
    expect(say(negotiationState, 80_00)).toMatchObject({ kind: "counter", amount_cents: 87_00 });
    expect(say(initialState(100_00), null)).toMatchObject({ kind: "buy_at_list", amount_cents: 100_00 });
  });
});

describe("rejection by the buyer", () => {
  it("keeps the current price on offer", () => {
    const { state: negotiationState } = bid(TERMS, 60_00);
    expect(respond(TERMS, negotiationState, { ...HEARD, intent: "reject" }).act).toEqual({
      kind: "hold",
      amount_cents: 90_00,
      counter_no: null,
    });
  });
});

describe("changed list price", () => {
  const asked = bid(TERMS, 60_00).state;

  it("becomes the asking price while no amount has been offered", () => {
    expect(withListPrice(initialState(100_00), 120_00).ask_cents).toBe(120_00);
    expect(withListPrice(initialState(100_00), 80_00).ask_cents).toBe(80_00);
  });

  it("lowers the asking price and never raises it", () => {
    expect(withListPrice(asked, 80_00).ask_cents).toBe(80_00);
    expect(withListPrice(asked, 120_00).ask_cents).toBe(90_00);
    // An accepted offer counts as a price that was named.
    expect(withListPrice(bid(TERMS, 97_00).state, 120_00).ask_cents).toBe(97_00);
  });

  it("below the minimum becomes the final offer, because it is the seller's newer decision", () => {
    const reduced = { ...TERMS, list_cents: 65_00 };
    expect(bid(reduced, 50_00).act).toEqual({ kind: "final", amount_cents: 65_00, counter_no: 3 });
  });
});
