import { describe, expect, it } from "vitest";
import { placeWords, searchMatch, searchWords } from "#domain/items/search-terms";

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");

describe("search words", () => {
  it("are letters and digits, in lower case and in order", () => {
    expect(searchWords("  Oak-Table, 1960s: (café)  ")).toEqual(["oak", "table", "1960s", "café"]);
    expect(searchWords("cafe\u0301")).toEqual(["café"]);
    expect(searchWords('" * ( ) : ^ -')).toEqual([]);
    expect(searchWords("\ud800 chair")).toEqual(["chair"]);
  });

  it("are at most eight, of at most forty letters each", () => {
    expect(searchWords(words(9))).toEqual(words(8).split(" "));
    expect(searchWords("x".repeat(41))).toEqual(["x".repeat(40)]);
    // Whole characters, not halves of a surrogate pair.
    expect(searchWords("𝒳".repeat(41).normalize("NFKC"))).toEqual(["x".repeat(40)]);
    expect(searchWords("𐐷".repeat(41))).toEqual(["𐐷".repeat(40)]);
  });

  it("leave out a single letter at the end, because the user is still typing", () => {
    for (const typing of ["oak t", "oak é"]) expect(searchMatch(typing)).toBe(searchMatch("oak"));
    expect(searchMatch("oak ta")).not.toBe(searchMatch("oak"));
    expect(searchMatch("t")).toContain('"t"*');
    expect(searchMatch("")).toBe("");
  });

  it("are quoted in the query, the last one as a prefix, and signs are no operators", () => {
    expect(searchMatch("oak")).toBe('("oak"* OR "oaks")');
    expect(searchMatch("oak*:^()")).toBe(searchMatch("oak"));
    expect(searchMatch('"oak desk" -wicker')).toBe('("oak desk") NOT ("wicker" OR "wickers")');
    expect(searchMatch("-ikea")).toBe("");
    expect(searchMatch("?!")).toBe("");
  });
});

describe("placeWords", () => {
  it("splits at spaces, commas and semicolons, and lowers ASCII letters only", () => {
    expect(placeWords("Brunswick, VIC  3056;Melbourne")).toEqual(["brunswick", "vic", "3056", "melbourne"]);
    expect(placeWords(" ,St. Kilda\t ")).toEqual(["st.", "kilda"]);
    // SQLite's lower() leaves it unchanged too.
    expect(placeWords("ÉCOLE")).toEqual(["École"]);
  });

  it("returns at most five words of the first sixty characters", () => {
    expect(placeWords("a b c d e f")).toEqual(["a", "b", "c", "d", "e"]);
    expect(placeWords("x".repeat(61))).toEqual(["x".repeat(60)]);
    expect(placeWords("")).toEqual([]);
  });

  it("returns well-formed text when the cut splits a character", () => {
    const [word = ""] = placeWords(`${"x".repeat(59)}😀`);
    expect(word.isWellFormed()).toBe(true);
    expect(placeWords("\ud800")[0]?.isWellFormed()).toBe(true);
  });
});
