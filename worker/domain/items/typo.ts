/**
 * Corrects mistyped search words. Words are compared by edit distance (an extra, missing or wrong letter, or two
 * swapped neighbours); of several near words, the one in most listings wins.
 */
import { folded, isNameOfThing, isSpelledRight } from "./words.ts";

/** Returns how many edits are allowed. Short words have too many neighbours: "cat" is one edit from "car". */
export function editsAllowed(length: number): number {
  return length < 4 ? 0 : length < 6 ? 1 : 2;
}

/** Returns the edits between two words (optimal string alignment), or null when there are more than `max`. */
export function editsBetween(from: string, to: string, max: number): number | null {
  const a = [...from];
  const b = [...to];
  if (Math.abs(a.length - b.length) > max) return null;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1);
      current.push(edits);
    }
    if (Math.min(...current) > max) return null;
    beforeLast = last;
    last = current;
  }
  const edits = last[b.length] ?? 0;
  return edits <= max ? edits : null;
}

/** A word of the listings; `doc` grows with the number of listings that contain it. */
export interface KnownWord {
  term: string;
  doc: number;
}

/** Maximum number of candidates per typed word whose listings are counted. */
const NEAR_MAX = 30;

/** Returns the words that the typed ones may have meant: the nearest of each, without the typed words. */
export function nearWords(typed: readonly string[], words: readonly string[]): string[] {
  const near = typed.flatMap((from) => {
    const max = editsAllowed([...from].length);
    return words
      .map((word) => ({ word, edits: editsBetween(from, word, max) ?? 0 }))
      .filter(({ edits }) => edits > 0)
      .sort((a, b) => a.edits - b.edits)
      .slice(0, NEAR_MAX)
      .map(({ word }) => word);
  });
  return [...new Set(near)].filter((word) => !typed.includes(word));
}

/** Returns the word most likely meant, or null when none is near. Call it only for words that do not exist. */
export function nearestWord(word: string, known: readonly KnownWord[]): string | null {
  const max = editsAllowed([...word].length);
  let best: { term: string; edits: number; doc: number; thing: boolean } | null = null;
  for (const { term, doc } of known) {
    const edits = editsBetween(word, term, Math.min(max, best?.edits ?? max));
    if (edits === null || edits === 0) continue;
    const thing = isNameOfThing(term);
    const better =
      best === null ||
      edits < best.edits ||
      (edits === best.edits &&
        (thing === best.thing ? doc > best.doc || (doc === best.doc && term < best.term) : thing));
    if (better) best = { term, edits, doc, thing };
  }
  return best?.term ?? null;
}

/**
 * A range in the alphabetical list of known words to search for near words: from, up to, shortest, longest, and parts
 * of which a match contains at least one, if given.
 *
 * Selected by the first letter, and by the second in case the first is extra or swapped. A wrong first letter is not
 * covered, because that would need a scan of every word.
 */
export type WordRange = readonly [from: string, to: string, shortest: number, longest: number, ...pieces: string[]];

export function rangesOf(word: string): WordRange[] {
  const emails = [...word];
  const max = editsAllowed(emails.length);
  if (max === 0 || /\p{N}/u.test(word)) return [];
  const starts = [...new Set(emails.slice(0, 2))];
  return starts.map((letter) => [letter, after(letter), emails.length - max, emails.length + max, ...piecesOf(emails)]);
}

/**
 * Splits a longer word into thirds: two edits leave at least one unchanged (unless both are swaps across a boundary).
 * Shorter words are not split, because one swap can change both halves.
 */
function piecesOf(emails: readonly string[]): string[] {
  if (editsAllowed(emails.length) < 2) return [];
  const border = (third: number) => Math.floor((third * emails.length) / 3);
  return [0, 1, 2].map((third) => emails.slice(border(third), border(third + 1)).join(""));
}

function after(letter: string): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) + 1);
}

/**
 * Returns the corrected search, or null when there is none: every word without listings is replaced by its nearest one.
 * A word that names another thing is right although no listing has it ("sweater" is no "seater").
 * The last word counts as existing when any word begins with it, because results show while typing.
 */
export function correctedWords(words: readonly string[], known: readonly KnownWord[]): string[] | null {
  let changed = false;
  const corrected: string[] = [];
  for (const [index, word] of words.entries()) {
    const plain = folded(word);
    const last = index === words.length - 1;
    const exists = isSpelledRight(plain) || known.some(({ term }) => (last ? term.startsWith(plain) : term === plain));
    const meant = exists || rangesOf(plain).length === 0 ? word : nearestWord(plain, known);
    if (meant === null) return null;
    changed ||= meant !== word;
    corrected.push(meant);
  }
  return changed ? corrected : null;
}
