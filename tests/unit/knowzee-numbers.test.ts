import { describe, expect, it } from "vitest";
import { digitsForWords } from "#domain/readers/number-words";
import { casesOf } from "../support/repository.ts";

const cases = casesOf("tests/knowzee/number-words.tsv");

describe("digitsForWords", () => {
  it.each(cases("number"))("reads %s as %s", (words = "", digits) => {
    expect(digitsForWords(words)).toBe(digits);
  });

  it.each(cases("spoken hundreds"))("reads spoken hundreds: %s is %s", (words = "", digits) => {
    expect(digitsForWords(words)).toBe(digits);
  });

  it.each(cases("apart"))("keeps two numbers in a row apart: %s is %s", (words = "", digits) => {
    expect(digitsForWords(words)).toBe(digits);
  });

  it.each(cases("misspelled"))("reads misspelled numbers: %s is %s", (words = "", digits) => {
    expect(digitsForWords(words)).toBe(digits);
  });

  it("replaces numbers inside a sentence and leaves the other words", () => {
    expect(digitsForWords("would you take sixty for this one, or a hundred for both?")).toBe(
      "would you take 60 for this one, or 100 for both?",
    );
    for (const other of ["one", "someone often", "a tent", "2 chairs", "a chair", "and"])
      expect(digitsForWords(other)).toBe(other);
  });
});
