/** Which listings fit which wanted posts (D49). */
import { describe, expect, it } from "vitest";
import {
  beginningsOf,
  fits,
  type Listed,
  listingWords,
  tellingWords,
  type Wanted,
  wordsNeeded,
} from "#domain/request-match";

const BRUNSWICK = { lat: -37.767, lon: 144.963 };
const GEELONG = { lat: -38.147, lon: 144.361 };

function wanted(title: string, rest: Partial<Wanted> = {}): Wanted {
  return {
    user_id: "acc_seeker",
    words: tellingWords(title),
    category: null,
    max_price_cents: null,
    point: null,
    within_km: null,
    ...rest,
  };
}

function listed(title: string, rest: Partial<Listed> & { description?: string; tags?: string } = {}): Listed {
  const { description = "", tags = "", ...others } = rest;
  return {
    seller_id: "acc_seller",
    words: listingWords({ title, tags, description }),
    category: "other",
    price_cents: 5_000,
    point: null,
    ...others,
  };
}

describe("the words that tell what is wanted", () => {
  it("leave out that it is wanted", () => {
    expect(tellingWords("WANTED: looking for a good second-hand kids bike, please!")).toEqual(["kid", "bik"]);
  });

  it("are the silent ones themselves where there are no others", () => {
    expect(tellingWords("Something free")).toEqual(
      ["something", "fre"].map((word) => expect.stringContaining(word.slice(0, 3))),
    );
  });

  it("have one form for the one and the many", () => {
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
      expect(tellingWords(many), many).toEqual(tellingWords(one));
    }
  });

  it("have one form for what people call the same, with or without accents", () => {
    expect(tellingWords("sofas")).toEqual(tellingWords("couch"));
    expect(tellingWords("Bicycle")).toEqual(tellingWords("pushbikes"));
    expect(tellingWords("Café table")).toEqual(tellingWords("cafe tables"));
  });

  it("are at most twelve, of any text", () => {
    expect(tellingWords(Array.from({ length: 50 }, (_, index) => `word${index}`).join(" "))).toHaveLength(12);
    expect(tellingWords("\ud800 !!! …")).toEqual([]);
  });
});

describe("a listing fits", () => {
  it("with the words in its name, in any order and form", () => {
    expect(fits(wanted("Wanted: kids bikes"), listed("Bicycle for children"))).toBe(true);
  });

  it("with both of two words, two of three, four of six", () => {
    expect([1, 2, 3, 4, 5, 6].map(wordsNeeded)).toEqual([1, 2, 2, 3, 4, 4]);
    expect(fits(wanted("oak desk"), listed("Oak table"))).toBe(false);
    expect(fits(wanted("small oak desk"), listed("Oak desk"))).toBe(true);
  });

  it("with words of its description, if at least one is in its name or tags", () => {
    expect(fits(wanted("oak desk"), listed("Desk", { description: "Solid oak." }))).toBe(true);
    expect(fits(wanted("oak desk"), listed("Table", { tags: "desk oak" }))).toBe(true);
    expect(fits(wanted("oak desk"), listed("Lamp", { description: "Stood on my oak desk." }))).toBe(false);
  });

  it("not if it is one's own, in another category, dearer or too far away", () => {
    const desk = listed("Oak desk", { category: "furniture", point: BRUNSWICK });
    const close = { point: BRUNSWICK, within_km: 25 };
    expect(fits(wanted("oak desk", { category: "furniture", max_price_cents: 5_000, ...close }), desk)).toBe(true);
    expect(fits(wanted("oak desk", { user_id: "acc_seller" }), desk)).toBe(false);
    expect(fits(wanted("oak desk", { category: "books" }), desk)).toBe(false);
    expect(fits(wanted("oak desk", { max_price_cents: 4_999 }), desk)).toBe(false);
    expect(fits(wanted("oak desk", { max_price_cents: 0 }), { ...desk, price_cents: 0 })).toBe(true);
    expect(fits(wanted("oak desk", close), { ...desk, point: GEELONG })).toBe(false);
    expect(fits(wanted("oak desk", close), { ...desk, point: null })).toBe(false);
    expect(fits(wanted("oak desk", { point: BRUNSWICK, within_km: null }), { ...desk, point: GEELONG })).toBe(true);
  });

  it("never when nothing is said of what is wanted", () => {
    expect(fits(wanted("!!!"), listed("!!!"))).toBe(false);
  });
});

describe("the beginnings an index looks for", () => {
  it("find every listing the rule lets pass", () => {
    const names = ["Sofas", "Couch", "Batteries", "Shelves", "Shelf", "Knife", "Kids", "Children", "Bicycle", "Boxes"];
    for (const name of names) {
      for (const other of names) {
        if (!fits(wanted(name), listed(other))) continue;
        const begun = beginningsOf(tellingWords(name)).some((start) => other.toLowerCase().startsWith(start));
        expect(begun, `${name} → ${other}`).toBe(true);
      }
    }
  });
});
