import { describe, expect, it } from "vitest";
import { respell } from "#domain/negotiation/knowzee/spelling";
import { casesOf } from "../support/repository.ts";

const cases = casesOf("tests/knowzee/spelling.tsv");

describe("respell", () => {
  it.each(cases("in full"))("writes %j in full", (typed = "", read) => {
    expect(respell(typed)).toBe(read);
  });

  it.each(cases("repeated letters"))("shortens the repeated letters of %j", (typed = "", read) => {
    expect(respell(typed)).toBe(read);
  });

  it.each(cases("one letter"))("corrects one letter of a long word: %j", (typed = "", read) => {
    expect(respell(typed)).toBe(read);
  });

  it.each(["$1,200.50", "2.2 k", "5k", "www.dont.example", "sam@wont.example", "128gb", "ps5"])("leaves %j", (text) => {
    expect(respell(text)).toBe(text);
  });
});
