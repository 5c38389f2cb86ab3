/** The reader of phone numbers (D110): Australian ones in any notation, others with the code of their country. */
import { done, type Result, refuse } from "../result.ts";
import { plainCharacters } from "./characters.ts";

const refused = (message: string) => refuse("invalid", message);

/** What contact cards and people write around a number. */
const LABEL =
  /^(?:tel(?:ephone)?|ph(?:one)?|mob(?:ile)?|cell|call|text|sms|m|p|t|h|w)\b[^\d+(]{0,12}[:. ]\s?(?=[\d+(])|^tel:/i;
const REMARK = /\s?\((?:mob(?:ile)?|home|work|h|w|m)\)$/i;

const MESSAGE = "Enter a phone number with its area code, such as 0412 345 678 or 02 5550 1234.";

/** Returns a number as people write it here: "0412 345 678", "02 5550 1234", "1300 975 707", "+64 21 123 456". */
export function readPhone(typed: string): Result<string> {
  const text = plainCharacters(typed).replace(LABEL, "").replace(REMARK, "");
  if (/^[+(\d][\d ().-]*[/,;&]|\bor\b/.test(text)) return refused("Enter one phone number.");
  if (/(?:ext?\.?|x|#)\s?\d{1,5}$/i.test(text)) return refused("Enter the number without its extension.");
  if (!/^\+?[\d ().-]+$/.test(text)) return refused(MESSAGE);
  // "+61 (0)4…": the zero is dialled within the country only.
  const bare = text.replace(/^((?:\+|00)\s?\d{1,3})\s?\(0\)/, "$1").replace(/[^\d+]/g, "");
  const foreign = /^(?:\+|0011|00(?!11)(?=[1-9]\d{7}))(?!61)(\d+)$/.exec(bare)?.[1];
  if (foreign !== undefined) return other(foreign, text);
  const national = bare
    .replace(/^(?:\+|0011|00)61/, "0")
    .replace(/^61(?=[2-478]\d{8}$)/, "0")
    .replace(/^00(?=[2-478]\d{8}$)/, "0")
    // Spreadsheets drop the first zero.
    .replace(/^(?=4\d{8}$)/, "0")
    .replace(/^0(?=1[38]00\d{6}$|13\d{4}$)/, "");
  return australian(national);
}

function australian(digits: string): Result<string> {
  if (/^0?(\d)\1+$/.test(digits)) return refused(MESSAGE);
  if (/^04\d{8}$/.test(digits)) return done(digits.replace(/^(\d{4})(\d{3})(\d{3})$/, "$1 $2 $3"));
  if (/^0[2378]\d{8}$/.test(digits)) return done(digits.replace(/^(\d{2})(\d{4})(\d{4})$/, "$1 $2 $3"));
  if (/^1[38]00\d{6}$/.test(digits)) return done(digits.replace(/^(\d{4})(\d{3})(\d{3})$/, "$1 $2 $3"));
  if (/^13\d{4}$/.test(digits)) return done(digits.replace(/^(\d{2})(\d{2})(\d{2})$/, "$1 $2 $3"));
  if (/^[2-9]\d{7}$/.test(digits)) return refused("Add the area code, such as 02 or 03.");
  if (/^0[2-478]\d+$/.test(digits)) return refused(`An Australian number has 10 digits. You typed ${digits.length}.`);
  return refused(MESSAGE);
}

/** International numbers keep their grouping, which differs by country. */
function other(digits: string, text: string): Result<string> {
  if (digits.startsWith("0") || digits.length < 8 || digits.length > 15) {
    return refused("Start an international number with + and the code of its country, such as +64 21 123 456.");
  }
  const groups =
    text
      .replace(/^(?:\+|0011|00)\s?/, "")
      .replace(/\(0\)/, "")
      .match(/\d+/g) ?? [];
  return done(`+${groups.join(" ")}`);
}
