import { describe, expect, it } from "vitest";
import { respell } from "#domain/negotiation/knowzee/spelling";

describe("respell", () => {
  it.each([
    ["im happy, thats fine", "i'm happy, that's fine"],
    ["wud u do 60 pls", "would you do 60 please"],
    ["ur dreaming", "you're dreaming"],
    ["ur price", "your price"],
    ["what your asking", "what you're asking"],
    ["your asking price", "your asking price"],
    ["i except your offer", "i accept your offer"],
    ["everything except the legs", "everything except the legs"],
    ["well take it", "we'll take it"],
    ["well made", "well made"],
    ["150 n i pick up tmrw", "150 and i pick up tomorrow"],
    ["r u near w 650 cash", "are you near with 650 cash"],
  ])("writes %j in full", (typed, read) => {
    expect(respell(typed)).toBe(read);
  });

  it.each([
    ["yesss", "yes"],
    ["deaaal", "deal"],
    ["gooood", "good"],
    ["i'lllll", "i'll"],
    ["accpetttt", "accept"],
  ])("shortens the repeated letters of %j", (typed, read) => {
    expect(respell(typed)).toBe(read);
  });

  it.each([
    ["deilver", "deliver"],
    ["discunt", "discount"],
    ["garantee", "guarantee"],
    ["negotiabel", "negotiable"],
    ["prefect timing, no: perfectt", "prefect timing, no: perfectt"],
    ["slowest shopping hostage", "slowest shopping hostage"],
    ["discounts offers delivers", "discounts offers delivers"],
  ])("corrects one letter of a long word: %j", (typed, read) => {
    expect(respell(typed)).toBe(read);
  });

  it.each(["$1,200.50", "2.2 k", "5k", "www.dont.example", "sam@wont.example", "128gb", "ps5"])("leaves %j", (text) => {
    expect(respell(text)).toBe(text);
  });
});
