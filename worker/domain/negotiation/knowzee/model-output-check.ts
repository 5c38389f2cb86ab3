/**
 * Checks a sentence of the language model before it is shown. The model knows no secret and is not trusted: a sentence
 * with another number, a promise or talk about its instructions is replaced by a template.
 */
import type { Cents } from "#domain/money";
import { digitsForWords } from "./number-words.ts";

const LENGTH_MAX = 400;

/** Digits can be compared with the allowed amounts. Amounts in any other form cannot, so they are refused. */
const NON_DIGIT_AMOUNTS =
  /\b(zero|hundreds|thousands|millions?|dozens?|half|quarter|double|triple|percent|cents?|(?:one|an?|single|few|couple of) (?:dollars?|bucks?)|nothing|gratis|on the house|k)\b|\d[a-z]|[a-z]\d|%/i;

function saysNumberInWords(text: string): boolean {
  const lower = text.toLowerCase();
  return digitsForWords(lower) !== lower;
}

const FORBIDDEN =
  /\b(minimum|lowest|floor|reserve price|reserved? (is|at)|bottom[- ]?line|rock[- ]?bottom|guarante\w*|warrant\w*|deliver\w*|shipp?\w*|postage|courier|refunds?|returns?|free|discounts? code|coupon|voucher|bank account|bsb|password|prompts?|system|instructions?|policy|ladder|language model|chatgpt|openai|as an ai)\b/i;

const MARKUP = /[<>`*_#|\\[\]{}]|https?:|www\.|\b[\w-]+\.(com|net|org|io|au|co|me|app|xyz|info)\b|@|\/\//i;

/** Printable ASCII, curly quotes, dashes, an ellipsis, é. */
const ALLOWED_CHARACTERS = /^[\x20-\x7e\u2018\u2019\u201c\u201d\u2013\u2014\u2026\u00e9]*$/;

const AMOUNT = /\d[\d.,\s]*/g;

/** Whether a text contains a promise, a word about the assistant's own workings, markup or a link. */
export function saysForbidden(text: string): boolean {
  return FORBIDDEN.test(text) || MARKUP.test(text);
}

/** Returns the sentence as it may be shown, or null when a template must be used. */
export function checkModelReply(text: string, allowedAmounts: readonly Cents[]): string | null {
  const plain = text.trim().replaceAll(/\s+/g, " ");
  if (plain === "" || plain.length > LENGTH_MAX) return null;
  // Look-alike letters and digits could hide an amount from the comparison below.
  if (!ALLOWED_CHARACTERS.test(plain)) return null;
  if (MARKUP.test(plain) || FORBIDDEN.test(plain) || NON_DIGIT_AMOUNTS.test(plain)) return null;
  if (saysNumberInWords(plain)) return null;
  for (const [found] of plain.matchAll(AMOUNT)) {
    const cents = centsOf(found);
    if (cents === null || !allowedAmounts.includes(cents)) return null;
  }
  return plain;
}

function centsOf(found: string): Cents | null {
  const digits = found.trim().replace(/[.,]+$/, "");
  const parts = /^(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{2}))?$/.exec(digits);
  return parts === null ? null : Number(parts[1]?.replaceAll(",", "")) * 100 + Number(parts[2] ?? 0);
}
