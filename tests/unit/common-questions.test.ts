/** The questions that a page leaves open: answers use known facts only. */
import { describe, expect, it } from "vitest";
import { commonAnswer, type StockFacts } from "#domain/items/common-questions";
import { casesOf } from "../support/repository.ts";

const cases = casesOf("tests/unit/common-questions.tsv");

const FACTS: StockFacts = {
  description: "Solid oak, five shelves. One small scratch on the left side. We're moving interstate so it has to go.",
  collection_summary: "Brunswick, Melbourne",
  collection_date: "Saturday 28 November",
  public_notes: "",
};
const ask = (topic: Parameters<typeof commonAnswer>[0], facts: Partial<StockFacts> = {}) =>
  commonAnswer(topic, { ...FACTS, ...facts });

describe("stockAnswer", () => {
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

  it.each(cases("quotes the seller's reason"))("quotes the seller's reason: %s", (sentence) => {
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
