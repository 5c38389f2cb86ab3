/**
 * Passwords people choose most, from leaks: every entry of ten or more characters in the frequency list of
 * @zxcvbn-ts/language-common 4.1.3 (MIT; Dan Wheeler, Dropbox, zxcvbn-ts). Shorter ones are refused by length already, so
 * the list costs 18 KB (10 KB compressed) instead of the package's 500 KB. Taken as found: people choose rude words.
 */
import list from "./common-passwords.json" with { type: "json" };

let words: ReadonlySet<string> | undefined;

/** Whether the lower-cased password is among them. The set is made at first use, not at start-up. */
export function isCommonPassword(lowerCased: string): boolean {
  words ??= new Set(list.join(" ").split(" "));
  return words.has(lowerCased);
}
