/**
 * The readers of numbers that name something: BSB, bank account, ABN, postcode, six-digit code (D110). Spaces, dashes and
 * labels around them do not matter. No letter ever becomes a digit, and no digit is cut off.
 */
import { stateNamed, stateOfPostcode } from "../places/states.ts";
import { done, type Result, refuse } from "../result.ts";
import { abnText, isAbn } from "../selling/abn.ts";
import { plainCharacters } from "./characters.ts";

export type Reader<T = string> = (typed: string) => Result<T>;

const refused = (message: string) => refuse("invalid", message);

/** A label before the number: "BSB:", "Account no. ". */
const label = (words: string) => new RegExp(`^(?:${words})(?: ?(?:no\\.?|num(?:ber)?|#))?[:.=]? ?(?=\\d)`, "i");

/** Returns the digits of a text in which only spaces and dashes stand between them; null for any other text. */
function digitsOf(text: string): string | null {
  return /^\d(?:[ -]*\d)*$/.test(text) ? text.replace(/[ -]/g, "") : null;
}

const counted = (digits: string | null) => (digits === null ? "" : ` You typed ${digits.length}.`);

const BSB_LABEL = label("b\\.?s\\.?b\\.?");

/** Returns a BSB as "062-000". */
export function readBsb(typed: string): Result<string> {
  const text = plainCharacters(typed).replace(BSB_LABEL, "");
  const digits = digitsOf(text.replace(/^(\d{3})[./](?=\d{3}$)/, "$1-"));
  if (digits?.length === 6) return done(`${digits.slice(0, 3)}-${digits.slice(3)}`);
  if (digits !== null && digits.length > 10) {
    return refused("That's more than a BSB. Enter the account number in its own field.");
  }
  return refused(`A BSB has 6 digits, such as 062-000.${counted(digits)}`);
}

const ACCOUNT_LABEL = label("(?:bank )?(?:account|acc(?:t|\\.)?|a\\/c)");

/** Returns an account number as its 5 to 10 digits. */
export function readAccountNumber(typed: string): Result<string> {
  const text = plainCharacters(typed).replace(ACCOUNT_LABEL, "");
  const digits = digitsOf(text);
  if (digits !== null && digits.length >= 5 && digits.length <= 10) return done(digits);
  if (/b\.?s\.?b|^\d{3}-\d{3} /i.test(text))
    return refused("Enter the BSB in its own field, and only the account number here.");
  return refused(`An account number has 5 to 10 digits.${counted(digits)}`);
}

const ABN_LABEL = label("a\\.?b\\.?n\\.?");

/** Returns the eleven digits of an ABN. */
export function readAbn(typed: string): Result<string> {
  const digits = digitsOf(plainCharacters(typed).replace(ABN_LABEL, "").replaceAll(".", " "));
  if (digits !== null && isAbn(digits)) return done(digits);
  if (digits?.length === 11) return refused("That isn't a valid ABN. Please check the digits.");
  if (digits?.length === 9) return refused("That looks like an ACN. An ABN has 11 digits, such as 51 824 753 556.");
  return refused("An ABN has 11 digits, such as 51 824 753 556.");
}

const POSTCODE_LABEL = label("post ?code|p\\/?c|au(?:stralia)?(?=[ -])-?");

/** Returns a postcode as four digits. Spreadsheets drop the first zero of Darwin and Canberra. */
export function readPostcode(typed: string): Result<string> {
  const text = plainCharacters(typed)
    .replace(POSTCODE_LABEL, "")
    .replace(/[,.] ?$/, "");
  const [, before = "", digits = "", after = ""] =
    /^([a-z. ]*?)[, ]*(\d{4}|[289]\d{2})(?:\.0+)?[, ]*([a-z. ]*)$/i.exec(text) ?? [];
  const postcode = digits.padStart(4, "0");
  const states = [before, after].filter((part) => part.trim() !== "").map((part) => stateNamed(part));
  if (digits === "") return refused("A postcode has 4 digits.");
  if (states.some((state) => state === null)) return refused("Enter only the postcode here, such as 3056.");
  if (states.some((state) => state !== stateOfPostcode(postcode))) {
    return refused(`${postcode} isn't a postcode of that state. Please check both.`);
  }
  return done(postcode);
}

/** Returns the six digits of a code, also from the whole message it came in. */
export function readSixDigits(typed: string): Result<string> {
  const text = plainCharacters(typed);
  const alone = digitsOf(text);
  if (alone?.length === 6) return done(alone);
  const found = alone === null ? text.match(/(?<![\p{L}\d])\d{3}[ -]?\d{3}(?![\p{L}\d])/gu) : null;
  if (found?.length === 1 && /\p{L}{3}/u.test(text)) return done(found[0].replace(/\D/g, ""));
  return refused(`The code has 6 digits.${counted(alone)}`);
}

/** Returns a reader that lets an empty text be empty. */
export function orEmpty(reader: Reader): Reader {
  return (typed) => (plainCharacters(typed) === "" ? done("") : reader(typed));
}

/** Returns a value in the notation of its reader; any other text as it was typed. */
export function tidied(reader: Reader): (typed: string) => string {
  return (typed) => {
    const reading = reader(typed);
    return reading.ok ? reading.value : typed;
  };
}

/** Returns an ABN as "51 824 753 556"; any other text as it was typed. */
export function tidyAbn(typed: string): string {
  const abn = readAbn(typed);
  return abn.ok ? abnText(abn.value) : typed;
}
