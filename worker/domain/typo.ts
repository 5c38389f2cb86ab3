/**
 * What a mistyped word was meant to be. Words are compared by the edits between them — a letter too many, missing,
 * wrong, or two neighbours swapped — and of several near words the one most listings have wins.
 */

/** Short words have too many neighbours: "cat" is one edit from "car", and both are for sale. */
export function editsAllowed(length: number): number {
  return length < 4 ? 0 : length < 6 ? 1 : 2;
}

/**
 * Edits from one word to another (optimal string alignment), or null when there are more than `max`. Stops as soon as
 * that is certain.
 */
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

/** A word of the catalogue. The more listings have it, the larger is `doc`. */
export interface KnownWord {
  term: string;
  doc: number;
}

/** Candidates for each typed word of which it is asked how many listings they have. */
const NEAR_MAX = 30;

/** Of these, the words that the typed ones may have been meant to be: the nearest of each, none of them typed itself. */
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

/** The word most likely meant, or null when none is near. A word that exists is left alone by the caller. */
export function nearestWord(word: string, known: readonly KnownWord[]): string | null {
  const max = editsAllowed([...word].length);
  let best: { term: string; edits: number; doc: number } | null = null;
  for (const { term, doc } of known) {
    const edits = editsBetween(word, term, Math.min(max, best?.edits ?? max));
    if (edits === null || edits === 0) continue;
    const better =
      best === null ||
      edits < best.edits ||
      (edits === best.edits && (doc > best.doc || (doc === best.doc && term < best.term)));
    if (better) best = { term, edits, doc };
  }
  return best?.term ?? null;
}

/**
 * Where in the alphabetical list of known words the near ones of a word are looked for: from, up to, shortest, longest,
 * and pieces of which the word has at least one, if any are named.
 *
 * By its first letter, and by its second for a first one that is swapped or too many; a wrong first letter is rare, and
 * allowing it would mean to read every word there is.
 */
export type WordRange = readonly [from: string, to: string, shortest: number, longest: number, ...pieces: string[]];

export function rangesOf(word: string): WordRange[] {
  const letters = [...word];
  const max = editsAllowed(letters.length);
  if (max === 0 || /\p{N}/u.test(word)) return [];
  const starts = [...new Set(letters.slice(0, 2))];
  return starts.map((letter) => [
    letter,
    after(letter),
    letters.length - max,
    letters.length + max,
    ...piecesOf(letters),
  ]);
}

/**
 * Thirds of a longer word: two edits leave one of them as it is (unless both are swaps across a border). Of a short word
 * one swap can spoil both halves, so it is not cut.
 */
function piecesOf(letters: readonly string[]): string[] {
  if (editsAllowed(letters.length) < 2) return [];
  const border = (third: number) => Math.floor((third * letters.length) / 3);
  return [0, 1, 2].map((third) => letters.slice(border(third), border(third + 1)).join(""));
}

function after(letter: string): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) + 1);
}

/** As the full-text index spells words: without accents. */
export function folded(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "");
}

/**
 * The search that was meant, or null when it is not known: every word that no listing has gets its nearest one. The
 * last word exists when any word begins with it, because people look at results while they type.
 */
export function correctedWords(words: readonly string[], known: readonly KnownWord[]): string[] | null {
  let changed = false;
  const corrected: string[] = [];
  for (const [index, word] of words.entries()) {
    const plain = folded(word);
    const last = index === words.length - 1;
    const exists = known.some(({ term }) => (last ? term.startsWith(plain) : term === plain));
    const meant = exists || rangesOf(plain).length === 0 ? word : nearestWord(plain, known);
    if (meant === null) return null;
    changed ||= meant !== word;
    corrected.push(meant);
  }
  return changed ? corrected : null;
}
