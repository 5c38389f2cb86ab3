/** What Knowzee understands of other languages: a yes, and which language it is. Prices it reads in figures only. */
import listed from "./other-languages.json" with { type: "json" };

interface Language {
  /** The message has its letters or words. */
  is: RegExp;
  /** Ways to say yes, the longest first. */
  yes: readonly string[];
  /** "You can write prices in figures." */
  figures: string;
}

/** Combining marks are removed from messages, so they are removed here, too. */
const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\p{Mn}\p{Me}]/gu, "")
    .toLowerCase();

const LANGUAGES: readonly Language[] = listed.languages.map(({ letters, words, yes, figures }) => ({
  is: new RegExp(letters ?? `(?<!\\p{L})(?:${plain(words)})(?!\\p{L})`, "iu"),
  yes: plain(yes)
    .split(", ")
    .sort((a, b) => b.length - a.length),
  figures,
}));

/** What people add to a yes. */
const POLITE =
  /(?<!\p{L})(?:ok|okay|done|deal|thanks?|please|bro|mate|yes|谢谢|謝謝|cảm ơn|شكرا|धन्यवाद|grazie|gracias)(?!\p{L})/giu;

/** Returns whether a normalised message says yes in another language, and nothing else. */
export function saysYesElsewhere(text: string): boolean {
  return LANGUAGES.some(({ yes }) => {
    let rest = text;
    for (const phrase of yes)
      rest = rest.replaceAll(phrase, (_, at: number) => (isWhole(rest, phrase, at) ? " " : phrase));
    return rest !== text && !/[\p{L}\p{N}]/u.test(rest.replace(POLITE, " "));
  });
}

/** Chinese stands without spaces; in other scripts a phrase is no part of a longer word. */
function isWhole(text: string, phrase: string, at: number): boolean {
  if (/\p{Script=Han}/u.test(phrase)) return true;
  return !/[\p{L}\p{M}]/u.test(text[at - 1] ?? "") && !/[\p{L}\p{M}]/u.test(text[at + phrase.length] ?? "");
}

/** Returns "You can write prices in figures" in the language of a message; null for English and unknown ones. */
export function figuresSentence(text: string): string | null {
  return LANGUAGES.find(({ is }) => is.test(plain(text)))?.figures ?? null;
}
