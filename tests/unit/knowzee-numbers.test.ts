import { describe, expect, it } from "vitest";
import { digitsForWords } from "#domain/negotiation/knowzee/number-words";

describe("digitsForWords", () => {
  it.each([
    ["two", "2"],
    ["three four five six seven eight nine", "3 4 5 6 7 8 9"],
    ["ten", "10"],
    ["eleven twelve thirteen fourteen fifteen", "11 12 13 14 15"],
    ["sixteen seventeen eighteen nineteen", "16 17 18 19"],
    ["twenty thirty forty fifty sixty seventy eighty ninety", "20 30 40 50 60 70 80 90"],
    ["twenty-one thirty two forty three fifty four", "21 32 43 54"],
    ["sixty five seventy-six eighty seven ninety eight", "65 76 87 98"],
    ["forty  five", "45"],
    ["twenty and five", "25"],
    ["hundred", "100"],
    ["a hundred", "100"],
    ["an hundred and twenty", "120"],
    ["one hundred and twenty five", "125"],
    ["two hundred", "200"],
    ["three hundred and nineteen", "319"],
    ["thousand", "1000"],
    ["a grand", "1000"],
    ["two thousand five hundred and fifty", "2550"],
    ["one thousand and ten", "1010"],
    ["forty five thousand", "45000"],
    ["2 hundred", "200"],
    ["1.5 thousand", "1500"],
    ["3 grand two hundred", "3200"],
    ["12 hundred", "1200"],
  ])("reads %s as %s", (words, digits) => {
    expect(digitsForWords(words)).toBe(digits);
  });

  it.each([
    ["two fifty", "250"],
    ["one ten", "110"],
    ["three twenty five", "325"],
    ["one nineteen", "119"],
    ["five twenty", "520"],
    ["two ten five", "210 5"],
  ])("reads spoken hundreds: %s is %s", (words, digits) => {
    expect(digitsForWords(words)).toBe(digits);
  });

  it.each([
    ["forty fifty", "40 50"],
    ["nineteen five", "19 5"],
    ["ten twenty", "10 20"],
    ["forty fifteen", "40 15"],
    ["two three", "2 3"],
    ["a hundred two hundred", "100 200"],
    ["two hundred two fifty", "202 50"],
    ["one fifty two hundred", "150 200"],
    ["two ten three hundred", "210 300"],
    ["three hundred hundred", "300 100"],
    ["twelve hundred thirteen hundred", "1200 1300"],
    ["a thousand one hundred two hundred", "1100 200"],
    ["two hundred forty five hundred", "240 500"],
    ["two hundred thousand", "200000"],
  ])("keeps two numbers in a row apart: %s is %s", (words, digits) => {
    expect(digitsForWords(words)).toBe(digits);
  });

  it.each([
    ["twnety", "20"],
    ["thrity", "30"],
    ["fourty", "40"],
    ["fifity fity fiddy", "50 50 50"],
    ["eigthy", "80"],
    ["ninty", "90"],
    ["two hundered", "200"],
    ["a hundo", "100"],
    ["a hundy", "100"],
  ])("reads misspelled numbers: %s is %s", (words, digits) => {
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
