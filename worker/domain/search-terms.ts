/**
 * Free text to an FTS5 match string. FTS5 has a query language (`"`, `NEAR(`, `col:`, `*`, `AND`), and raw input in it
 * raises errors (A87): so only runs of letters and digits are kept, each one quoted, which leaves no operator to parse.
 */

import { type StateCode, stateNamed } from "./states.ts";

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** More words narrow nothing further and each one costs an index lookup. */
const WORDS_MAX = 8;
const WORD_LENGTH_MAX = 40;

/** The searchable words of a text, in order. Never raises, whatever the text is. */
export function searchWords(text: string): string[] {
  const words = text.toWellFormed().normalize("NFC").toLowerCase().match(WORD) ?? [];
  return words.slice(0, WORDS_MAX).map((word) => [...word].slice(0, WORD_LENGTH_MAX).join(""));
}

/**
 * The words a search looks for: all must occur; the last one may be the beginning of a word, because people look at
 * results while they type. A single letter behind other words is a word just begun: it would match nearly everything,
 * at the price of a large part of the index, and is not looked at yet.
 */
export function wordsLookedFor(text: string): string[] {
  const all = searchWords(text);
  return all.length > 1 && /^\p{L}$/u.test(all.at(-1) ?? "") ? all.slice(0, -1) : all;
}

/** Empty when the text holds nothing searchable: such a search finds nothing, it does not list everything. */
export function searchMatch(text: string): string {
  return wordsLookedFor(text)
    .map((word, index, words) => (index === words.length - 1 ? `"${word}"*` : `"${word}"`))
    .join(" ");
}

/** Words of a place filter ("Brunswick, VIC 3056"): lower case as SQLite's `lower()` does it, ASCII letters only. */
export function placeWords(text: string): string[] {
  return text
    .toWellFormed()
    .slice(0, PLACE_LENGTH_MAX)
    .toWellFormed()
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .split(/[\s,;\p{Cc}]+/u)
    .filter((word) => word.length > 0)
    .slice(0, PLACE_WORDS_MAX);
}

/** A place filter: words that have to occur in a listing's place, and the state it has to be in. */
export interface PlaceFilter {
  words: string[];
  state: StateCode | null;
}

/** "Sydney NSW", "Fremantle, Western Australia 6160", "victoria": a state stands at the end, before a postcode. */
export function placeFilter(text: string): PlaceFilter {
  const words = placeWords(text);
  const postcode = /^\d{4}$/.test(words.at(-1) ?? "") ? words.slice(-1) : [];
  const named = words.slice(0, words.length - postcode.length);
  for (let length = STATE_WORDS_MAX; length > 0; length--) {
    const state = stateNamed(named.slice(-length).join(" "));
    if (state) return { words: [...named.slice(0, -length), ...postcode], state };
  }
  return { words, state: null };
}

/** "Australian Capital Territory". */
const STATE_WORDS_MAX = 3;

/** Longer place filters are cut, never refused (A88). */
const PLACE_LENGTH_MAX = 60;
const PLACE_WORDS_MAX = 5;
