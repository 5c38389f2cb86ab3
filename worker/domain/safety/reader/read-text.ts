/**
 * Reads a text as a person would who knows the disguises: one list of words, each with what else it may stand for. Goods,
 * contact details and names are looked for in the same reading. Its steps grow with the length of the text (`Text.steps`).
 */
import { cleaned, folded, HIDING, latinised, unleeted } from "./characters.ts";
import { type Found, type Phrases, type State, UNSPACED } from "./phrases.ts";
import { soundOf } from "./sound.ts";

/** What the reader undid. */
export type Undone = "lookalike" | "leet" | "repeated" | "hidden" | "split" | "misspelt";

interface Reading {
  keys: string[];
  /** The word it stands for. */
  word: string;
  /** Index of the word after it. */
  to: number;
  undone: Undone | null;
}

interface Word {
  /** As written, without accents and in lower case. */
  plain: string;
  /** What stands between it and the next word. */
  gap: string;
  readings: Reading[];
}

/** One sign of a script without spaces, or a word with the signs that may hide its letters. */
const WORDS = new RegExp(String.raw`[${UNSPACED}]|(?:(?![${UNSPACED}])[\p{L}\p{N}\p{M}@$!|*#+€£¢¥•●∗✱★☆%^~_])+`, "gu");
const EDGE = /^[*#!|+~^%_•●∗✱★☆]+|[*#!|+~^%_•●∗✱★☆@$]+$/gu;
const JOINT = /^ ?[-/.'·:_\\,]{1,3} ?$/;
const LATIN = /[a-z]/;

/** Longest word that is put together from single letters. */
const SPELLED = 16;

export class Text {
  readonly words: Word[] = [];
  /** Look-ups so far: the work that reading and searching took. */
  steps = 0;
  readonly #known: Phrases;

  /** @param known what a disguised word may stand for. */
  constructor(text: string, known: Phrases) {
    this.#known = known;
    const lower = cleaned(text).toLowerCase();
    let end = 0;
    for (const { 0: written, index } of lower.matchAll(WORDS)) {
      const last = this.words.at(-1);
      if (last) last.gap = lower.slice(end, index).slice(0, 5);
      end = index + written.length;
      const accented = written.replace(EDGE, "");
      if (accented === "") continue;
      this.words.push({ plain: folded(accented), gap: "\n", readings: this.#own(accented) });
    }
    for (const [index, word] of this.words.entries()) {
      for (const reading of word.readings) if (reading.to === 0) reading.to = index + 1;
      this.#together(index);
    }
  }

  /** Whether it is a known word in another spelling; `to` is filled in later for a word of its own. */
  #add(readings: Reading[], word: string, undone: Undone | null, to = 0): boolean {
    this.steps++;
    const key = soundOf(word);
    if (undone !== null && !this.#known.keys.has(key)) return false;
    if (!readings.some(({ keys }) => keys[0] === key && keys.length === 1 && undone !== null)) {
      readings.push({ keys: [key], word, to, undone });
    }
    return true;
  }

  /** What one word may stand for. */
  #own(accented: string): Reading[] {
    const readings: Reading[] = [];
    const plain = folded(accented);
    this.#add(readings, plain, null);
    if (accented !== plain) readings.push({ keys: [accented], word: accented, to: 0, undone: null });
    const amount = /^(\$?)(\d[\d.]*)([a-z]{0,6})$/.exec(plain);
    if (amount) {
      const unit = amount[3] ? [soundOf(amount[3])] : [];
      readings.push({ keys: ["#", ...unit], word: plain, to: 0, undone: null });
      if (amount[1] || amount[3] === "k") readings.push({ keys: ["$#"], word: plain, to: 0, undone: null });
    }
    const counted = /^([a-z]{1,2})(\d{1,4})$/.exec(plain);
    if (counted) readings.push({ keys: [counted[1] ?? "", "#"], word: plain, to: 0, undone: null });
    if (/^[\u0600-\u06ff]+$/.test(plain)) {
      for (const prefix of ["ال", "وال", "و", "بال", "لل", "ب"]) {
        if (plain.startsWith(prefix)) this.#add(readings, plain.slice(prefix.length), null);
      }
    }
    const latin = latinised(plain);
    if (latin !== plain) this.#add(readings, latin, "lookalike");
    if (!LATIN.test(latin)) return readings;
    const forms = [latin];
    if (/[0-9@$!|+€£¢¥]/.test(latin) && !/^\$?[\d.]+[a-z]?$/.test(latin)) {
      for (const one of ["i", "l"] as const) {
        const meant = unleeted(latin, one);
        if (this.#add(readings, meant, "leet") || /(.)\1\1/.test(meant)) forms.push(meant);
      }
    }
    for (const form of forms) {
      if (!/([a-z])\1\1/.test(form)) continue;
      this.#add(readings, form.replace(/([a-z])\1\1+/g, "$1"), "repeated");
      this.#add(readings, form.replace(/([a-z])\1\1+/g, "$1$1"), "repeated");
      this.#add(readings, form.replace(/([a-z])\1+/g, "$1"), "repeated");
    }
    if (HIDING.test(latin) && latin.length <= 20) {
      this.#add(readings, latin.replace(new RegExp(HIDING, "gu"), ""), "hidden");
      const pattern = unleeted(latin.replace(new RegExp(HIDING, "gu"), "*"), "i");
      if (/^[a-z]*\*[a-z*]*$/.test(pattern) && pattern.replace(/\*/g, "").length >= 1) {
        this.steps += 50;
        for (const word of this.#known.hidden(pattern)) this.#add(readings, word, "hidden");
      }
    }
    if (latin.length >= 6 && latin.length <= 24 && /^[a-z]+$/.test(latin) && !this.#known.has(latin)) {
      this.#compound(readings, latin);
      this.steps += latin.length;
      const near = this.#known.near(latin);
      if (near) this.#add(readings, near, "misspelt");
    }
    return readings;
  }

  /** Two known words without the space between them. */
  #compound(readings: Reading[], word: string): void {
    for (let at = 3; at <= word.length - 3; at++) {
      this.steps += 2;
      const pair = [word.slice(0, at), word.slice(at)] as const;
      if (!this.#known.has(pair[0]) || !this.#known.has(pair[1])) continue;
      readings.push({ keys: pair.map(soundOf), word: pair.join(" "), to: 0, undone: "split" });
    }
  }

  /** Words that begin here and are written in several pieces. */
  #together(index: number): void {
    const first = this.words[index];
    if (!first) return;
    const isLetter = (word: Word | undefined) => word !== undefined && word.plain.length === 1;
    let joined = latinised(first.plain);
    let spelled = isLetter(first);
    let jointed = true;
    for (let next = index + 1; next < this.words.length && next < index + SPELLED; next++) {
      const [before, word] = [this.words[next - 1], this.words[next]];
      if (!before || !word) return;
      const touches = before.gap === "" || JOINT.test(before.gap);
      jointed &&= touches;
      spelled &&= isLetter(word) && (touches || before.gap === " ");
      const pieces = next - index + 1;
      joined += latinised(word.plain);
      if (joined.length > SPELLED + 4) return;
      // "meet the" sounds like a drug, so that two words need a long one between them.
      const long = joined.length >= 6 && soundOf(joined).length >= 6;
      const pair = pieces === 2 && before.gap === " " && long && first.plain.length >= 2;
      if (!(spelled && pieces >= 3) && !(jointed && pieces <= 5) && !pair) {
        if (!spelled && !jointed) return;
        continue;
      }
      if (/[0-9@$!|+*]/.test(joined)) {
        const meant = unleeted(joined.replace(/\*/g, ""), "i");
        if (LATIN.test(joined)) this.#add(first.readings, meant, "split", next + 1);
      }
      if (joined.length >= 3) this.#add(first.readings, joined, "split", next + 1);
    }
  }

  /** The text with every disguised word that is known in its usual spelling. */
  meant(): string {
    let text = "";
    for (let index = 0; index < this.words.length; ) {
      const word = this.words[index];
      if (!word) break;
      const split = word.readings.filter(({ undone }) => undone === "split").sort((a, b) => b.to - a.to)[0];
      const known = this.#known.has(word.plain) && word.plain.length > 1;
      const reading = split ?? (known ? undefined : word.readings.find(({ undone }) => undone !== null));
      text += reading?.word ?? latinised(word.plain);
      index = reading?.to ?? index + 1;
      text += this.words[index - 1]?.gap ?? "";
    }
    return text;
  }

  /** Every place where a phrase begins, with the longest of each entry. */
  find(phrases: Phrases): (Found & { undone: Undone[] })[] {
    const found = new Map<string, Found & { undone: Undone[] }>();
    const walk = (at: number, state: State, from: number, undone: Undone[]): void => {
      this.steps++;
      if (state.done !== null) {
        const id = `${state.done} ${from}`;
        const known = found.get(id);
        if (!known || known.to < at || (known.to === at && known.undone.length > undone.length)) {
          found.set(id, { entry: state.done, from, to: at, undone });
        }
      }
      for (const free of state.free) walk(at, free, from, undone);
      if (state.gap) {
        for (let skipped = 0; skipped <= state.gap.most && at + skipped <= this.words.length; skipped++) {
          walk(at + skipped, state.gap.next, from, undone);
        }
      }
      if (state.words.size > 0) this.#step(at, (key) => state.words.get(key), from, undone, walk);
    };
    for (let from = 0; from < this.words.length; from++) {
      this.#step(from, (key) => phrases.roots.get(key), from, [], walk);
    }
    return [...found.values()];
  }

  #step(
    at: number,
    next: (key: string) => State[] | undefined,
    from: number,
    undone: Undone[],
    walk: (at: number, state: State, from: number, undone: Undone[]) => void,
  ): void {
    for (const reading of this.words[at]?.readings ?? []) {
      this.steps++;
      const [key = "", second] = reading.keys;
      const exact = next(`=${reading.word}`);
      const states = exact ? [...(next(key) ?? []), ...exact] : next(key);
      if (!states) continue;
      const all = reading.undone === null ? undone : [...undone, reading.undone];
      for (const state of states) {
        if (second === undefined) walk(reading.to, state, from, all);
        else for (const after of reached(state, second)) walk(reading.to, after, from, all);
      }
    }
  }
}

/** States after one more word, without looking at the text. */
function reached(state: State, key: string): State[] {
  const next = [...(state.words.get(key) ?? [])];
  for (const free of state.free) next.push(...reached(free, key));
  if (state.gap) next.push(...reached(state.gap.next, key));
  // A number without its unit: "x 40" and "40 mg" for "x 40mg".
  return next;
}
