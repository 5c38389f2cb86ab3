import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY, openStanding, respond, type Standing, type Terms } from "#domain/knowzee/engine";
import { understand } from "#domain/knowzee/understand";

const TERMS: Terms = { list_cents: 100_00, reserve_cents: 70_00, tone: "normal", policy: DEFAULT_POLICY };

/** Says one message after the other; the last answer. */
function talk(terms: Terms, ...messages: readonly string[]) {
  let standing: Standing = openStanding(terms.list_cents);
  let act = null;
  for (const message of messages) {
    const { ask_cents, last_offer_cents } = standing;
    const understood = understand(message, { list_cents: terms.list_cents, ask_cents, last_offer_cents });
    ({ standing, act } = respond(terms, standing, understood));
  }
  return { standing, act };
}

describe("haggling", () => {
  it("comes down in at most three steps, each nearer, and then no further", () => {
    expect(talk(TERMS, "60?").act).toEqual({ kind: "counter", amount_cents: 90_00, counter_no: 1 });
    expect(talk(TERMS, "60?", "62?").act).toEqual({ kind: "counter", amount_cents: 81_00, counter_no: 2 });
    const third = talk(TERMS, "60?", "62?", "58?");
    expect(third.act).toEqual({ kind: "final", amount_cents: 72_00, counter_no: 3 });
    const more = talk(TERMS, "60?", "62?", "58?", "lower?", "70?", "no", "please, 65");
    expect(more.act).toEqual({ kind: "final", amount_cents: 72_00, counter_no: 3 });
    expect(more.standing.ask_cents).toBe(72_00);
  });

  it("makes the counter that reaches the reserve the final offer, whichever it is", () => {
    const { act, standing } = talk({ ...TERMS, reserve_cents: 95_00 }, "50");
    expect(act).toEqual({ kind: "final", amount_cents: 95_00, counter_no: 3 });
    expect(standing).toMatchObject({ final: true, counters: 3 });
  });

  it("takes an offer near the price at once, and a fair one before the final offer", () => {
    expect(talk(TERMS, "97").act).toEqual({ kind: "accept_offer", amount_cents: 97_00, counter_no: null });
    expect(talk(TERMS, "60", "62", "75").act).toEqual({ kind: "accept_offer", amount_cents: 75_00, counter_no: null });
    expect(talk({ ...TERMS, reserve_cents: 100_00 }, "99").act?.kind).toBe("final");
  });

  it("does not come down from a price it has agreed to", () => {
    expect(talk(TERMS, "97", "80?", "lower?").act).toMatchObject({ kind: "hold", amount_cents: 97_00 });
    expect(talk(TERMS, "97", "deal").act).toMatchObject({ kind: "confirm", amount_cents: 97_00 });
  });

  it("asks for a confirmation of the price that stands when somebody says they accept", () => {
    expect(talk(TERMS, "60?", "I accept your offer of $90").act).toEqual({
      kind: "confirm",
      amount_cents: 90_00,
      counter_no: null,
    });
    expect(talk(TERMS, "60?", "deal").act).toEqual({ kind: "confirm", amount_cents: 90_00, counter_no: null });
  });

  it("hears acceptance of a price that was never named as an offer of that price", () => {
    expect(talk(TERMS, "60?", "I accept your offer of $75").act).toEqual(talk(TERMS, "60?", "75").act);
    expect(talk(TERMS, "I accept your offer of $1").act).toEqual(talk(TERMS, "$1").act);
  });

  it("sells to nobody for more than is asked", () => {
    expect(talk(TERMS, "$150").act).toEqual({ kind: "buy_at_list", amount_cents: 100_00, counter_no: null });
    expect(talk(TERMS, "60?", "$95").act).toEqual({ kind: "accept_offer", amount_cents: 90_00, counter_no: null });
  });

  it("counts anything below half the price as half: there is nothing to gain from insults", () => {
    expect(talk(TERMS, "$1").act).toEqual(talk(TERMS, "$50").act);
    expect(talk(TERMS, "lower?").act).toEqual(talk(TERMS, "$50").act);
  });

  it("gains a buyer nothing to step back from their own offer", () => {
    expect(talk(TERMS, "70", "50").act).toEqual(talk(TERMS, "70", "70").act);
  });

  it("moves by at least one unit, or takes the offer that is one unit away", () => {
    const lamp: Terms = { ...TERMS, list_cents: 20_00, reserve_cents: 15_00 };
    expect(talk(lamp, "19").act).toEqual({ kind: "accept_offer", amount_cents: 19_00, counter_no: null });
    expect(talk({ ...lamp, tone: "tough" }, "18").act).toEqual({ kind: "counter", amount_cents: 19_00, counter_no: 1 });
  });

  it("says nothing about a price when it was not asked about one", () => {
    for (const message of ["hi", "thanks", "does it work?", "bananas"]) {
      expect(talk(TERMS, message)).toMatchObject({
        standing: { ask_cents: 100_00, counters: 0 },
        act: { amount_cents: null },
      });
    }
  });
});
