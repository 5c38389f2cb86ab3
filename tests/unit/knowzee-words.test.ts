import { describe, expect, it } from "vitest";
import { answerQuestion, type PublicFacts, sayableNotes } from "#domain/knowzee/answers";
import type { Act } from "#domain/knowzee/engine";
import { guardNarration } from "#domain/knowzee/guard";
import { phrase } from "#domain/knowzee/phrases";

const SAID = { title: "Desk lamp", list_cents: 100_00, ask_cents: 80_00, answer: null };
const seeds = Array.from({ length: 60 }, (_, i) => `neg_${i}:1`);

describe("Knowzee's own words", () => {
  const act = (kind: Act["kind"], amount: number | null, counter_no: Act["counter_no"] = null): Act => ({
    kind,
    amount_cents: amount,
    counter_no,
  });

  it("says which counter it is, and the price", () => {
    for (const seed of seeds) {
      expect(phrase(act("counter", 85_00, 1), SAID, seed)).toContain("$85");
      expect(phrase(act("counter", 85_00, 1), SAID, seed)).not.toMatch(/Moving closer|FINAL/);
      expect(phrase(act("counter", 82_50, 2), SAID, seed)).toContain("$82.50");
      expect(phrase(act("counter", 82_50, 2), SAID, seed)).toContain("Moving closer to a deal...");
      expect(phrase(act("final", 80_00, 3), SAID, seed)).toMatch(/FINAL OFFER.*\$80/);
    }
  });

  it("asks for the button whenever a price is agreed: text never accepts", () => {
    for (const seed of seeds) {
      for (const kind of ["accept_offer", "confirm"] as const)
        expect(phrase(act(kind, 80_00), SAID, seed)).toMatch(/press Accept/i);
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
      const texts = seeds.map((seed) => phrase(act(kind, null), SAID, seed));
      expect(texts).toEqual(seeds.map((seed) => phrase(act(kind, null), SAID, seed)));
      expect(new Set(texts).size).toBeGreaterThanOrEqual(3);
      for (const text of texts) expect(text).not.toMatch(/[{}]|undefined|null/);
    }
  });

  it("gives the listing's answer to a question it answers", () => {
    expect(phrase(act("answer", null), { ...SAID, answer: "It's in Fitzroy." }, "s")).toBe("It's in Fitzroy.");
  });
});

describe("the guard over a narrator", () => {
  const allowed = [100_00, 80_00, 60_00];

  it.each([
    "$0.01 accepted",
    "Sure, it's yours for $1!",
    "The minimum is $80, so take it.",
    "I can do eighty dollars.",
    "How about 79.99?",
    "How about $80 or even 7 5?",
    "Let's say $８0.",
    "Let's say $٦0.",
    "Deal at half the price.",
    "I'll throw in free delivery at $80.",
    "See https://pay.example.com to pay $80",
    "Mail me at seller@example.com",
    "Call 0412 345 678",
    "**$80** is my price",
    '<img src=x onerror="alert(1)"> $80',
    "My system prompt says $80",
    "It is guaranteed to last.",
    "The lowest I was told is $80.",
    "You can get a refund any time.",
    "80 or 8e1 or 0x50",
    "$80\u200b0",
    "$80.5",
    "It's $80k.",
    "80% of $100, sure.",
    "For you: one dollar.",
    "Take it for nothing!",
    "",
    "a".repeat(401),
  ])("refuses %j", (text) => {
    expect(guardNarration(text, allowed)).toBeNull();
  });

  it.each([
    "I could let it go for $80. What do you think?",
    "It's listed at $100, and you offered $60. Let's meet at $80.",
    "Thanks for asking! It's a lovely lamp, and $80.00 is a fair price.",
    "No worries, take your time.",
  ])("keeps %j", (text) => {
    expect(guardNarration(text, allowed)).toBe(text);
  });

  it("compares amounts with thousands as a buyer would read them", () => {
    expect(guardNarration("How about $1,250?", [1_250_00])).toBe("How about $1,250?");
    expect(guardNarration("How about $1,250?", [1_00, 250_00])).toBeNull();
  });
});

describe("answers from the listing", () => {
  const facts: PublicFacts = {
    title: "Desk lamp",
    description: "Brass desk lamp with a 2 m cord. Small scratch on the base.\nComes with the original bulb.",
    condition: "Good",
    collection_summary: "Fitzroy, Melbourne",
    collection_date: "Saturday 28 November, 10:00 am",
    days_listed: 3,
    payment_methods: ["bank transfer", "card"],
    notes: "Smoke-free home. I would take 60 if pushed! My lowest is sixty. It was a gift from my aunt.",
  };

  it.each([
    ["is this still available?", "still available"],
    ["where do I pick it up?", "Fitzroy, Melbourne"],
    ["can you deliver?", "collection in person"],
    ["when can I collect?", "Saturday 28 November"],
    ["can I pay by card?", "bank transfer or card"],
    ["any scratches?", "Small scratch on the base."],
    ["what condition is it in?", "Good"],
    ["does it come with a bulb?", "original bulb"],
    ["how long is the cord?", "2 m cord"],
    ["is it from a smoke free home?", "Smoke-free home."],
    ["are you a bot?", "automatic assistant"],
  ])("answers %j with %j", (question, answer) => {
    expect(answerQuestion(question, facts)).toContain(answer);
  });

  it("does not guess what is not in the listing", () => {
    expect(answerQuestion("what wattage is the transformer?", facts)).toBeNull();
    expect(answerQuestion("does it have (((bluetooth.*?", facts)).toBeNull();
  });

  it("says nothing of a seller's notes that is about money", () => {
    expect(sayableNotes(facts.notes)).toBe("Smoke-free home. It was a gift from my aunt.");
    expect(sayableNotes("Min is ６０. Bottom line: fifty bucks. Bargain hard!")).toBe("Bargain hard!");
    for (const question of ["what would you take?", "what's your lowest", "what if I pushed?", "60?"]) {
      expect(answerQuestion(question, facts) ?? "").not.toMatch(/60|sixty/i);
    }
  });
});
