/**
 * Converts free text to an FTS5 match string. Raw input can contain FTS5 operators and raise errors (A87), so only runs
 * of letters and digits are kept, each of them quoted.
 */

import { type StateCode, stateNamed } from "../places/states.ts";

/**
 * The text that search reads: the columns of the full-text index. Saved searches and wanted posts compare the same
 * columns, so that they find what the list finds.
 */
export interface SearchedColumns {
  title: string;
  description: string;
  /** Tags and other short texts (`keyword` in LISTING_FIELDS). */
  keywords: string;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** More words narrow the result no further, and each costs an index lookup. */
const WORDS_MAX = 8;
const WORD_LENGTH_MAX = 40;

/** Returns the searchable words of a text, in order. Never throws. */
export function searchWords(text: string): string[] {
  const words = text.toWellFormed().normalize("NFC").toLowerCase().match(WORD) ?? [];
  return words.slice(0, WORDS_MAX).map((word) => [...word].slice(0, WORD_LENGTH_MAX).join(""));
}

/**
 * Returns the words of a search. All must occur; the last may be the beginning of a word, for results while typing. A
 * single letter after other words is ignored, because it would match nearly everything at the cost of a large index
 * scan.
 */
export function searchedWords(text: string): string[] {
  const all = searchWords(text);
  return all.length > 1 && /^\p{L}$/u.test(all.at(-1) ?? "") ? all.slice(0, -1) : all;
}

/** Returns the FTS5 match string. Empty when the text has no searchable words; such a search finds nothing. */
export function searchMatch(text: string): string {
  return searchedWords(text)
    .map((word, index, words) => (index === words.length - 1 ? `"${word}"*` : `"${word}"`))
    .join(" ");
}

/** Returns the words of a place filter, in lower case for ASCII letters only, like SQLite's `lower()`. */
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

/** A place filter: words that must occur in a listing's place, and its state. */
export interface PlaceFilter {
  words: string[];
  state: StateCode | null;
}

/** Parses "Sydney NSW", "Fremantle, Western Australia 6160", "victoria": the state is last or before a postcode. */
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

/** "Australian Capital Territory" */
const STATE_WORDS_MAX = 3;

/** Longer place filters are cut, not refused (A88). */
const PLACE_LENGTH_MAX = 60;
const PLACE_WORDS_MAX = 5;
