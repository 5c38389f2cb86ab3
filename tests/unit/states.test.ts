import { describe, expect, it } from "vitest";
import { placeFilter } from "#domain/items/search-terms";
import { isInState, postcodesOf, STATES, stateNamed, stateOfPostcode } from "#domain/places/states";
import cases from "./states.json" with { type: "json" };

describe("Australian states", () => {
  it("are recognised by code and name in any spelling", () => {
    const texts = ["VIC", "vic", "Victoria", " new south wales ", "N.S.W.", "Bavaria", "", null];
    expect(texts.map(stateNamed)).toEqual(["VIC", "VIC", "VIC", "NSW", "NSW", null, null, null]);
  });

  it("cover each postcode once, with the capital's inside those of New South Wales", () => {
    const codes = ["0200", "0800", "1000", "2599", "2600", "2618", "2619", "2900", "2921", "3056", "4000", "9999"];
    const states = ["ACT", "NT", "NSW", "NSW", "ACT", "ACT", "NSW", "ACT", "NSW", "VIC", "QLD", "QLD"];
    expect(codes.map(stateOfPostcode)).toEqual(states);
    expect(["0100", "305", "30566", "abcd", null].map(stateOfPostcode)).toEqual([null, null, null, null, null]);
    for (let number = 0; number < 10_000; number++) {
      const postcode = String(number).padStart(4, "0");
      const found = STATES.filter(({ code }) =>
        postcodesOf(code).some(([from, to]) => from <= postcode && postcode <= to),
      );
      expect(found.map(({ code }) => code)).toEqual(
        stateOfPostcode(postcode) === null ? [] : [stateOfPostcode(postcode)],
      );
    }
  });

  it("are found by the postcode of a listing, else by its place text", () => {
    expect(isInState("fitzroy melbourne fitzroy, melbourne vic 3065", "VIC")).toBe(true);
    expect(isInState("victoria park perth victoria park, perth 6100", "VIC")).toBe(false);
    expect(isInState("victoria park perth victoria park, perth 6100", "WA")).toBe(true);
    expect(isInState("newtown sydney newtown, sydney nsw ", "NSW")).toBe(true);
    expect(isInState("  near the pier, vic, by the sea ", "VIC")).toBe(true);
    expect(isInState("salisbury brisbane salisbury, brisbane ", "SA")).toBe(false);
  });
});

describe("placeFilter", () => {
  it.each(cases.places as [string, string[], string | null][])("reads %s as %j in %s", (text, words, state) => {
    expect(placeFilter(text)).toEqual({ words, state });
  });
});
