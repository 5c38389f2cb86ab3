/** Matching listings with wanted posts (D49). */
import { describe, expect, it } from "vitest";
import { distanceKm } from "#domain/places/distance";
import {
  type ListingFacts,
  listingWords,
  matchesRequest,
  meaningfulWords,
  prefixesOf,
  type RequestFilter,
  wordsNeeded,
} from "#domain/requests/request-match";
import { casesOf } from "../support/repository.ts";

const cases = casesOf("tests/unit/request-match.tsv");

const BRUNSWICK = { lat: -37.767, lon: 144.963 };
const GEELONG = { lat: -38.147, lon: 144.361 };

function wanted(title: string, rest: Partial<RequestFilter> = {}): RequestFilter {
  return {
    user_id: "acc_seeker",
    words: meaningfulWords(title),
    category: null,
    max_price_cents: null,
    point: null,
    within_km: null,
    ...rest,
  };
}

function listed(
  title: string,
  rest: Partial<ListingFacts> & { description?: string; keywords?: string } = {},
): ListingFacts {
  const { description = "", keywords = "", ...others } = rest;
  return {
    seller_id: "acc_seller",
    words: listingWords({ title, keywords, description }),
    category: "other",
    price_cents: 5_000,
    point: null,
    ...others,
  };
}

describe("meaningfulWords", () => {
  it("leaves out words that only say that something is wanted", () => {
    expect(meaningfulWords("WANTED: looking for a good second-hand kids bike, please!")).toEqual(["kid", "bik"]);
  });

  it("keeps common words when there are no others", () => {
    expect(meaningfulWords("Something free")).toEqual(
      ["something", "fre"].map((word) => expect.stringContaining(word.slice(0, 3))),
    );
  });

  it("returns one form for singular and plural", () => {
    for (const [one, many] of [
      ["shelf", "shelves"],
      ["knife", "knives"],
      ["glove", "gloves"],
      ["battery", "batteries"],
      ["box", "boxes"],
      ["case", "cases"],
      ["dress", "dresses"],
      ["couch", "couches"],
      ["toy", "toys"],
      ["bike", "bikes"],
    ] as const) {
      expect(meaningfulWords(many), many).toEqual(meaningfulWords(one));
    }
  });

  it("returns one form for synonyms, with or without accents", () => {
    expect(meaningfulWords("sofas")).toEqual(meaningfulWords("couch"));
    expect(meaningfulWords("Bicycle")).toEqual(meaningfulWords("pushbikes"));
    expect(meaningfulWords("Café table")).toEqual(meaningfulWords("cafe tables"));
  });

  it.each(cases("treats these as synonyms"))("treats these as synonyms: %s", (names) => {
    const words = names.split(" ");
    for (const name of words) expect(meaningfulWords(name), name).toEqual(meaningfulWords(words[0] ?? ""));
    for (const name of words) expect(matchesRequest(wanted(names.split(" ")[0] ?? ""), listed(name)), name).toBe(true);
  });

  it("keeps words whose ending is not a plural", () => {
    for (const word of ["bus", "tie", "diesel", "chester", "oven", "glass", "600s", "ps4s"]) {
      expect(meaningfulWords(word), word).toEqual([word.replace(/e$/, word.length > 3 ? "" : "e")]);
    }
  });

  it("drops single letters but not digits, and cuts words at forty letters", () => {
    expect(meaningfulWords("x 4 y chair")).toEqual(["4", "chair"]);
    expect(meaningfulWords("x".repeat(41))).toEqual(["x".repeat(40)]);
  });

  it("returns at most twelve words, for any text", () => {
    expect(meaningfulWords(Array.from({ length: 50 }, (_, index) => `word${index}`).join(" "))).toHaveLength(12);
    expect(meaningfulWords("\ud800 !!! …")).toEqual([]);
  });
});

describe("matchesRequest", () => {
  it("accepts the words of the title in any order and form", () => {
    expect(matchesRequest(wanted("Wanted: kids bikes"), listed("Bicycle for children"))).toBe(true);
  });

  it("requires both of two words, two of three, four of six", () => {
    expect([1, 2, 3, 4, 5, 6].map(wordsNeeded)).toEqual([1, 2, 2, 3, 4, 4]);
    expect(matchesRequest(wanted("oak desk"), listed("Oak table"))).toBe(false);
    expect(matchesRequest(wanted("small oak desk"), listed("Oak desk"))).toBe(true);
  });

  it("accepts words of the description when at least one is in the title or keywords", () => {
    expect(matchesRequest(wanted("oak desk"), listed("Desk", { description: "Solid oak." }))).toBe(true);
    expect(matchesRequest(wanted("oak desk"), listed("Table", { keywords: "desk oak" }))).toBe(true);
    expect(matchesRequest(wanted("oak desk"), listed("Lamp", { description: "Stood on my oak desk." }))).toBe(false);
  });

  it("refuses the user's own listing, another category, a higher price or a greater distance", () => {
    const desk = listed("Oak desk", { category: "furniture", point: BRUNSWICK });
    const close = { point: BRUNSWICK, within_km: 25 };
    expect(matchesRequest(wanted("oak desk", { category: "furniture", max_price_cents: 5_000, ...close }), desk)).toBe(
      true,
    );
    expect(matchesRequest(wanted("oak desk", { user_id: "acc_seller" }), desk)).toBe(false);
    expect(matchesRequest(wanted("oak desk", { category: "books" }), desk)).toBe(false);
    expect(matchesRequest(wanted("oak desk", { max_price_cents: 4_999 }), desk)).toBe(false);
    expect(matchesRequest(wanted("oak desk", { max_price_cents: 0 }), { ...desk, price_cents: 0 })).toBe(true);
    expect(matchesRequest(wanted("oak desk", close), { ...desk, point: GEELONG })).toBe(false);
    expect(matchesRequest(wanted("oak desk", close), { ...desk, point: null })).toBe(false);
    expect(matchesRequest(wanted("oak desk", { point: BRUNSWICK, within_km: null }), { ...desk, point: GEELONG })).toBe(
      true,
    );
  });

  it("accepts a listing at exactly the maximum distance, and anywhere without a location", () => {
    const desk = listed("Oak desk", { point: GEELONG });
    const within_km = distanceKm(BRUNSWICK, GEELONG);
    expect(matchesRequest(wanted("oak desk", { point: BRUNSWICK, within_km }), desk)).toBe(true);
    expect(matchesRequest(wanted("oak desk", { point: null, within_km: 1 }), desk)).toBe(true);
  });

  it("reads the first sixty words of title and keywords, and 240 of the description", () => {
    const many = (count: number, sign: string) => Array.from({ length: count }, (_, i) => `${sign}${i}`).join(" ");
    const { named, described } = listingWords({
      title: many(61, "a"),
      keywords: "b",
      description: `a1 ${many(241, "d")}`,
    });
    expect([named.length, named.at(-1)]).toEqual([60, "a59"]);
    expect([described.length, described[0], described.at(-1)]).toEqual([240, "d0", "d239"]);
  });

  it("refuses a post without meaningful words", () => {
    expect(matchesRequest(wanted("!!!"), listed("!!!"))).toBe(false);
  });
});

describe("prefixesOf", () => {
  it("drops the letter that changes in the plural", () => {
    expect(prefixesOf(["oak", "toy", "loaf", "battery"])).toEqual(["oak", "toy", "loa", "batter"]);
    expect(prefixesOf(["cot"])).toEqual(["cot", "crib"]);
  });

  it("finds every listing that fits", () => {
    const names = ["Sofas", "Couch", "Batteries", "Shelves", "Shelf", "Knife", "Kids", "Children", "Bicycle", "Boxes"];
    for (const name of names) {
      for (const other of names) {
        if (!matchesRequest(wanted(name), listed(other))) continue;
        const begun = prefixesOf(meaningfulWords(name)).some((start) => other.toLowerCase().startsWith(start));
        expect(begun, `${name} → ${other}`).toBe(true);
      }
    }
  });
});
