import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeCursor, encodeCursor } from "#domain/cursor";
import { readImage } from "#domain/items/image-file";
import { placeWords, searchMatch, searchWords } from "#domain/items/search-terms";
import { centsToDollars, dollarsToCents, formatCents, MAX_PRICE_CENTS } from "#domain/money";
import { amountText, readAmount, typedCents } from "#domain/readers/amount";
import { runs } from "../support/property-runs.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
);
const ids = fc.stringMatching(/^[a-z]{3}_[0-9a-z]{20}$/);
const filters = fc.dictionary(fc.string({ maxLength: 8 }), fc.oneof(fc.string(), fc.integer(), fc.constant(undefined)));

it("searchMatch reduces any text to quoted words between its own operators (A87)", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const match = searchMatch(text);
      expect(match.replaceAll("{title keywords} : ", "").replace(/"[\p{L}\p{N}\p{M} ]+"\*?/gu, "w")).toMatch(
        /^(?:w|\(|\)| OR | AND | NOT )*$/u,
      );
      expect(searchWords(text).length).toBeLessThanOrEqual(8);
      expect(placeWords(text).length).toBeLessThanOrEqual(5);
    }),
    { numRuns: runs(2_000) },
  );
});

it("decodeCursor returns the position of a cursor, for the same list only", () => {
  fc.assert(
    fc.property(filters, fc.maxSafeNat(), ids, (filter, key, id) => {
      const cursor = encodeCursor("price_asc", filter, { key, id });
      expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(decodeCursor(cursor, "price_asc", filter)).toEqual({ key, id });
      expect(decodeCursor(cursor, "price_desc", filter)).toBeNull();
      expect(decodeCursor(cursor, "price_asc", { ...filter, another: "x" })).toBeNull();
    }),
  );
});

it("decodeCursor returns null for any other text, without throwing", () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.base64String()), (text) => {
      expect(decodeCursor(text, "date_desc", {})).toBeNull();
    }),
    { numRuns: runs(2_000) },
  );
});

it("a cursor does not depend on the order or absence of filters", () => {
  const cursor = encodeCursor("views", { a: 1, b: "2", c: undefined }, { key: 1, id: "itm_00000000" });
  expect(decodeCursor(cursor, "views", { b: "2", a: 1 })).toEqual({ key: 1, id: "itm_00000000" });
});

it("dollarsToCents and centsToDollars round-trip every amount to the cent", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_PRICE_CENTS }), (cents) => {
      expect(dollarsToCents(centsToDollars(cents))).toBe(cents);
      expect(typedCents(JSON.stringify(centsToDollars(cents)))).toBe(cents);
      expect(typedCents(amountText(cents))).toBe(cents);
      expect(typedCents(formatCents(cents))).toBe(cents);
    }),
  );
});

it("every text is an amount within the limits, a question with such amounts, or a refusal with a reason", () => {
  const separated = fc.array(fc.constantFrom(..."0123456789.,' $-"), { maxLength: 12 }).map((signs) => signs.join(""));
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" }), separated), (typed) => {
      const reading = readAmount(typed);
      const cents = reading.kind === "amount" ? [reading.cents] : reading.kind === "ambiguous" ? reading.choices : [];
      for (const one of cents) {
        expect(Number.isSafeInteger(one) && one >= 0 && one <= MAX_PRICE_CENTS, typed).toBe(true);
        // No digit appears that was not typed, in another order or from nowhere, zeros aside.
        const digits = (text: string) => text.replace(/[^1-9]/g, "");
        if (/^[\d.,' $-]*$/.test(typed)) expect(digits(typed)).toBe(digits(amountText(one)));
      }
    }),
    { numRuns: runs(5_000) },
  );
});

it("readImage reads any bytes after any image signature without throwing", () => {
  const starts = ["\xff\xd8\xff", "\x89PNG\r\n\x1a\n", "RIFF\xff\0\0\0WEBP", "RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0"];
  const limits = { side: 8_192, pixels: 40_000_000 };
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), (start, rest) => {
      const file = Uint8Array.from([...start].map((character) => character.charCodeAt(0)).concat(...rest));
      const result = readImage(file, limits);
      expect(typeof result.ok).toBe("boolean");
    }),
    { numRuns: runs(5_000) },
  );
});
