import { describe, expect, it } from "vitest";
import { openQuestions } from "#domain/items/open-questions";

const known = { description: "Selling because we're moving.", placed: true, collection_date: 1_800_000_000_000 };

describe("openQuestions", () => {
  it("is empty when the page shows place, time and the reason for selling", () => {
    expect(openQuestions(known)).toEqual([]);
  });

  it("asks only for what the page does not show", () => {
    expect(openQuestions({ ...known, placed: false })).toEqual(["area"]);
    expect(openQuestions({ ...known, collection_date: null })).toEqual(["when"]);
    expect(openQuestions({ ...known, description: "A red bike with new tyres." })).toEqual(["why"]);
  });

  it("never asks for the availability or the condition, which the page always shows", () => {
    expect(openQuestions({ description: "", placed: false, collection_date: null })).toEqual(["area", "when", "why"]);
  });
});
