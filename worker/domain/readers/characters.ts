/**
 * Characters of typed and pasted values: what keyboards of other languages, contact cards, spreadsheets and web pages add
 * becomes its ASCII form. Only for values with a notation, such as amounts and phone numbers, never for prose.
 */

/** Characters without a shape: soft hyphens, zero-width characters, direction marks, byte order marks, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const DASHES = /[\u2010-\u2015\u2212\u2043\ufe58\ufe63]/g;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;
const FULL_WIDTH = /[\uff01-\uff5e]/g;

/** Returns the ASCII digit of a decimal digit in any script: Unicode keeps each script's ten digits together. */
function asciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // The mathematical digits are five sets of ten that follow each other.
  if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10);
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/**
 * Returns the text with digits of other scripts, full-width signs, dashes and spaces in ASCII, without invisible
 * characters and without spaces around it. Letters stay what they are, superscripts and fractions too: "45⁹⁹" is not 4599.
 */
export function plainCharacters(typed: string): string {
  return typed
    .replace(INVISIBLE, "")
    .replace(FULL_WIDTH, (sign) => (/[\uff21-\uff3a\uff41-\uff5a]/.test(sign) ? sign : halfWidth(sign)))
    .replace(OTHER_DIGITS, asciiDigit)
    .replace(DASHES, "-")
    .replace(/\s+/g, " ")
    .trim();
}

const halfWidth = (sign: string) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
