import { describe, expect, it } from "vitest";
import { answerQuestion, type PublicFacts, quotableNotes } from "#domain/negotiation/knowzee/answers";
import cases from "./listing-answers.json" with { type: "json" };

const FACTS: PublicFacts = {
  title: "Desk lamp",
  description: "Brass lamp, 60W.\n\nSmall rust on the base!  Comes with its shade. Is it loud? Never",
  condition: "Good",
  collection_summary: "Fitzroy, Melbourne",
  collection_date: "Saturday",
  days_listed: 3,
  payment_methods: ["bank transfer", "card", "crypto"],
  public_notes: "From a smoke-free home. I paid 300.",
};
const answer = (question: string, facts: Partial<PublicFacts> = {}) => answerQuestion(question, { ...FACTS, ...facts });
const of = (lines: string) => lines.split("|").map((line) => line.trim().replace(/\s+/g, " "));

describe("answerQuestion for topics that every listing covers", () => {
  it.each(cases.topics)("%s", (said, questions) => {
    for (const question of of(questions)) expect(answer(question), question).toBe(said);
  });

  it("uses a default when a field is missing, or returns null when there is nothing to say", () => {
    expect(answer("when?", { collection_date: null })).toBe(
      "The seller hasn't set a pickup date. You'd sort that out with them after you buy it.",
    );
    expect(answer("card?", { payment_methods: [] })).toBeNull();
    expect(answer("card?", { payment_methods: ["card"] })).toBe("The seller takes card. You choose at checkout.");
    expect(answer("card?", { payment_methods: ["card", "cash"] })).toMatch(/^The seller takes card or cash\./);
    expect(answer("any marks?", { description: "Brass lamp." })).toBe('It\'s listed as "Good".');
  });

  it("says today, yesterday or the number of days", () => {
    const listed = [0, 1, 2].map((days_listed) => answer("how long is it up", { days_listed }));
    expect(listed).toEqual(["It was listed today.", "It was listed yesterday.", "It was listed 2 days ago."]);
  });

  it.each(
    of(`condition|scratch|scratched|damage|damaged|mark|marks|dent|dents|worn|wear|fault|faults|issue|issues|broken|work|works|
      working|Tested|chip|chips|crack|cracked|rust|rusty`),
  )("quotes the sentence of the description about its condition: %s", (word) => {
    expect(answer("used?", { description: `Lamp. It says ${word} here.` })).toMatch(/"It says .* here\."$/);
  });
});

describe("answerQuestion for other topics", () => {
  it("quotes the sentence that contains the words, in any form and case", () => {
    for (const question of ["tell me about the SHADES", "the shading", "shaded?", "shade"]) {
      expect(answer(question), question).toMatch(/^The listing says: "Comes with its shade\."$/);
    }
    expect(answer("60 watt?")).toBe('The listing says: "Brass lamp, 60W."');
    expect(answer("loud?")).toBe('The listing says: "Is it loud?"');
    expect(answer("smoke?")).toBe('The seller says: "From a smoke-free home."');
    expect(answer("loudness")).toBeNull();
    expect(answer("never")).toBe('The listing says: "Never"');
  });

  it("ignores short and common words, and matches from the start of a word only", () => {
    for (const question of cases.ignored) {
      expect(answer(question), question).toBeNull();
    }
    expect(answer("uses", { description: "Used us." })).toBeNull();
  });

  it("quotes no sentence longer than 240 characters", () => {
    const sentence = (length: number) => `${"x".repeat(length - 6)} shade`;
    expect(answer("shade", { description: sentence(240) })).toContain("shade");
    expect(answer("shade", { description: sentence(241) })).toBeNull();
  });
});

it("quotableNotes drops every sentence about money, in any form", () => {
  const about =
    of(`60|$|price|prices|priced|cheap|cheaper|lowest|low|lower|minimum|min|max|maximum|floor|reserve|bottom|offer|
    offers|accept|accepting|take|pay|paid|cost|costs|worth|dollar|dollars|bucks|discount|discounts|negotiable|haggle|haggling|
    firm|half|hundred|hundreds|thousand|thousands|grand|percent|one|twelve|sixteen|nineteen|twenty|deal|deals|sell for|
    let it go`);
  for (const word of about) expect(quotableNotes(`It is ${word} here. Lovely.`), word).toBe("Lovely.");
  expect(quotableNotes("Slow, teenage fun.\n\nBelow  stairs!  Mint  ")).toBe("Slow, teenage fun. Below  stairs! Mint");
});
