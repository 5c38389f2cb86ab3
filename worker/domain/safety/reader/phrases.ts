/**
 * Phrases that rules look for, compiled to one index that a text is walked through once. The notation:
 * `word`: in the singular and plural and in spellings that sound alike · `=word`: spelled like this only ·
 * `(a|b c)`: one of them · `?` after a word or group: may be missing · `~3`: up to three other words between ·
 * `#`: a number · `$#`: an amount · phrases are separated by commas or lines.
 */
import { soundOf } from "./sound.ts";

interface State {
  words: Map<string, State[]>;
  /** States that are reached without a word. */
  free: State[];
  gap: { most: number; next: State } | null;
  /** Number of the entry that is complete here. */
  done: number | null;
}

type Part = { word: string } | { options: Part[][] } | { gap: number };

/** Scripts without spaces: each of their signs is a word. */
export const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
const TOKEN = new RegExp(String.raw`[()|?${UNSPACED}]|(?:(?![${UNSPACED}])[^\s()|?])+`, "gu");

function parse(tokens: string[], closing: boolean): Part[][] {
  const options: Part[][] = [[]];
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    const parts = options.at(-1) ?? [];
    if (token === ")") {
      if (closing) return options;
      throw new Error("a phrase closes a group it has not opened");
    } else if (token === "|") options.push([]);
    else if (token === "(") parts.push({ options: parse(tokens, true) });
    else if (token === "?") {
      const last = parts.pop();
      if (last) parts.push({ options: [[last], []] });
    } else if (/^~\d$/.test(token)) parts.push({ gap: Number(token.slice(1)) });
    else parts.push({ word: token });
  }
  if (closing) throw new Error("a phrase leaves a group open");
  return options;
}

const state = (): State => ({ words: new Map(), free: [], gap: null, done: null });

/** How a phrase was found in a text. */
export interface Found {
  entry: number;
  from: number;
  to: number;
}

/** An index of phrases; `Text.find` walks through it. */
export class Phrases {
  readonly roots = new Map<string, State[]>();
  /** Keys of all words. */
  readonly keys = new Set<string>();
  readonly #made = new Map<string, string>();
  readonly #byEnds = new Map<string, string[]>();
  readonly #near = new Map<string, string[]>();

  /** Adds phrases that stand for one entry. */
  add(entry: number, text: string): void {
    for (const phrase of text.split(/[,\n]/)) {
      const tokens = phrase.match(TOKEN);
      if (!tokens) continue;
      const end = state();
      end.done = entry;
      for (const parts of parse(tokens, false)) this.#root(this.#sequence(parts, end));
    }
  }

  has = (word: string): boolean => this.keys.has(soundOf(word));

  /** Makes words known that no phrase has. */
  learn(words: Iterable<string>): void {
    for (const word of words) this.#key(word);
  }

  /** Known words that fit a pattern with "*" for one or two letters. At most three. */
  hidden(pattern: string): string[] {
    const fit = new RegExp(`^${pattern.replace(/\*/g, "[a-z]{1,2}")}$`);
    const stars = pattern.split("*").length - 1;
    const found = new Set<string>();
    for (let length = pattern.length; length <= pattern.length + stars; length++) {
      const first = pattern.startsWith("*") ? `-${pattern.at(-1)}` : pattern[0];
      for (const word of this.#byEnds.get(`${length}${first}`) ?? []) if (fit.test(word)) found.add(word);
    }
    return [...found].slice(0, 3);
  }

  /** A known word of six letters or more that differs by one letter, or by two that changed places. */
  near(word: string): string | null {
    for (const variant of [word, ...without(word)]) {
      for (const known of this.#near.get(variant) ?? []) {
        if (known !== word && known[0] === word[0] && differsByOne(known, word)) return known;
      }
    }
    return null;
  }

  /** The key of a word, which is known from now on. */
  #key(word: string): string {
    const made = this.#made.get(word);
    if (made !== undefined) return made;
    const exact = word.startsWith("=");
    const key = soundOf(exact ? word.slice(1) : word);
    this.keys.add(key);
    this.#made.set(word, exact ? word : key);
    if (/^[a-z]{3,}$/.test(word)) {
      for (const form of word.length > 3 ? [word, `${word}s`] : [word]) {
        for (const ends of [`${form.length}${form[0]}`, `${form.length}-${form.at(-1)}`])
          push(this.#byEnds, ends, form);
      }
      if (word.length >= 6) for (const variant of [word, ...without(word)]) push(this.#near, variant, word);
    }
    return exact ? word : key;
  }

  #sequence(parts: readonly Part[], next: State): State {
    return parts.reduceRight((after, part) => this.#part(part, after), next);
  }

  #part(part: Part, next: State): State {
    const made = state();
    if ("word" in part) push(made.words, this.#key(part.word), next);
    else if ("gap" in part) made.gap = { most: part.gap, next };
    else {
      for (const option of part.options) {
        const [only] = option;
        if (option.length === 1 && only && "word" in only) push(made.words, this.#key(only.word), next);
        else made.free.push(this.#sequence(option, next));
      }
    }
    return made;
  }

  #root({ words, free }: State): void {
    for (const [key, next] of words) for (const one of next) push(this.roots, key, one);
    for (const one of free) this.#root(one);
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

const without = (word: string): string[] =>
  word.length > 16 ? [] : [...word].map((_, at) => word.slice(0, at) + word.slice(at + 1));

function differsByOne(a: string, b: string): boolean {
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  const same = restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1);
  return same || (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2));
}

export type { State };
