/** The five stock questions: answers use known facts only. */
import { describe, expect, it } from "vitest";
import { commonAnswer, type StockFacts } from "#domain/items/common-questions";

const FACTS: StockFacts = {
  status: "active",
  reserved_by_you: false,
  held_for: null,
  hold_length: "20 minutes",
  free: false,
  description: "Solid oak, five shelves. One small scratch on the left side. We're moving interstate so it has to go.",
  condition: "Good",
  collection_summary: "Brunswick, Melbourne",
  collection_date: "Saturday 28 November",
  public_notes: "",
};
const ask = (topic: Parameters<typeof commonAnswer>[0], facts: Partial<StockFacts> = {}) =>
  commonAnswer(topic, { ...FACTS, ...facts });

describe('stockAnswer to "is it available"', () => {
  it.each([
    [{}, "Yes, it is. Tap Buy Now and we'll hold it for you for 20 minutes."],
    [{ free: true }, "Yes, it is, and it's free. Claim it and we'll hold it for you for 20 minutes."],
    [
      { status: "reserved", held_for: "7 minutes" },
      "We're holding it for someone else right now. If they don't buy it within 7 minutes, it's available again.",
    ],
    [
      { status: "reserved", held_for: "1 minute" },
      "We're holding it for someone else right now. If they don't buy it within 1 minute, it's available again.",
    ],
    [{ status: "reserved", reserved_by_you: true, held_for: "7 minutes" }, "Yes, we're holding it for you right now."],
    [{ status: "pending_payment" }, "Someone is paying for it. If they don't pay in time, it goes back on sale."],
    [{ status: "pending" }, "It's part of a trade. If that falls through, it goes back on sale."],
    [{ status: "sold" }, "No, it's sold."],
    [{ status: "inactive" }, "No, it's not for sale at the moment."],
  ] as [Partial<StockFacts>, string][])("%o: %s", (facts, answer) => {
    expect(ask("available", facts)).toEqual({ asked: "Is it still available?", answer, from: "service" });
  });
});

describe("stockAnswer", () => {
  it("quotes the condition and the seller's sentence about it, or the condition alone", () => {
    expect(ask("condition")).toEqual({
      asked: "What condition is it in?",
      answer: "It's listed as “Good”. The seller says: “One small scratch on the left side.”",
      from: "listing",
    });
    expect(ask("condition", { description: "Five shelves." })).toMatchObject({
      answer: "It's listed as “Good”.",
      from: "listing",
    });
  });

  it.each(
    `condition scratch scratched damage damaged mark marks dent dents worn wear fault faults issue issues broken work works
    working tested chip chipped crack cracked rust rusty stain stained`.split(/\s+/),
  )("quotes the sentence that says %s", (word) => {
    const description = `Five shelves.\n\n  It has ${word}, see photo 2!  Oak.`;
    expect(ask("condition", { description }).answer).toContain(`“It has ${word}, see photo 2!”`);
    expect(ask("condition", { description: `It is un${word}x.` }).answer).toBe("It's listed as “Good”.");
  });

  it("quotes at most 240 characters", () => {
    const sentence = (length: number) => `Works${"s".repeat(length - 11)} works`;
    expect(ask("condition", { description: sentence(240) }).answer).toContain(sentence(240));
    expect(ask("condition", { description: sentence(241) }).answer).toBe("It's listed as “Good”.");
  });

  it("names the area, and never more than the area", () => {
    expect(ask("area")).toMatchObject({
      answer: "Brunswick, Melbourne. Your order shows the exact address 24 hours before pickup.",
      from: "listing",
    });
    expect(ask("area", { collection_summary: "To be arranged with seller" })).toEqual({
      asked: "Where is it?",
      answer: "The seller hasn't said. You'd sort that out with them after you buy it.",
      from: "unknown",
    });
  });

  it("names the collection day when there is one", () => {
    expect(ask("when")).toMatchObject({ answer: "Pickup is planned for Saturday 28 November.", from: "listing" });
    expect(ask("when", { collection_date: null })).toEqual({
      asked: "When can I pick it up?",
      answer: "The seller hasn't set a date. You'd agree on one with them after you buy it, usually within a week.",
      from: "unknown",
    });
  });

  it.each([
    "We're moving interstate so it has to go.",
    "Selling because the kids have outgrown it.",
    "We no longer need it.",
    "I don't have the space for it any more.",
    "It was an unwanted gift.",
    "We’re downsizing.",
    "Too big for our new flat.",
    "Selling due to a move.",
    "The reason for selling is space.",
    "Why I'm selling: no space.",
    "Why we sell it?",
    "I am upgrading.",
    "Renovating the house.",
    "Moving house.",
    "Decluttering sale.",
    "No longer used.",
    "It no longer fits.",
    "We never use it.",
    "I do not have room.",
    "The kids outgrew it.",
    "He has grown out of it.",
    "Bought a bigger one.",
    "It doesn't fit.",
    "Surplus to needs.",
    "Making room.",
    "Too small for us.",
  ])("quotes the seller's reason: %s", (sentence) => {
    expect(ask("why", { description: `Five shelves. ${sentence} Collection only.` })).toEqual({
      asked: "Why are you selling it?",
      answer: `The seller says: “${sentence}”`,
      from: "listing",
    });
  });

  it("falls back to the seller's public notes for the reason, without anything about money", () => {
    const description = "Five shelves.";
    expect(ask("why", { description, public_notes: "Moving to a smaller flat. I'd take 80." })).toMatchObject({
      answer: "The seller says: “Moving to a smaller flat.”",
      from: "seller",
    });
    expect(ask("why", { description, public_notes: "Moving to Perth so I'd accept a low offer." })).toMatchObject({
      answer: "The seller hasn't said. Send them a message to ask.",
      from: "unknown",
    });
  });

  it("says that the seller has not said when the listing has no reason", () => {
    const silent = [
      "Five shelves.",
      "The moving part is oiled.",
      "A gift for the reader.",
      "Bestselling because of its legs.",
      "Too big for a car.",
      "",
    ];
    for (const description of silent) {
      expect(ask("why", { description }).from, description).toBe("unknown");
    }
  });
});
