/** Checks the greetings and closings that staff write for Knowzee: buyers read them unchanged, as the seller's words. */
import { digitsForWords } from "../../readers/number-words.ts";

const LENGTH_MAX = 400;

const NUMBERS =
  /\d|%|\b(?:zero|hundreds|thousands|millions?|dozens?|half|quarter|double|triple|percent|cents?|(?:one|an?|single|few|couple of) (?:dollars?|bucks?)|nothing|gratis|on the house)\b/i;

const PROMISES =
  /\b(minimum|lowest|floor|reserve price|reserved? (is|at)|bottom[- ]?line|rock[- ]?bottom|guarante\w*|warrant\w*|deliver\w*|shipp?\w*|postage|courier|refunds?|returns?|free|discounts? code|coupon|voucher|bank account|bsb|password|prompts?|system|instructions?|policy|ladder|language model|chatgpt|openai|as an ai)\b/i;

const MARKUP = /[<>`*_#|\\[\]{}]|https?:|www\.|\b[\w-]+\.(com|net|org|io|au|co|me|app|xyz|info)\b|@|\/\//i;

/** Printable ASCII, curly quotes, dashes, an ellipsis, é: look-alike letters and digits could hide an amount. */
const ALLOWED_CHARACTERS = /^[\x20-\x7e\u2018\u2019\u201c\u201d\u2013\u2014\u2026\u00e9]*$/;

/** Whether a phrase says no number, promise, link or markup. */
export function isHarmlessPhrase(text: string): boolean {
  const plain = text.trim().replaceAll(/\s+/g, " ");
  const lower = plain.toLowerCase();
  return (
    plain !== "" &&
    plain.length <= LENGTH_MAX &&
    ALLOWED_CHARACTERS.test(plain) &&
    digitsForWords(lower) === lower &&
    ![NUMBERS, PROMISES, MARKUP].some((pattern) => pattern.test(plain))
  );
}
