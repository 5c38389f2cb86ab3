import { describe, expect, it } from "vitest";
import { findPhone } from "#domain/safety/content-filter/phone";
import { casesOf } from "../support/repository.ts";

const cases = casesOf("tests/unit/content-filter-phone.tsv");

describe("findPhone", () => {
  it.each(cases("finds a number in common formats"))("finds a number in common formats: %s", (text) => {
    expect(findPhone(text)).toEqual({ disguised: false });
  });

  it.each(cases("finds a disguised number"))("finds a disguised number: %s", (text) => {
    expect(findPhone(text)).toEqual({ disguised: true });
  });

  it.each(cases("ignores other digits"))("ignores other digits: %s", (text) => {
    expect(findPhone(text)).toBeNull();
  });
});
