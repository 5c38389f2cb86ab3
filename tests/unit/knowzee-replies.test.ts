/** Whole replies to messages that Knowzee once answered badly, and what the seller is asked. */
import { describe, expect, it } from "vitest";
import type { PublicFacts } from "#domain/negotiation/knowzee/answers";
import { DEFAULT_POLICY, type Policy, type Terms } from "#domain/negotiation/knowzee/engine";
import { copyFor } from "#domain/negotiation/knowzee-copy";
import {
  addMessage,
  FINAL_OFFER_MS,
  type NegotiationSession,
  openSession,
} from "#domain/negotiation/negotiation-session";

const T0 = 1_800_000_000_000;
/** Fixed here, so that the amounts below follow from numbers on this page. */
const POLICY: Policy = {
  ...DEFAULT_POLICY,
  k: { soft: [45, 45, 40], normal: [30, 25, 20], tough: [15, 12, 10] },
};
const TERMS: Terms = { list_cents: 200_00, reserve_cents: 153_00, tone: "normal", policy: POLICY };
const FACTS: PublicFacts = {
  title: "Oak side table",
  description:
    "Interested buyers must provide own transportation. Works with standard lamps. Moving house on Friday so keen to sell. Comes with a glass top.",
  condition: "Good",
  collection_summary: "Fitzroy, Melbourne",
  collection_date: null,
  days_listed: 3,
  payment_methods: ["bank transfer", "card"],
  public_notes: "",
};

function talk(texts: readonly string[], terms: Terms = TERMS, from?: NegotiationSession, at = T0): NegotiationSession {
  const list_cents = terms.list_cents;
  return texts.reduce(
    (before, text, index) =>
      addMessage(
        before,
        {
          ref: `${at}.${index}`,
          text,
          terms,
          list_cents,
          upsell: null,
          words: copyFor({ text, facts: FACTS, list_cents, greetings: [], closings: [] }),
        },
        at,
      ),
    from ?? openSession({ id: "neg_1", item_id: "itm_1", buyer_id: "acc_1" }, list_cents, T0),
  );
}
const last = (session: NegotiationSession) => session.messages.at(-1);
const reply = (...texts: string[]) => last(talk(texts));
/** Price of the item in the message, with a reserve of three quarters of it. */
const priced = (dollars: number, ...texts: string[]) =>
  last(talk(texts, { ...TERMS, list_cents: dollars * 100, reserve_cents: dollars * 75 }));

describe("a message without an offer", () => {
  it.each([
    "are you willing to negotiate?",
    "any wiggle room in the price?",
    "how much can you come down",
    "best price?",
  ])("is asked for one, at an unchanged price: %s", (text) => {
    expect(reply(text)).toMatchObject({ act: "hold", amount_cents: 200_00, counter_no: null });
    expect(reply(text)?.text).toMatch(/\$200.*\?|\$200.*see what I can do\./);
  });

  it.each([
    ["Is there any wiggle room on that price? $315 seems super high....", 315, "hold"],
    ["Is it really high quality?", 200, "answer"],
    ["If you change your mind, let me know!", 200, "hold"],
    ["kinda steep for a 2013", 7_900, "hold"],
    ["I'm interested in your dresser", 200, "greet"],
    ["No problem!", 200, "explain"],
  ])("names no lower price: %s", (text, list, act) => {
    const said = priced(list, text);
    expect(said?.act).toBe(act);
    expect(said?.amount_cents ?? list * 100).toBe(list * 100);
  });
});

describe("an offer", () => {
  it.each([
    ["What if we meet halfway on this at $240", 280, 240],
    ["Let's meet in the middle, 1700", 1_800, 1_700],
    ["Ok will you take $3200? I see it has over 200k miles.", 3_900, 3_200],
    ["1300 is as high as I can go", 1_500, 1_300],
    ["not even 150?", 200, 150],
    ["lower it $500", 3_900, 3_400],
    ["half off security deposit, so 1275 all up?", 1_500, 1_275],
  ])("is the amount that the buyer named: %s", (text, list, dollars) => {
    expect(talk([text], { ...TERMS, list_cents: list * 100, reserve_cents: list * 75 }).standing.last_offer_cents).toBe(
      dollars * 100,
    );
  });

  it("of the reserve is taken, not refused for a few dollars", () => {
    expect(reply("153", "153")).toMatchObject({ act: "accept_offer", amount_cents: 153_00 });
  });

  it("is never answered with less than itself", () => {
    expect(reply("150?", "half off delivery, could we do 180?")).toMatchObject({ act: "hold", amount_cents: 190_00 });
    expect(reply("150?", "ok can you go 160 or is 190 final offer")).toMatchObject({
      act: "counter",
      amount_cents: 185_00,
    });
  });

  it("below the reserve that is repeated can be put to the seller", () => {
    expect(reply("140", "140")).toMatchObject({
      act: "hold",
      ask_seller: { conditions: [], amount_cents: 140_00, text: "140" },
    });
  });
});

describe("a yes", () => {
  it.each([
    "Great then we've got a deal!",
    "that will work",
    "You got it!",
    "Sounds good. Thanks for negotiating.",
    "I can do that. Deal.",
  ])("is confirmed at the price on the table: %s", (text) => {
    const said = reply("150?", text);
    expect(said).toMatchObject({ act: "confirm", amount_cents: 190_00, ask_seller: null });
    expect(said?.text).toContain("That covers “Oak side table” as listed and pickup, nothing else.");
  });
});

describe("a condition", () => {
  it.each([
    ["$170 if you deliver it to my house and include the lamp, deal?", ["delivery", "extras"], 170],
    ["Deliver it to my house for free and I'll pay 200", ["delivery"], 200],
    ["I'll pay 200 with a 12 month warranty, ok?", ["warranty"], 200],
    ["190 if you hold it till next week", ["hold"], 190],
    ["100 plus my old bike in trade", ["swap"], 100],
    ["pay 100 now and 75 in March", ["instalments"], 175],
  ])("is repeated, not agreed to, and left to the seller: %s (A129)", (text, conditions, dollars) => {
    const said = reply("150?", text);
    expect(said).toMatchObject({
      act: "hold",
      amount_cents: 190_00,
      ask_seller: { conditions, amount_cents: dollars * 100, text },
    });
    expect(said?.text).toContain("$190 for “Oak side table” as listed, pickup in Fitzroy, Melbourne");
    expect(said?.text).toMatch(/nothing else (?:is )?included/i);
    expect(said?.text).toMatch(/Shall I ask\?|ask the seller/);
  });
});

describe("a question", () => {
  it.each([
    ["Hi, how much are you asking?", "It's listed at $200. You can buy it now, or make me an offer."],
    ["What kind of shape is it in?", 'It\'s listed as "Good".'],
    ["Does it come with a glass top?", 'The listing says: "Comes with a glass top."'],
  ])("is answered from the listing: %s", (text, answer) => {
    expect(reply(text)).toMatchObject({ text: answer, ask_seller: null });
  });

  it.each([
    "How long have you owned it?",
    "What color is the frame itself?",
    "When you say niks, what do you mean?",
    "Can you sell me a gun instead?",
    "what are the dimensions?",
  ])("without an answer goes to the seller instead of an unrelated sentence: %s", (text) => {
    const said = reply(text);
    expect(said?.text).not.toMatch(/"/);
    expect(said?.text).toMatch(/ask the seller\?/i);
    expect(said?.ask_seller).toEqual({ conditions: [], amount_cents: null, text });
  });

  it("is answered together with the offer beside it", () => {
    const said = reply("Does it come with a glass top? I'd give you 150");
    expect(said).toMatchObject({ act: "counter", amount_cents: 190_00 });
    expect(said?.text).toMatch(/^The listing says: "Comes with a glass top\." .*\$190/);
    expect(reply("Is it from the 1960s? I could do 160.")?.amount_cents).toBe(185_00);
  });
});

it("answers both the question and the amount of one message", () => {
  for (const text of [
    "what's the brand? also 170",
    "What's the brand? 170",
    "whats the brand and would you take 170",
  ]) {
    const said = reply(text);
    expect(said, text).toMatchObject({ act: "counter" });
    expect(said?.text, text).toContain("It's listed as “Oak side table”.");
  }
});

it("does not take a question about the offer for one about the item", () => {
  for (const text of ["half price?", "150, would you take it?", "150, how does that sound?", "150. is that ok?"]) {
    expect(reply(text)?.text, text).not.toContain("answer to your question");
  }
  expect(reply("Would you take 100 for it? Does it come with a glass top?")).toMatchObject({ act: "counter" });
});

describe("yesterday's final offer", () => {
  const final = talk(["120", "125", "130"]);
  const takes = "ok I've thought about it, I'll take your $195";

  it("is honoured for that buyer, also on the next day", () => {
    expect(last(final)).toMatchObject({ act: "final", amount_cents: 195_00 });
    for (const hours of [1, 20, 30]) {
      const later = talk([takes], TERMS, final, T0 + hours * 3_600_000);
      expect(last(later), `${hours} h`).toMatchObject({ act: "confirm", amount_cents: 195_00 });
      expect(later.offer?.amount_cents).toBe(195_00);
    }
  });

  it("ends when the seller raises the minimum above it, and a new round begins with another bid", () => {
    const dearer = talk([takes], { ...TERMS, reserve_cents: 199_00 }, final, T0 + 3_600_000);
    expect(last(dearer)?.act).not.toBe("confirm");
    const anew = talk(["150?"], TERMS, final, T0 + FINAL_OFFER_MS);
    expect(last(anew)).toMatchObject({ act: "counter", counter_no: 1 });
  });
});
