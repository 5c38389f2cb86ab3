/** The readers of typed percentages and counts (D110). */
import { plainCharacters } from "./characters.ts";

/** Returns the number in "12.5", "12,5 %" and "10 per cent"; null for anything else. */
export function readPercent(typed: string): number | null {
  const bare = plainCharacters(typed)
    .replace(/٫/g, ".")
    .replace(/ ?(?:%|٪|per ?cent|pct|p\.c\.|pc)(?: off)?$/i, "");
  return /^(?=[.,]?\d)\d{0,5}(?:\.\d{0,4}|,\d{0,2})?$/.test(bare) ? Number(bare.replace(",", ".")) : null;
}

/** Returns the whole number in "3", "3 items", "x3" and "3 pcs"; null for anything else. */
export function readCount(typed: string): number | null {
  const [, digits] = /^(?:x ?)?(\d{1,9})(?: ?(?:x|items?|pieces?|pcs?|pc))?$/i.exec(plainCharacters(typed)) ?? [];
  return digits === undefined ? null : Number(digits);
}
