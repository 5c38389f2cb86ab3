import { describe, expect, it } from "vitest";
import { normaliseMessage } from "#domain/safety/content-filter/normalise";
import { casesOf } from "../support/repository.ts";

const cases = casesOf("tests/unit/content-filter-normalise.tsv");

describe("normaliseMessage", () => {
  it("normalises accents, invisible characters, quotes, dashes and spaces", () => {
    expect(normaliseMessage("  Café\u200b\u00ad  №1\n\u2018it\u2019s\u02bc` \u2010a\u2014b\u2212c ").cased).toBe(
      "Cafe No1 'it's'' -a-b-c",
    );
    expect(normaliseMessage("Ｈｉ 𝟎𝟒").cased).toBe("Hi 04");
  });

  it("replaces look-alike letters, in lower case", () => {
    expect(normaliseMessage("аеорсухіѕԁмтвнк αορινκτ øı").plain).toBe("aeopcyxisdmtbhk aopivkt oi");
    expect(normaliseMessage("АЕОРСУХ").plain).toBe("aeopcyx");
  });
});

describe("spaced letters", () => {
  it.each(cases("are joined into one word"))("are joined into one word: %s", (text, joined) => {
    expect(normaliseMessage(text).joined).toBe(joined);
  });

  it.each(["u.s.a", "a b c", "size m l xl", "a b c de", "the w h a to", "xw h a tx", "1 2 3 4"])(
    "are left alone: %s",
    (text) => {
      expect(normaliseMessage(text).joined).toBe(text);
    },
  );
});

describe("digits and signs used as letters", () => {
  it.each(cases("become letters"))("turn %s into %s", (text, meant) => {
    expect(normaliseMessage(text).undisguised).toBe(meant);
  });

  it.each(["2400w", "e18", "usb3", "abc12", "4wheel", "50bucks", "a1b", "a1b3c5d", "0412345678", "plain words"])(
    "are left alone in sizes, models and numbers: %s",
    (text) => {
      expect(normaliseMessage(text).undisguised).toBe(text);
    },
  );
});
