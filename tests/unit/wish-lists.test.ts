import { describe, expect, it } from "vitest";
import {
  describeTerms,
  linkForTerms,
  listingMatcher,
  type NewListing,
  normaliseTerms,
  type SearchTerms,
} from "#domain/wishlists/wish-lists";
import cases from "./wish-lists.json" with { type: "json" };

const LISTING: NewListing = {
  title: "Solid oak desk",
  description: "Three drawers. Pick up from the café.",
  keywords: "timber, study",
  category: "furniture",
  condition: "good",
  price_cents: 12_000,
  suburb: "Brunswick",
  city: "Melbourne",
  location: "Brunswick, Melbourne",
  postcode: "3056",
  lat: -37.767,
  lon: 144.962,
};
const finds = (
  terms: SearchTerms,
  centre: { lat: number; lon: number } | null = null,
  change: Partial<NewListing> = {},
) => listingMatcher({ ...LISTING, ...change })(terms, centre);

describe("saved search", () => {
  it.each<[string, SearchTerms, SearchTerms | null]>(cases.normalised as [string, SearchTerms, SearchTerms | null][])(
    "is normalised: %s",
    (_name, terms, tidied) => {
      expect(normaliseTerms(terms)).toEqual(tidied);
      if (tidied) expect(JSON.stringify(normaliseTerms(terms))).toBe(JSON.stringify(normaliseTerms(tidied)));
    },
  );

  it.each<[SearchTerms, string, string]>(cases.described as [SearchTerms, string, string][])(
    "%j has its label and link",
    (terms, words, link) => {
      expect(describeTerms(terms)).toBe(words);
      expect(linkForTerms(terms)).toBe(link);
    },
  );
});

describe("listingMatcher", () => {
  it("matches whole words, and the last one as a prefix", () => {
    expect(finds({ q: "desk oak" })).toBe(true);
    expect(finds({ q: "oak des" })).toBe(true);
    expect(finds({ q: "oa desk" })).toBe(false);
    expect(finds({ q: "CAFE timber" })).toBe(true);
    expect(finds({ q: "oak chair" })).toBe(false);
    expect(finds({ q: "…" })).toBe(false);
  });

  it("matches category, condition and price, bounds included", () => {
    expect(finds({ category: "furniture", condition: ["fair", "good"], min_price: 12_000, max_price: 12_000 })).toBe(
      true,
    );
    expect(finds({ category: "books" })).toBe(false);
    expect(finds({ categories: ["books", "furniture"] })).toBe(true);
    expect(finds({ categories: ["books", "toys"] })).toBe(false);
    expect(finds({ condition: ["fair"] })).toBe(false);
    expect(finds({ min_price: 12_001 })).toBe(false);
    expect(finds({ max_price: 11_999 })).toBe(false);
  });

  it("matches within the radius, and never without a location", () => {
    const fitzroy = { lat: -37.798, lon: 144.978 };
    expect(finds({ near: "Fitzroy", within_km: 5 }, fitzroy)).toBe(true);
    expect(finds({ near: "Fitzroy", within_km: 1 }, fitzroy)).toBe(false);
    expect(finds({ near: "Fitzroy", within_km: 5 }, null)).toBe(false);
    expect(finds({ near: "Fitzroy", within_km: 5 }, fitzroy, { lat: null, lon: null })).toBe(false);
  });

  it("matches the words of the place", () => {
    expect(finds({ location: "brunswick 3056" })).toBe(true);
    expect(finds({ location: "Brunswick, 3057" })).toBe(false);
    expect(finds({ location: "Brunswick" }, null, { suburb: null, city: null, location: null, postcode: null })).toBe(
      false,
    );
  });
});
