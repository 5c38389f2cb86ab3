/**
 * Forms of a listing's words that searches look for and the full-text index does not have: parts and joins of model numbers,
 * two words of the title in one, misspelled names of things, letters without accents to remove, and pieces of scripts that
 * leave no spaces. They are stored beside the tags.
 */

import { LETTERS, spelledRight } from "./words.ts";

/** Scripts whose words stand without spaces between them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const UNSPACED_RUN =
  /(?:(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|ー)\p{M}*)+/gu;
const EMOJI = /\p{Extended_Pictographic}/gu;

/** Most words of forms, so that a long text does not multiply. */
const FORMS_MAX = 400;

/** Returns whether a word may be several, without spaces between them. */
export const isUnspaced = (word: string): boolean => UNSPACED.test(word);

/** Returns each character of a text without spaces together with the next: "沙发床" gives "沙发" and "发床". */
export function pairsOf(run: string): string[] {
  const letters = [...run.replace(/\p{M}/gu, "")];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** Turns pictures into words: the index has none of them. */
export const emojiAsWords = (text: string): string =>
  text.replace(EMOJI, (picture) => ` emoji${picture.codePointAt(0)?.toString(16)} `);

/** Replaces full-width characters ("ＳＯＦＡ"), which Asian keyboards write, by their ordinary forms. */
export const narrowed = (text: string): string =>
  text.replace(/[\uFF01-\uFF5E]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));

/** Returns the forms of a listing's words, in the order of the text. */
export function searchForms({ title, description, tags }: Record<"title" | "description" | "tags", string>): string {
  const named = `${title} ${tags}`.toWellFormed().normalize("NFC").toLowerCase();
  const all = `${named} ${description}`.toWellFormed().normalize("NFC").toLowerCase();
  const forms = [
    ...modelForms(named),
    ...pairForms(title),
    ...letterForms(all),
    ...(emojiAsWords(all).match(/emoji[0-9a-f]+/g) ?? []),
  ];
  // In order, so that two pairs beside each other are three letters beside each other.
  const pairs = [...all.matchAll(UNSPACED_RUN)].flatMap(([run]) => pairsOf(run));
  return [...new Set(forms), ...pairs].slice(0, FORMS_MAX).join(" ");
}

/** "HL-L2350DW": "hll2350dw"; "WH-1000XM4": "wh1000xm4", "xm4"; "Galaxy S21": "galaxys21"; "AC/DC": "acdc"; "R.M.": "rm". */
function modelForms(text: string): string[] {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({ word: match[0], from: match.index }));
  return words.flatMap(({ word, from }, index) => {
    const before = words[index - 1];
    const gap = before ? text.slice(before.from + before.word.length, from) : "";
    const tight = /^(?:[-/.’'&]|\. )$/.test(gap) && !(/\d$/.test(before?.word ?? "") && /^\d/.test(word));
    const single = (before?.word.length ?? 2) === 1 && word.length === 1;
    const model = gap === " " && /\d/.test(word) && /\p{L}/u.test(`${before?.word}${word}`);
    const joined = before && (tight || single || model) ? [`${before.word}${word}`] : [];
    return [...joined.filter((form) => form.length <= 24), ...partsOf(word)];
  });
}

/** "Kitchen Aid dumbells": "kitchenaid", "aiddumbells", "dumbbells". */
function pairForms(title: string): string[] {
  const words =
    title
      .normalize("NFC")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.flatMap((word, index) => {
    const joined = `${words[index - 1] ?? ""}${word}`;
    return [...(joined !== word && joined.length <= 16 ? [joined] : []), ...spelledRight(word)];
  });
}

/** Returns the parts of a word with letters and digits, each with what follows: "1000xm4" is "1000", "1000xm" and "xm4". */
function partsOf(word: string): string[] {
  const parts = word.match(/\p{N}+|\p{L}+/gu) ?? [];
  if (parts.length < 2 || parts.length > 5 || word.length > 24) return [];
  const forms: string[] = [];
  for (let from = 0; from < parts.length; from++) {
    for (let to = from + 1; to <= parts.length; to++) {
      const form = parts.slice(from, to).join("");
      if (form !== word && (form.length > 2 || /^\d\d$/.test(form))) forms.push(form);
    }
  }
  return forms;
}

function letterForms(text: string): string[] {
  const words = narrowed(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const given = new Set(text.match(/[\p{L}\p{N}\p{M}]+/gu));
  return words
    .map((word) => word.replace(/./gu, (letter) => LETTERS.get(letter) ?? letter))
    .filter((word) => !given.has(word));
}
