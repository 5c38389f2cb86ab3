import { describe, expect, it } from "vitest";
import { answerQuestion, type PublicFacts, quotableNotes } from "#domain/negotiation/knowzee/answers";
import type { Act } from "#domain/negotiation/knowzee/engine";
import { isHarmlessPhrase } from "#domain/negotiation/knowzee/phrase-check";
import { templateText } from "#domain/negotiation/knowzee/phrases";
import { copyFor } from "#domain/negotiation/knowzee-copy";

const SAID = { title: "Desk lamp", place: "Fitzroy", list_cents: 100_00, ask_cents: 80_00, answer: null };
const seeds = Array.from({ length: 60 }, (_, i) => `neg_${i}:1`);

describe("templateText", () => {
  const act = (kind: Act["kind"], amount: number | null, counter_no: Act["counter_no"] = null): Act => ({
    kind,
    amount_cents: amount,
    counter_no,
  });

  it("names the counter-offer and the price", () => {
    for (const seed of seeds) {
      expect(templateText(act("counter", 85_00, 1), SAID, seed)).toContain("$85");
      expect(templateText(act("counter", 85_00, 1), SAID, seed)).not.toMatch(/Moving closer|FINAL/);
      expect(templateText(act("counter", 82_50, 2), SAID, seed)).toContain("$82.50");
      expect(templateText(act("counter", 82_50, 2), SAID, seed)).toContain("Moving closer to a deal...");
      expect(templateText(act("final", 80_00, 3), SAID, seed)).toMatch(/FINAL OFFER.*\$80/);
    }
  });

  it("asks for the Accept button whenever a price is agreed, because text never accepts", () => {
    for (const seed of seeds) {
      for (const kind of ["accept_offer", "confirm"] as const)
        expect(templateText(act(kind, 80_00), SAID, seed)).toMatch(/tap Accept/i);
    }
  });

  it("repeats itself for the same seed and varies between seeds", () => {
    for (const kind of [
      "greet",
      "thanks",
      "hold",
      "buy_at_list",
      "accept_offer",
      "confirm",
      "explain",
      "answer",
    ] as const) {
      const texts = seeds.map((seed) => templateText(act(kind, null), SAID, seed));
      expect(texts).toEqual(seeds.map((seed) => templateText(act(kind, null), SAID, seed)));
      expect(new Set(texts).size).toBeGreaterThanOrEqual(3);
      for (const text of texts) {
        expect(text).toMatch(/^[A-Z$].*[.?]$/);
        expect(text).not.toMatch(/[{}]|undefined|null/);
      }
    }
  });

  it("names the current price whenever it is about one", () => {
    for (const seed of seeds) {
      for (const kind of ["hold", "buy_at_list"] as const)
        expect(templateText(act(kind, null), SAID, seed)).toContain("$80");
      expect(templateText(act("greet", null), { ...SAID, answer: "It's in Fitzroy." }, seed)).not.toContain("Fitzroy");
    }
  });

  it("gives the listing's answer to a question it answers", () => {
    expect(templateText(act("answer", null), { ...SAID, answer: "It's in Fitzroy." }, "s")).toBe("It's in Fitzroy.");
  });
});

describe("isHarmlessPhrase", () => {
  it.each([
    [
      "an amount",
      "$0.01 accepted|Let's say $\uff180.|$80\u200b0|7 5|80 k it is.|I can do eighty dollars.|Half the price.|One dollar.|On the house.",
    ],
    [
      "a promise",
      "The lowest I was told.|It is guaranteed.|Free delivery.|You can get a refund.|My system prompt says hello.",
    ],
    ["a link or markup", "See https://a.b|www.a|shop.com|a.io|@me|//a|**bold**|<img src=x>"],
    ["nothing or too much", ` |${"a".repeat(401)}`],
    ["other letters", "So \u041d it is|So e\u0301 it is"],
  ])("refuses %s", (_, phrases) => {
    for (const phrase of phrases.split("|")) expect(isHarmlessPhrase(phrase), phrase).toBe(false);
  });

  it("allows friendly words", () => {
    for (const phrase of ["G'day! Ask me anything.", "It\u2019s a caf\u00e9 chair \u2013 lovely\u2026"]) {
      expect(isHarmlessPhrase(phrase), phrase).toBe(true);
    }
  });
});

describe("answerQuestion", () => {
  const facts: PublicFacts = {
    title: "Desk lamp",
    description: "Brass desk lamp with a 2 m cord. Small scratch on the base.\nComes with the original bulb.",
    condition: "Good",
    collection_summary: "Fitzroy, Melbourne",
    collection_date: "Saturday 28 November, 10:00 am",
    days_listed: 3,
    payment_methods: ["bank transfer", "card"],
    public_notes: "Smoke-free home. I would take 60 if pushed! My lowest is sixty. It was a gift from my aunt.",
  };

  it.each([
    ["is this still available?", "still available"],
    ["where do I pick it up?", "Fitzroy, Melbourne"],
    ["can you deliver?", "pickup only"],
    ["when can I collect?", "Saturday 28 November"],
    ["can I pay by card?", "bank transfer or card"],
    ["any scratches?", "Small scratch on the base."],
    ["what condition is it in?", "Good"],
    ["does it come with a bulb?", "original bulb"],
    ["how long is the cord?", "2 m cord"],
    ["is it from a smoke free home?", 'The seller says: "Smoke-free home."'],
    ["are you a bot?", "AI assistant"],
  ])("answers %j with %j", (question, answer) => {
    expect(answerQuestion(question, facts)).toContain(answer);
  });

  it("returns null for facts that are not in the listing", () => {
    expect(answerQuestion("what wattage is the transformer?", facts)).toBeNull();
    expect(answerQuestion("does it have (((bluetooth.*?", facts)).toBeNull();
  });

  it("leaves out of the seller's public notes everything about money", () => {
    expect(quotableNotes(facts.public_notes)).toBe("Smoke-free home. It was a gift from my aunt.");
    expect(quotableNotes("Min is ６０. Bottom line: fifty bucks. Bargain hard!")).toBe("Bargain hard!");
    for (const question of ["what would you take?", "what's your lowest", "what if I pushed?", "60?"]) {
      expect(answerQuestion(question, facts) ?? "").not.toMatch(/60|sixty/i);
    }
  });
});

describe("phrases of the administrator", () => {
  const facts: PublicFacts = {
    title: "Desk lamp",
    description: "Brass lamp.",
    condition: "Good",
    collection_summary: "Fitzroy",
    collection_date: null,
    days_listed: 0,
    payment_methods: [],
    public_notes: "",
  };
  const asked = {
    text: "where is it?",
    facts,
    list_cents: 100_00,
    greetings: [] as string[],
    closings: [] as string[],
  };
  const say = (given: Partial<typeof asked>, kind: Act["kind"], turn = 0) =>
    copyFor({ ...asked, ...given })(
      { kind, amount_cents: null, counter_no: null },
      { turn, counters: 0, ask_cents: 80_00, last_offer_cents: null, final: false, compared: [] },
      "s",
    ).text;
  const own = { greetings: ["Hi!", "Oi!"], closings: ["Ta!", "Bye!", "See you!"] };

  it("alternate as greetings and thanks", () => {
    expect([0, 1, 2, 3].map((turn) => say(own, "greet", turn))).toEqual(["Hi!", "Oi!", "Hi!", "Oi!"]);
    expect([0, 1, 2, 3].map((turn) => say(own, "thanks", turn))).toEqual(["Ta!", "Bye!", "See you!", "Ta!"]);
  });

  it("are used for nothing else, and the usual phrases replace missing ones", () => {
    const said = { title: "Desk lamp", place: "Fitzroy", list_cents: 100_00, ask_cents: 80_00, answer: null };
    for (const kind of ["hold", "buy_at_list", "explain"] as const) {
      expect(say(own, kind)).toBe(templateText({ kind, amount_cents: null, counter_no: null }, said, "s"));
    }
    for (const kind of ["greet", "thanks"] as const) {
      expect(say({}, kind, 1)).toBe(templateText({ kind, amount_cents: null, counter_no: null }, said, "s"));
    }
  });

  it("are not used for questions, which the listing answers", () => {
    expect(say(own, "answer")).toMatch(/^Pickup: Fitzroy\./);
    expect(say({ ...own, text: "how tall is it?" }, "answer")).toBe(
      templateText(
        { kind: "answer", amount_cents: null, counter_no: null },
        { title: "Desk lamp", place: "Fitzroy", list_cents: 100_00, ask_cents: 80_00, answer: null },
        "s",
      ),
    );
  });
});
