/** Field schemas of several requests. `zod/mini`, because the browser loads them and full zod is four times larger. */

import * as z from "zod/mini";
import { groupDigits } from "#domain/group-digits";
import { ID_PATTERN } from "#domain/ids";
import { AMOUNT_EXPECTED, amountIn } from "#domain/readers/amount";
import { readEmail } from "#domain/readers/email";
import type { Reader } from "#domain/readers/numbers";

export const id = z.string().check(z.regex(ID_PATTERN, "That ID isn't valid."));

/** Draft ids, created by browsers (D2). */
export const DRAFT_ID = /^local-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// Control characters, zero-width characters and bidirectional overrides: invisible, and used only to deceive (A84).
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the characters to remove
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Scripts in which a joiner between two letters changes how they are written: Persian, Hindi, Sinhala, Khmer and others. */
const JOINING = ["Arab", "Syrc", "Mong", "Nkoo", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym"]
  .concat("Sinh", "Khmr", "Mymr", "Tibt", "Thai")
  .map((script) => `\\p{Script=${script}}`)
  .join("");
/** After a letter's virama a joiner may also end a word, as in Malayalam. */
const VIRAMA = "\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u17d2";
/**
 * Matches every zero-width joiner. Its group captures the joiners to keep, because they change what readers see: between
 * letters of these scripts, and between emoji.
 */
const JOINERS = new RegExp(
  `((?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])|(?<=[${VIRAMA}])[\\u200c\\u200d]|(?<=\\p{Extended_Pictographic}\\ufe0f?[\\u{1f3fb}-\\u{1f3ff}]?)\\u200d(?=\\p{Extended_Pictographic}))|[\\u200c\\u200d]`,
  "gu",
);

/** Normalises text for storage: NFC, hidden characters removed, trimmed, lone surrogates replaced. */
export function normaliseText(value: string): string {
  return value
    .toWellFormed()
    .normalize("NFC")
    .replace(HIDDEN, "")
    .replace(JOINERS, (_, kept?: string) => kept ?? "")
    .trim();
}

/** Free text, normalised before its length is checked. `what` names the field where a message needs it. */
export function text(min: number, max: number, required = "This field is required.", what = "this") {
  return z.pipe(
    z.pipe(z.string(), z.transform(normaliseText)),
    z
      .string()
      .check(z.minLength(min, required), z.maxLength(max, `Please keep ${what} to ${groupDigits(max)} characters.`)),
  );
}

/** A title or a name: text that shows at least one letter, digit or emoji. */
export function named(min: number, max: number, required = "This field is required.") {
  return text(min, max, required).check(
    z.refine((value) => value === "" || VISIBLE.test(value), "Use at least one letter, digit or emoji."),
  );
}

const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/** Decimal dollars (a number, or an amount as people type it), converted to integer cents. */
export const dollars = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value: number | string, ctx) => {
    const reading = amountIn(value);
    if (reading.kind === "amount") return reading.cents;
    const message = reading.kind === "empty" ? AMOUNT_EXPECTED : reading.message;
    ctx.issues.push({ code: "custom", input: value, message });
    return z.NEVER;
  }),
);

/** Text in any notation that the reader of its kind understands (D110), converted to our notation. */
export function typed(reader: Reader, missing?: string) {
  return z.pipe(
    z.string(missing),
    z.transform((value: string, ctx) => {
      const reading = reader(value);
      if (reading.ok) return reading.value;
      ctx.issues.push({ code: "custom", input: value, message: reading.message });
      return z.NEVER;
    }),
  );
}

/** UTC milliseconds between 2020 and 2100. */
export const instant = z
  .int()
  .check(
    z.minimum(1_577_836_800_000, "That date isn't valid."),
    z.maximum(4_102_444_800_000, "That date isn't valid."),
  );

/** An instant in a query string. */
export const instantText = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{13}$/, "That date isn't valid.")), z.transform(Number)),
  instant,
);

/** A span of time in which an item is collected; the rules check its length (D54). */
export const collectionWindow = z.strictObject({ from: instant, until: instant });

export const email = typed(readEmail);
