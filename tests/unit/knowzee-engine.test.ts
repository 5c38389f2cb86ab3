import { describe, expect, it } from "vitest";
import {
  DEFAULT_POLICY,
  initialState,
  type NegotiationState,
  type Policy,
  respond,
  type Terms,
  withListPrice,
} from "#domain/negotiation/knowzee/engine";
import { parseMessage } from "#domain/negotiation/knowzee/understand";

/** Fixed here, so that the amounts below follow from numbers on this page. */
const POLICY: Policy = {
  ...DEFAULT_POLICY,
  k: { soft: [45, 45, 40], normal: [30, 25, 20], tough: [15, 12, 10] },
};
const TERMS: Terms = { list_cents: 100_00, reserve_cents: 70_00, tone: "normal", policy: POLICY };

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

describe("respond", () => {
  it("comes down for a raise in at most three steps and then no further", () => {
    expect(negotiate(TERMS, "60?").act).toEqual({ kind: "counter", amount_cents: 97_00, counter_no: 1 });
    expect(negotiate(TERMS, "60?", "65?").act).toEqual({ kind: "counter", amount_cents: 96_00, counter_no: 2 });
    const third = negotiate(TERMS, "60?", "65?", "68?");
    expect(third.act).toEqual({ kind: "final", amount_cents: 95_00, counter_no: 3, ask_seller: true });
    const more = negotiate(TERMS, "60?", "65?", "68?", "lower?", "90?", "no", "please, 65");
    expect(more.act).toEqual({ kind: "final", amount_cents: 95_00, counter_no: 3, ask_seller: true });
    expect(more.state.ask_cents).toBe(95_00);
  });

  it("never makes the final offer first, and never names the reserve", () => {
    for (const reserve_cents of [60_00, 90_00, 95_00, 98_00, 99_00]) {
      for (const first of ["50", "60?", "lower?", "what is your best price", "85 max", "$1"]) {
        const { act } = negotiate({ ...TERMS, reserve_cents }, first);
        expect(act?.kind, first).not.toBe("final");
        if (act?.kind !== "accept_offer") expect(act?.amount_cents, first).toBeGreaterThan(reserve_cents);
      }
    }
  });

  it("keeps to the list price when the minimum leaves no room", () => {
    const firm = { ...TERMS, reserve_cents: 100_00 };
    expect(negotiate(firm, "80?").act).toMatchObject({ kind: "hold", amount_cents: 100_00, because: "stuck" });
    expect(negotiate(firm, "80?", "85?", "90?").act).toMatchObject({ kind: "final", amount_cents: 100_00 });
  });

  it("gives nothing to a buyer who pushes without a number, and asks what they would pay (A130)", () => {
    const pushed = { kind: "hold", amount_cents: 100_00, counter_no: null, because: "pushed" };
    expect(negotiate(TERMS, "lower?").act).toEqual(pushed);
    expect(negotiate(TERMS, "any wiggle room in the price?", "best price?", "lower?", "lower?").act).toEqual(pushed);
    expect(negotiate(TERMS, "60?", "lower?").act).toEqual({ ...pushed, amount_cents: 97_00 });
    expect(negotiate(TERMS, "lower?", "lower?", "lower?").state).toMatchObject({ counters: 0, final: false });
  });

  it("gives nothing for a bid below half the price", () => {
    expect(negotiate(TERMS, "$1", "$20", "$49").act).toMatchObject({
      kind: "hold",
      amount_cents: 100_00,
      because: "low",
    });
    expect(negotiate(TERMS, "$49").state).toMatchObject({ counters: 0, last_offer_cents: 49_00 });
  });

  it("asks for a number in Australian dollars", () => {
    expect(negotiate(TERMS, "would you take 80 euros").act).toEqual({
      kind: "explain",
      amount_cents: null,
      counter_no: null,
      because: "currency",
    });
  });

  it("does not go below a price it has agreed to", () => {
    expect(negotiate(TERMS, "97", "80?", "lower?").act).toMatchObject({ kind: "hold", amount_cents: 97_00 });
    expect(negotiate(TERMS, "97", "deal").act).toMatchObject({ kind: "confirm", amount_cents: 97_00 });
  });

  it("asks for confirmation of the current price when the buyer accepts in words", () => {
    const confirm = { kind: "confirm", amount_cents: 97_00, counter_no: null };
    expect(negotiate(TERMS, "60?", "I accept your offer of $97").act).toEqual(confirm);
    expect(negotiate(TERMS, "60?", "deal").act).toEqual(confirm);
    expect(negotiate(TERMS, "60?", "Great then we've got a deal!").act).toEqual(confirm);
  });

  it("treats acceptance of a price that was never offered as an offer of that price", () => {
    expect(negotiate(TERMS, "60?", "I accept your offer of $75").act).toEqual(negotiate(TERMS, "60?", "75").act);
    expect(negotiate(TERMS, "I accept your offer of $1").act).toEqual(negotiate(TERMS, "$1").act);
  });

  it("never sells for more than the asking price (A70)", () => {
    expect(negotiate(TERMS, "$150").act).toEqual({ kind: "buy_at_list", amount_cents: 100_00, counter_no: null });
    expect(negotiate(TERMS, "60?", "$99").act).toEqual({ kind: "accept_offer", amount_cents: 97_00, counter_no: null });
  });

  it("names no price when it was not asked about one", () => {
    for (const message of ["hi", "thanks", "does it work?", "bananas"]) {
      expect(negotiate(TERMS, message)).toMatchObject({
        state: { ask_cents: 100_00, counters: 0 },
        act: { amount_cents: null },
      });
    }
  });

  it("passes on what the message also asks", () => {
    expect(negotiate(TERMS, "Does it work? I'd give you 80").act).toMatchObject({
      kind: "counter",
      question: "does it work?",
    });
  });
});

describe("taking a bid", () => {
  it("takes a bid that has stopped rising, at the reserve or above it", () => {
    expect(bid(TERMS, 70_00).act).toMatchObject({ kind: "counter" });
    expect(bid(TERMS, 70_00, 70_00).act).toEqual({ kind: "accept_offer", amount_cents: 70_00, counter_no: null });
    expect(bid(TERMS, 69_99, 69_99).act).toMatchObject({ kind: "hold", because: "stuck", ask_seller: true });
    // A lower bid takes nothing back: the best one counts.
    expect(bid(TERMS, 75_00, 60_00).act).toMatchObject({ kind: "accept_offer", amount_cents: 75_00 });
  });

  it("takes a bid the buyer insists on", () => {
    expect(negotiate(TERMS, "80 is the highest I'll go").act).toMatchObject({
      kind: "accept_offer",
      amount_cents: 80_00,
    });
    expect(negotiate(TERMS, "80?", "that's all I have").act).toMatchObject({
      kind: "accept_offer",
      amount_cents: 80_00,
    });
    expect(negotiate(TERMS, "65 is my max").act).toMatchObject({ kind: "counter" });
    expect(negotiate(TERMS, "that's all I have").act).toMatchObject({ kind: "hold", because: "pushed" });
  });

  it("takes from the configured share of the list price at once, and not a cent below", () => {
    const desk: Terms = { ...TERMS, list_cents: 1_000_00, reserve_cents: 700_00, tone: "tough" };
    expect(bid(desk, 970_00).act).toMatchObject({ kind: "accept_offer", amount_cents: 970_00 });
    const strict = { ...desk, policy: { ...POLICY, near_list_percent: 0 } };
    expect(bid(strict, 940_00).act).toMatchObject({ kind: "counter", amount_cents: 950_00 });
    // Never below the reserve, however near the list price.
    expect(bid({ ...desk, reserve_cents: 980_00 }, 979_99).act).toMatchObject({
      kind: "counter",
      amount_cents: 990_00,
    });
    expect(bid({ ...desk, reserve_cents: 980_00 }, 980_00).act).toMatchObject({ kind: "accept_offer" });
  });

  it("takes a bid that is as good as the price it would name", () => {
    expect(bid(TERMS, 89_00).act).toMatchObject({ kind: "counter", amount_cents: 90_00 });
    expect(bid(TERMS, 90_00).act).toMatchObject({ kind: "accept_offer", amount_cents: 90_00 });
  });

  it("takes a fair bid in place of the final offer", () => {
    expect(bid(TERMS, 60_00, 65_00, 72_00).act).toMatchObject({ kind: "accept_offer", amount_cents: 72_00 });
    expect(bid(TERMS, 60_00, 65_00, 69_99).act).toMatchObject({ kind: "final" });
    const strict = { ...TERMS, policy: { ...POLICY, final_accept_percent: 100 } };
    expect(bid(strict, 60_00, 65_00, 75_00).act).toMatchObject({ kind: "final" });
    // That bid was made before the final offer, so it is taken when it is repeated.
    expect(bid(strict, 60_00, 65_00, 75_00, 75_00).act).toMatchObject({ kind: "accept_offer", amount_cents: 75_00 });
    expect(bid(strict, 60_00, 65_00, 75_00, 80_00).act).toMatchObject({ kind: "final" });
  });

  it("repeats the final offer for any lower bid", () => {
    const final = [60_00, 65_00, 68_00];
    expect(bid(TERMS, ...final, 94_99).act).toMatchObject({ kind: "final", amount_cents: 95_00, counter_no: 3 });
    expect(bid(TERMS, ...final, 95_00).act).toEqual({ kind: "accept_offer", amount_cents: 95_00, counter_no: null });
    expect(bid(TERMS, ...final, null).state).toMatchObject({ counters: 3, final: true, ask_cents: 95_00 });
  });

  it("counts a bid that earns nothing, so that nobody tries any number of them (A130)", () => {
    expect(bid(TERMS, 60_00, 60_00).state).toMatchObject({ counters: 2, ask_cents: 97_00 });
    expect(bid(TERMS, 60_00, 60_00, 60_00).act).toMatchObject({ kind: "final", amount_cents: 97_00 });
  });
});

describe("comparing bids with the reserve", () => {
  const tough: Terms = { ...TERMS, reserve_cents: 88_00, tone: "tough" };

  it("happens twice for one buyer (A130)", () => {
    expect(negotiate(tough, "90 is my max").act).toMatchObject({ kind: "accept_offer", amount_cents: 90_00 });
    expect(negotiate(tough, "80 is my max", "85 is my max", "90 is my max").act).toMatchObject({ kind: "final" });
    expect(negotiate(tough, "80 is my max", "90 is my max").act).toMatchObject({ kind: "accept_offer" });
  });

  it("ends with a bid below four fifths of the price (A68)", () => {
    expect(negotiate(tough, "79 is my max", "90 is my max").act).toMatchObject({ kind: "counter" });
    expect(negotiate(tough, "79", "90 is my max").act).toMatchObject({ kind: "accept_offer", amount_cents: 90_00 });
    // A bid under half the price says nothing of the reserve.
    expect(negotiate(tough, "40 is my max", "90 is my max").act).toMatchObject({ kind: "accept_offer" });
  });

  it("is repeated for the same bid, which the seller may have made acceptable meanwhile", () => {
    const { state: refused } = negotiate(tough, "79", "79");
    expect(refused.compared).toEqual([79_00]);
    const again = { ...HEARD, intent: "offer", offer_cents: 79_00 } as const;
    expect(respond(tough, refused, again).state.compared).toEqual([79_00]);
    expect(respond({ ...tough, reserve_cents: 78_00 }, refused, again).act).toMatchObject({ kind: "accept_offer" });
  });

  it("needs a confirmed email address (D81, A133)", () => {
    const { act, state } = bid({ ...TERMS, unconfirmed: true }, 90_00, 90_00);
    expect([act?.because, state.last_offer_cents, state.compared]).toEqual(["unconfirmed", null, []]);
  });

  it("goes by the later reserve for later buyers, whose prices say nothing of the reserve itself", () => {
    const later = { ...TERMS, later_reserve_cents: 78_00 };
    expect(bid(later, 77_00, 77_00).act).toMatchObject({ kind: "hold", because: "stuck" });
    expect(bid(later, 78_00, 78_00).act).toMatchObject({ kind: "accept_offer", amount_cents: 78_00 });
    const high = { ...TERMS, later_reserve_cents: 95_00 };
    expect(bid(high, 91_00).act).toMatchObject({ kind: "counter", amount_cents: 96_00 });
    for (const bids of [[60_00], [91_00, 91_00], [96_00]]) {
      expect(bid({ ...high, reserve_cents: 94_00 }, ...bids)).toEqual(bid(high, ...bids));
    }
    // A price named before is not taken back.
    const { state: named } = bid(TERMS, 91_00 - 2_00);
    expect(respond(high, named, { ...HEARD, intent: "offer", offer_cents: 90_00 }).state.ask_cents).toBe(90_00);
  });
});

describe("concessions", () => {
  it("grow with the bid, whatever was said before", () => {
    const asked = (tone: Terms["tone"], ...offers: number[]) =>
      bid({ ...TERMS, reserve_cents: 51_00, tone }, ...offers).state.ask_cents;
    expect([50_00, 60_00, 70_00, 80_00].map((offer) => asked("soft", offer))).toEqual([97_00, 96_00, 91_00, 87_00]);
    expect([50_00, 60_00, 70_00, 80_00].map((offer) => asked("normal", offer))).toEqual([97_00, 97_00, 94_00, 92_00]);
    expect([50_00, 60_00, 70_00, 80_00].map((offer) => asked("tough", offer))).toEqual([97_00, 97_00, 97_00, 96_00]);
    expect(asked("soft", 60_00, 80_00)).toBe(asked("soft", 80_00));
  });

  it("remember the best bid", () => {
    expect(bid(TERMS, 60_00, 55_00).state).toMatchObject({ last_offer_cents: 60_00, counters: 2, turn: 2 });
    expect(bid(TERMS, null).state).toMatchObject({ last_offer_cents: null, counters: 0, turn: 1 });
    // A higher bid is charged at the asking price, which is remembered as the best bid.
    expect(bid(TERMS, 60_00, 99_00).state).toMatchObject({ last_offer_cents: 97_00, ask_cents: 97_00, final: true });
  });

  it("leave the price on the table for a buyer who wants to think", () => {
    const { state: asked } = bid(TERMS, 60_00);
    const { act, state: after } = respond(TERMS, asked, { ...HEARD, intent: "other", undecided: true });
    expect(act).toMatchObject({ kind: "hold", amount_cents: 97_00 });
    expect(after).toEqual({ ...asked, turn: 2 });
    expect(respond(TERMS, asked, { ...HEARD, intent: "other" }).act.kind).toBe("explain");
  });

  it("need a number", () => {
    const { act, state: negotiationState } = respond(TERMS, initialState(100_00), { ...HEARD, intent: "offer" });
    expect(act).toEqual({ kind: "explain", amount_cents: null, counter_no: null });
    expect(negotiationState).toMatchObject({ counters: 0, turn: 1 });
  });
});

describe("conditions", () => {
  it("are never agreed to: the price stays, and the seller may be asked (A129)", () => {
    const restated = { kind: "hold", amount_cents: 100_00, because: "conditions", ask_seller: true };
    expect(negotiate(TERMS, "Deliver it to my house for free and I'll pay 100").act).toMatchObject({
      ...restated,
      conditions: ["delivery"],
    });
    expect(negotiate(TERMS, "95 with a 12 month warranty, ok?").act).toMatchObject(restated);
    expect(negotiate(TERMS, "60?", "65?", "$80 if you deliver it and include the lamp, deal?").act).toMatchObject({
      ...restated,
      amount_cents: 96_00,
      conditions: ["delivery", "extras"],
    });
  });

  it("are no bid for the item alone", () => {
    expect(negotiate(TERMS, "90 delivered").state).toMatchObject({ last_offer_cents: null, counters: 0 });
  });

  it("are answered from the listing when they are only asked about", () => {
    expect(negotiate(TERMS, "do you deliver?").act).toEqual({
      kind: "answer",
      amount_cents: null,
      counter_no: null,
      conditions: ["delivery"],
      ask_seller: true,
    });
  });
});

describe("acceptance in words", () => {
  const say = (negotiationState: NegotiationState, offer_cents: number | null) =>
    respond(TERMS, negotiationState, { ...HEARD, intent: "accept", offer_cents }).act;

  it("leads to the button for the current price, or to Buy Now", () => {
    const { state: negotiationState } = bid(TERMS, 60_00);
    for (const cents of [null, 97_00, 99_00]) {
      expect(say(negotiationState, cents)).toMatchObject({ kind: "confirm", amount_cents: 97_00 });
    }
    // A lower amount is a bid.
    expect(say(negotiationState, 80_00)).toMatchObject({ kind: "counter", amount_cents: 92_00 });
    expect(say(initialState(100_00), null)).toMatchObject({ kind: "buy_at_list", amount_cents: 100_00 });
  });
});

describe("rejection by the buyer", () => {
  it("keeps the current price on offer", () => {
    const { state: negotiationState } = bid(TERMS, 60_00);
    expect(respond(TERMS, negotiationState, { ...HEARD, intent: "reject" }).act).toEqual({
      kind: "hold",
      amount_cents: 97_00,
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
    expect(withListPrice(asked, 120_00).ask_cents).toBe(97_00);
    // An accepted bid counts as a price that was named.
    expect(withListPrice(bid(TERMS, 97_00).state, 120_00).ask_cents).toBe(97_00);
  });

  it("below the minimum is the price, because it is the seller's newer decision", () => {
    const reduced = { ...TERMS, list_cents: 65_00 };
    expect(bid(reduced, 50_00).act).toMatchObject({ kind: "hold", amount_cents: 65_00 });
    expect(bid(reduced, 65_00).act).toMatchObject({ kind: "buy_at_list", amount_cents: 65_00 });
  });
});
