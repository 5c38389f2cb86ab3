/** A negotiation around the engine: offers, how long they last, and acceptances (D40, D45, A69). */
import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY, type Policy, type Terms } from "#domain/negotiation/knowzee/engine";
import {
  accept,
  addMessage,
  currentAcceptance,
  currentOffer,
  FINAL_OFFER_MS,
  MESSAGES_IN_STATE_MAX,
  type NegotiationInput,
  type NegotiationSession,
  openSession,
} from "#domain/negotiation/negotiation-session";

const T0 = 1_800_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LIST = 100_00;
/** Fixed here, so that the amounts below follow from numbers on this page. */
const POLICY: Policy = {
  ...DEFAULT_POLICY,
  k: { soft: [45, 45, 40], normal: [30, 25, 20], tough: [15, 12, 10] },
};
const TERMS: Terms = { list_cents: LIST, reserve_cents: 70_00, tone: "normal", policy: POLICY };
const LAMP = { item: { id: "itm_lamp", title: "Lamp", price_cents: 10_00 }, text: "There is also a lamp." };

let refs = 0;
function input(text: string, changed: Partial<NegotiationInput> = {}): NegotiationInput {
  return {
    ref: `ref_${++refs}`,
    text,
    terms: TERMS,
    list_cents: LIST,
    words: (act, negotiationState, seed) => ({
      text: `${act.kind} ${act.amount_cents} turn ${negotiationState.turn} ${seed}`,
      unanswered: act.kind === "answer",
    }),
    upsell: null,
    ...changed,
  };
}

const opened = () => openSession({ id: "neg_1", item_id: "itm_1", buyer_id: "acc_1" }, LIST, T0);
const negotiate = (...texts: string[]) => texts.reduce((before, text) => addMessage(before, input(text), T0), opened());
/**
 * Knowzee answers "60?" with $97, then "65?" with $96, then "68?" with its final offer of $95 (see
 * knowzee-engine.test.ts).
 */
const FINAL = ["60?", "65?", "68?"];

const press = (before: NegotiationSession, amount_cents: number, changed: object = {}, now = T0) =>
  accept(before, { id: "acp_1", amount_cents, price_cents: LIST, used: false, ...changed }, now);

function pressed(before: NegotiationSession, amount_cents: number, changed: object = {}, now = T0) {
  const decision = press(before, amount_cents, changed, now);
  if (!decision.ok) throw new Error(decision.reason);
  return decision;
}

describe("openSession and addMessage", () => {
  it("start without messages and without an offer", () => {
    expect(opened()).toEqual({
      id: "neg_1",
      item_id: "itm_1",
      buyer_id: "acc_1",
      rev: 0,
      standing: { turn: 0, counters: 0, ask_cents: LIST, last_offer_cents: null, final: false, compared: [] },
      final_at: null,
      offer: null,
      accepted: null,
      messages: [],
      count: 0,
      created_at: T0,
      updated_at: T0,
    });
    expect(currentOffer(opened(), LIST, T0)).toBeNull();
    expect(currentAcceptance(opened(), LIST, T0)).toBeNull();
  });

  it("store the buyer's message and the assistant's answer, numbered in order", () => {
    const session = addMessage(opened(), input("60?", { ref: "ref_a" }), T0 + 5);
    expect(session.messages).toEqual([
      {
        seq: 1,
        from: "buyer",
        text: "60?",
        at: T0 + 5,
        act: null,
        amount_cents: null,
        counter_no: null,
        upsell: null,
        ask_seller: null,
        ref: "ref_a",
      },
      {
        seq: 2,
        from: "knowzee",
        text: "counter 9700 turn 1 neg_1.1",
        at: T0 + 5,
        act: "counter",
        amount_cents: 97_00,
        counter_no: 1,
        upsell: null,
        ask_seller: null,
        ref: null,
      },
    ]);
    expect(session).toMatchObject({ rev: 1, count: 2, created_at: T0, updated_at: T0 + 5, final_at: null });
    expect(addMessage(session, input("62?"), T0 + 6)).toMatchObject({ rev: 2, count: 4, updated_at: T0 + 6 });
  });

  it("process a message once, however often it is sent", () => {
    const asked = input("60?");
    const once = addMessage(opened(), asked, T0);
    expect(addMessage(once, asked, T0 + MINUTE)).toBe(once);
    expect(addMessage(once, input("60?"), T0).count).toBe(4);
  });

  it("keep the last two hundred messages and go on counting", () => {
    let long = opened();
    for (let n = 0; n < 101; n++) long = addMessage(long, input("hello"), T0);
    expect(long.messages).toHaveLength(MESSAGES_IN_STATE_MAX);
    expect(long.count).toBe(202);
    expect([long.messages[0]?.seq, long.messages.at(-1)?.seq]).toEqual([3, 202]);
  });
});

describe("offered amount", () => {
  it("lasts ten minutes and only while the list price is unchanged", () => {
    const session = negotiate("60?");
    const offer = { amount_cents: 97_00, list_cents: LIST, until: T0 + 10 * MINUTE };
    expect(currentOffer(session, LIST, T0)).toEqual(offer);
    expect(currentOffer(session, LIST, T0 + 10 * MINUTE - 1)).toEqual(offer);
    expect(currentOffer(session, LIST, T0 + 10 * MINUTE)).toBeNull();
    expect(currentOffer(session, LIST - 1, T0)).toBeNull();
  });

  it("lasts as long as the administrator set", () => {
    const session = addMessage(opened(), input("60?", { offer_ms: 5 * MINUTE }), T0);
    expect(session.offer?.until).toBe(T0 + 5 * MINUTE);
  });

  it("remains through small talk, and its time runs on", () => {
    const session = addMessage(negotiate("60?"), input("hello"), T0 + MINUTE);
    expect(session.offer).toEqual({ amount_cents: 97_00, list_cents: LIST, until: T0 + 10 * MINUTE });
  });

  it("has an Accept button only below the price that everyone pays", () => {
    expect(negotiate("100").offer).toBeNull();
    expect(negotiate("lower the price? I'd pay 120").offer).toBeNull();
    expect(negotiate("97").offer?.amount_cents).toBe(97_00);
    // Neither has the list price itself, when it cannot move or is repeated to a buyer who refuses.
    expect(addMessage(opened(), input("60?", { terms: { ...TERMS, reserve_cents: LIST } }), T0)).toMatchObject({
      standing: { final: false, ask_cents: LIST, counters: 1 },
      offer: null,
    });
    expect(negotiate("no thanks").offer).toBeNull();
    // The seller's discounts make the item cheaper than the offered amount, so Buy Now is better.
    const cheaper = addMessage(negotiate("60?"), input("deal", { terms: { ...TERMS, list_cents: 80_00 } }), T0);
    expect(cheaper.offer).toBeNull();
  });

  it("is tied to the item's own price, even when the negotiation started from a discounted price", () => {
    const session = addMessage(opened(), input("60?", { list_cents: 110_00 }), T0);
    expect(session.offer?.list_cents).toBe(110_00);
    expect(currentOffer(session, 110_00, T0)).not.toBeNull();
    expect(currentOffer(session, LIST, T0)).toBeNull();
  });
});

describe("final offer", () => {
  it("is dated once and stays final for a day", () => {
    const final = negotiate(...FINAL);
    expect(final).toMatchObject({ final_at: T0, standing: { final: true, ask_cents: 95_00 } });
    const later = addMessage(final, input("60?"), T0 + FINAL_OFFER_MS - 1);
    expect(later).toMatchObject({ final_at: T0, standing: { final: true, ask_cents: 95_00, turn: 4 } });
  });

  it("ends after a day: the negotiation starts again with new phrases", () => {
    const anew = addMessage(negotiate(...FINAL), input("60?"), T0 + FINAL_OFFER_MS);
    expect(anew).toMatchObject({ final_at: null, standing: { turn: 4, counters: 1, ask_cents: 97_00, final: false } });
    expect(anew.offer).toMatchObject({ amount_cents: 97_00, until: T0 + FINAL_OFFER_MS + 10 * MINUTE });
    expect(anew.messages.at(-1)?.text).toBe("counter 9700 turn 4 neg_1.4");
  });

  it("is withdrawn when the seller raises the minimum above it", () => {
    const dearer: Terms = { ...TERMS, reserve_cents: 96_00 };
    const anew = addMessage(negotiate(...FINAL), input("60?", { terms: dearer }), T0);
    expect(anew.standing).toMatchObject({ counters: 1, final: false, ask_cents: 97_00 });
    // Small talk names no amount, and the previous offer is gone.
    expect(addMessage(negotiate(...FINAL), input("hello", { terms: dearer }), T0).offer).toBeNull();
  });

  it("remains while the minimum allows it, and when the list price falls below it", () => {
    const repeated = addMessage(negotiate(...FINAL), input("60?", { terms: { ...TERMS, reserve_cents: 95_00 } }), T0);
    expect(repeated.final_at).toBe(T0);
    const reduced = addMessage(negotiate(...FINAL), input("hello", { terms: { ...TERMS, list_cents: 60_00 } }), T0);
    expect(reduced.standing).toMatchObject({ final: true, counters: 3 });
  });
});

describe("suggesting another item", () => {
  const upsells = (conversation: NegotiationSession) => conversation.messages.filter(({ act }) => act === "upsell");

  it("happens once, when a deal is near", () => {
    const near = addMessage(opened(), input("97", { upsell: LAMP }), T0);
    expect(upsells(near)).toMatchObject([{ seq: 3, from: "knowzee", text: LAMP.text, upsell: LAMP.item, ref: null }]);
    expect(upsells(addMessage(near, input("deal", { upsell: LAMP }), T0))).toHaveLength(1);
  });

  it("happens when the buyer accepts in words", () => {
    expect(upsells(addMessage(negotiate("60?"), input("deal", { upsell: LAMP }), T0))).toHaveLength(1);
  });

  it("does not happen during the negotiation, nor without an item to suggest", () => {
    expect(upsells(addMessage(opened(), input("60?", { upsell: LAMP }), T0))).toEqual([]);
    expect(negotiate("97").messages).toHaveLength(2);
  });
});

describe("accept", () => {
  it("reserves the amount for the buyer for a day and adds a message", () => {
    const { accepted, conversation } = pressed(negotiate("60?"), 97_00, {}, T0 + MINUTE);
    expect(accepted).toEqual({
      id: "acp_1",
      amount_cents: 97_00,
      list_cents: LIST,
      at: T0 + MINUTE,
      until: T0 + MINUTE + DAY,
    });
    expect(conversation).toMatchObject({ accepted, offer: null, rev: 2, updated_at: T0 + MINUTE, count: 3 });
    expect(conversation.messages.at(-1)).toMatchObject({
      from: "system",
      act: "accepted",
      amount_cents: 97_00,
      text: "You accepted this price. We're holding the item for you, and the price is yours for 24 hours.",
    });
    expect(currentAcceptance(conversation, LIST, T0 + MINUTE + DAY - 1)).toEqual(accepted);
    expect(currentAcceptance(conversation, LIST, T0 + MINUTE + DAY)).toBeNull();
    expect(currentAcceptance(conversation, LIST + 1, T0 + MINUTE)).toBeNull();
  });

  it.each([
    [HOUR, "an hour"],
    [5 * HOUR, "5 hours"],
    [2 * DAY, "48 hours"],
  ])("adds a message that names a duration of %i ms", (accepted_ms, words) => {
    const { accepted, conversation } = pressed(negotiate("60?"), 97_00, { accepted_ms });
    expect(accepted.until).toBe(T0 + accepted_ms);
    expect(conversation.messages.at(-1)?.text).toContain(`the price is yours for ${words}.`);
  });

  it("makes the agreed amount the final offer", () => {
    const { conversation } = pressed(negotiate("60?"), 97_00);
    expect(conversation).toMatchObject({ standing: { final: true, ask_cents: 97_00 }, final_at: T0 });
    expect(addMessage(conversation, input("80?"), T0 + MINUTE).standing).toMatchObject({
      ask_cents: 97_00,
      final: true,
    });
    // An earlier final offer keeps its own day.
    expect(pressed(negotiate(...FINAL), 95_00, {}, T0 + MINUTE).conversation.final_at).toBe(T0);
  });

  it("changes nothing when it is repeated", () => {
    const { conversation, accepted } = pressed(negotiate("60?"), 97_00);
    expect(press(conversation, 97_00, { id: "acp_2" }, T0 + HOUR)).toEqual({ ok: true, conversation, accepted });
  });

  it("refuses an amount that is not on offer, and names the one that is", () => {
    expect(press(negotiate("60?"), 89_00)).toEqual({ ok: false, reason: "other_amount", amount_cents: 97_00 });
    // An acceptance of another amount does not help.
    const again = addMessage(pressed(negotiate("60?"), 97_00).conversation, input("deal"), T0);
    expect(again.offer?.amount_cents).toBe(97_00);
    expect(press(again, 81_00)).toEqual({ ok: false, reason: "other_amount", amount_cents: 97_00 });
  });

  it("refuses as expired without an offer or after its end", () => {
    expect(press(opened(), 97_00)).toEqual({ ok: false, reason: "expired" });
    expect(press(negotiate("60?"), 97_00, {}, T0 + 10 * MINUTE)).toEqual({ ok: false, reason: "expired" });
    const { conversation } = pressed(negotiate("60?"), 97_00);
    expect(press(conversation, 97_00, {}, T0 + DAY)).toEqual({ ok: false, reason: "expired" });
    expect(press(conversation, 80_00)).toEqual({ ok: false, reason: "expired" });
    expect(press(opened(), 97_00, { used: true })).toEqual({ ok: false, reason: "expired" });
  });

  it("refuses as repriced when the seller changed the price of a live offer", () => {
    const dearer = { price_cents: LIST + 1 };
    expect(press(negotiate("60?"), 97_00, dearer)).toEqual({ ok: false, reason: "repriced" });
    expect(press(negotiate("60?"), 97_00, dearer, T0 + 10 * MINUTE)).toEqual({ ok: false, reason: "expired" });
  });

  it("serves one order; the next one needs a new offer", () => {
    const { conversation } = pressed(negotiate("60?"), 97_00);
    expect(press(conversation, 97_00, { used: true })).toEqual({ ok: false, reason: "used" });
    expect(press(conversation, 80_00, { used: true })).toEqual({ ok: false, reason: "expired" });
    const again = addMessage(conversation, input("deal"), T0 + HOUR);
    expect(pressed(again, 97_00, { id: "acp_2", used: true }, T0 + HOUR).accepted).toMatchObject({
      id: "acp_2",
      at: T0 + HOUR,
    });
  });
});
