/**
 * Converts free text to an FTS5 match string. Raw input can contain FTS5 operators and raise errors (A87), so only runs
 * of letters and digits are kept, each of them quoted.
 */

import { type StateCode, stateNamed } from "../places/states.ts";
import { emojiAsWords, isUnspaced, narrowed, pairsOf } from "./search-forms.ts";
import {
  AFTER_THING,
  folded,
  formsOf,
  isNameOfThing,
  kindsFor,
  mayStandApart,
  measuresOf,
  NAME_WORDS_MAX,
  namesFor,
  othersLike,
  spellingsOf,
  splitsOf,
  stem,
  WORDS_AROUND,
  withoutFillers,
} from "./words.ts";

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

/** Marks alone are no word. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** More words narrow the result no further, and each costs an index lookup. */
const WORDS_MAX = 8;
const WORD_LENGTH_MAX = 40;

/** Returns the searchable words of a text, in order. Never throws. */
export function searchWords(text: string): string[] {
  const words = text.toWellFormed().normalize("NFC").toLowerCase().match(WORD) ?? [];
  return words.slice(0, WORDS_MAX).map((word) => [...word].slice(0, WORD_LENGTH_MAX).join(""));
}

/** One way in which a listing can name a part of what is searched for. */
interface Way {
  /** Words in this order, next to each other. */
  words: readonly string[];
  /** The last word may be the beginning of a longer one, for results while typing. */
  begins?: boolean;
  /** Another name counts in title and tags only: descriptions say "light" of a bag, which is no lamp. */
  inName?: boolean;
  /** Or the words apart from each other, each in one of its ways. */
  apart?: readonly (readonly Way[])[];
}

/** A search, read as a sentence: a listing has one way of each of `all`, and none of `none`. */
export interface Search {
  all: readonly (readonly Way[])[];
  none: readonly Way[];
}

/** What people write around the thing; not part of what listings are called. */
const AROUND = new RegExp(`(?<![\\p{L}\\d])(?:${WORDS_AROUND.join("|")})(?![\\p{L}\\d])`, "giu");

/** A word with parts: "men's", "wi-fi" is two words. */
const TYPED = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:'[\p{L}\p{N}\p{M}]+)*/gu;
const PHRASE = /(?<=^|\s)([-–−]?)"([^"]*)(?:"|$)/gu;
/**
 * "-ikea", "not ikea or malm", "no drawers", "other than oak". "Not working" and "non-stick" are what a listing says.
 */
const WITHOUT =
  /(?<=^|\s)(?:[-–−](?=\p{L})|(?:(?:but |and )?(?:not|without|except(?: for)?|excluding|excl|excludes|minus|w\/o|isn'?t|aren'?t|other than|apart from|anything but|rather than|instead of)|(?<=\S\s)(?:but |and |with )?no|(?<=(?:not|no|without)\s(?:an? |the |any )?\p{L}+\s)n?or)\s+(?:from )?(?:an? |the |any )?(?=\p{L})(?!working|included|needed|used|available)|non[- ](?!stick|slip|fiction|toxic|smok|alco|pets?\b))([^\s",;]+)/giu;

/** Unifies quotation marks and apostrophes. */
export function tidied(text: string): string {
  return narrowed(text)
    .toWellFormed()
    .normalize("NFC")
    .replace(/[“”„]/g, '"')
    .replace(/[’‘ʼ`´]/g, "'");
}

/** "For a 7 yr old boy", "3 month old baby", but not "2 year old fridge": an age of a person, not of a thing. */
const AGE =
  /(?:(?<=\s)for (?:an? |my |our )?)?(?<![\p{L}\d])1?\d[- ]?(y(?:ea)?r?s?|m(?:on)?ths?|weeks?)[- ]?(?:o|olds?)(?:(?<=\sfor .*)|(?=s?\s*(?:boy|girl|son|daughter|kid|child|toddler|baby|grand)))(?![\p{L}\d])(?:\s+(?:boy|girl|son|daughter|kid|child|toddler|baby|grandson|granddaughter)s?)?/giu;

const asSpaces = (text: string) => " ".repeat(text.length);

/** Replaces the phrases of a tidied text by spaces. */
export const withoutPhrases = (text: string): string => text.replace(PHRASE, asSpaces);

/** Returns where a tidied text says what to leave out. */
export function exclusionsIn(text: string): { from: number; to: number; words: string }[] {
  const phrases = [...text.matchAll(PHRASE)].filter(([, sign]) => sign !== "");
  return [...phrases.map((match) => [match, match[2]] as const), ...singleExclusions(withoutPhrases(text))]
    .map(([match, words = ""]) => ({ from: match.index, to: match.index + match[0].length, words: words.trim() }))
    .filter(({ words }) => searchWords(words).length > 0);
}

const singleExclusions = (text: string) => [...text.matchAll(WITHOUT)].map((match) => [match, match[1]] as const);

/** Finds the words of a text without spaces, by the dictionary of the runtime. */
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** "i pad", "e bike": a letter that belongs to the next word. */
const LETTER_APART = /(?<![\p{L}\p{N}'])(\p{L}) (\p{L}{2,})(?![\p{L}'])/gu;

function typedWords(text: string): string[] {
  const lower = text.toLowerCase();
  const joined = lower.replace(LETTER_APART, (apart, letter: string, word: string) =>
    isNameOfThing(letter + word) ? letter + word : apart,
  );
  // A picture beside words only repeats them.
  const words = joined.match(TYPED) ?? emojiAsWords(joined).match(TYPED) ?? [];
  return words
    .flatMap((word) => (isUnspaced(word) ? segmentsOf(word) : [word]))
    .map((word) => folded([...word].slice(0, WORD_LENGTH_MAX).join("")));
}

/** "二手沙发" is "二手" and "沙发"; single letters only where there is nothing else. */
function segmentsOf(run: string): string[] {
  if (namesFor([run]).length > 0) return [run];
  const segments = [...segmenter.segment(run)].map(({ segment }) => segment);
  const longer = segments.filter((segment) => pairsOf(segment).join("").length > 1);
  return longer.length > 0 ? longer : segments;
}

/** Returns the words of a search that may be mistyped: those that name the thing. */
export function namingWords(text: string): string[] {
  return withoutFillers(parts(text).words.filter((word) => word !== "OR")).filter((word) => !word.includes("'"));
}

/** Separates phrases, words to leave out and plain words. */
function parts(typed: string): { words: string[]; phrases: string[][]; none: string[][] } {
  const text = tidied(typed);
  const wordsIn = (phrase: string) => searchWords(phrase).map(folded);
  const phrases = [...text.matchAll(PHRASE)]
    .filter(([, sign]) => sign === "")
    .map(([, , phrase = ""]) => wordsIn(phrase))
    .filter((words) => words.length > 0);
  const none = exclusionsIn(text).map(({ words }) => wordsIn(words));
  const plain = withoutPhrases(text)
    .replace(WITHOUT, asSpaces)
    .replace(/(?<![\p{L}\d])(?:size|sz)\.? +(?=\d|[smlx]+(?![\p{L}\d]))/giu, " ")
    .replace(AGE, (_, unit: string) => (/^y/i.test(unit) ? " kids " : " baby "))
    .replace(/(\d)\s*(?:["″”]|'')/g, "$1 inch ")
    .replace(/(\d)['′](?=\s|$)/g, "$1 ft ");
  const stripped = plain.replace(AROUND, " ");
  const bare = (typedWords(stripped).length > 0 ? stripped : plain).replace(/\sOR(?=\s+[\p{L}\p{N}])/gu, " \u0000 ");
  const words = bare.split("\u0000").flatMap((part, index) => {
    const typed = withoutFillers(typedWords(part));
    return index > 0 && typed.length > 0 ? ["OR", ...typed] : typed;
  });
  return { words: words[0] === "OR" ? words.slice(1) : words, phrases, none };
}

/** Returns what a text searches for. Any sign without meaning is ignored. */
export function searchOf(text: string): Search {
  const { words, phrases, none } = parts(text);
  let typed =
    words.filter((word) => word !== "OR").length > 1 && /^\p{L}$/u.test(words.at(-1) ?? "")
      ? words.slice(0, -1)
      : words;
  if (typed.at(-1) === "OR") typed = typed.slice(0, -1);
  const all: Way[][] = phrases.slice(0, WORDS_MAX).map((phrase) => [{ words: phrase }]);
  const unlike: Way[] = [];
  let either = false;
  for (let at = 0; at < typed.length && all.length < WORDS_MAX; ) {
    if (typed[at] === "OR") {
      either = true;
      at += 1;
      continue;
    }
    const [length, ways] = waysAt(typed, at);
    const others = othersLike(typed.slice(at, at + length)).map((other) => other.split(" "));
    const meant = others.filter((other) => !other.every((part) => typed.some((word) => stem(word) === stem(part))));
    unlike.push(...meant.map((words) => ({ words, inName: true })));
    if (either) all.push([...(all.pop() ?? []), ...ways]);
    else all.push(ways);
    either = false;
    at += length;
  }
  const left = none
    .slice(0, WORDS_MAX)
    .flatMap((word) => [
      ...spelled(word).map((way) => ({ words: way })),
      ...kindsFor(word).map((kind) => ({ words: kind.split(" "), inName: true })),
    ]);
  return { all, none: [...left, ...unlike] };
}

/** Returns the spellings of one name, without other names of the thing. */
function spelled(words: readonly string[]): string[][] {
  const [last = "", before] = [words.at(-1), words.slice(0, -1)];
  const forms = formsOf(last);
  const joined = words.length > 1 ? formsOf(words.join("")).map((form) => [form]) : splitsOf(last);
  return [...forms.map((form) => [...before, form]), ...joined];
}

/** Returns the ways to name the part of the search that begins at a word, and how many words it has. */
function waysAt(typed: readonly string[], at: number): [number, Way[]] {
  const word = typed[at] ?? "";
  const next = typed[at + 1];
  if (isUnspaced(word)) return [1, [{ words: [word], begins: true }, { words: pairsOf(word) }, ...namesOf([word])]];
  const measured = measureAt(word, next);
  if (measured) {
    const [length, ways] = measured;
    const last = at + length === typed.length && length === 1;
    return [
      length,
      distinct([
        ...(last ? [{ words: [word], begins: true }] : []),
        ...[...ways, ...(length === 1 ? neighbours(typed, at).map((joined) => [joined]) : [])].map((words) => ({
          words,
        })),
      ]),
    ];
  }
  for (let length = NAME_WORDS_MAX; length > 1; length--) {
    const words = typed.slice(at, at + length);
    if (words.length < length || words.includes("OR") || namesFor(words).length === 0) continue;
    const begun = at + length === typed.length && !isNameOfThing(words.at(-1) ?? "");
    const apart = mayStandApart(words) ? [{ words, apart: words.map((_, index) => wordWays(words, index)) }] : [];
    return [
      length,
      [
        ...distinct([{ words, begins: begun }, ...spelled(words).map((way) => ({ words: way })), ...namesOf(words)]),
        ...apart,
      ],
    ];
  }
  return [1, wordWays(typed, at)];
}

/** Returns the ways to name one word of a search. */
function wordWays(typed: readonly string[], at: number): Way[] {
  const word = typed[at] ?? "";
  // A name that is whole begins no other: "table" is no tablet.
  const begins = at === typed.length - 1 && !isNameOfThing(word);
  const bare = word.replaceAll("'", "");
  const apostrophe = word.includes("'") ? [...spellingsOf(word).map((way) => way.split("'")), [bare]] : [];
  const ways: string[][] = [
    ...apostrophe,
    ...countsOf(word),
    ...spellingsOf(bare).map((way) => [way]),
    ...spelled([bare]),
    ...neighbours(typed, at).flatMap((joined) => formsOf(joined).map((form) => [form])),
  ];
  const names = [[bare], ...splitsOf(bare), ...neighbours(typed, at).map((joined) => [joined])].flatMap(namesOf);
  if (/'s$/.test(word)) ways.push(...formsOf(word.slice(0, -2)).map((form) => [form]));
  const first: Way = apostrophe[0] ? { words: apostrophe[0], begins } : { words: [word], begins };
  const joinedBegins = begins ? neighbours(typed, at).map((joined) => ({ words: [joined], begins })) : [];
  return distinct([first, ...joinedBegins, ...ways.map((words) => ({ words })), ...names]);
}

const COUNTS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Returns a small number in words, or in figures. */
function countsOf(word: string): string[][] {
  const count = COUNTS[Number(word)] ?? (COUNTS.includes(word) ? `${COUNTS.indexOf(word)}` : undefined);
  return count === undefined || word === "" ? [] : [[count]];
}

/** Returns the other names of a thing, each in its spellings. */
function namesOf(words: readonly string[]): Way[] {
  const names = namesFor(words).flatMap((name) => {
    const parts = name.split(" ");
    const forms = formsOf(parts.at(-1) ?? "").map((form) => [...parts.slice(0, -1), form]);
    return parts.length === 2 ? [...forms, [parts.join("")]] : forms;
  });
  return names.map((name) => ({ words: name, inName: true }));
}

/** Returns a word joined with those beside it: "book" and "shelf" are also "bookshelf", "rtx", "3060" and "ti" one word. */
function neighbours(typed: readonly string[], at: number): string[] {
  const joined: string[] = [];
  for (const length of [2, 3]) {
    for (let from = at - length + 1; from <= at; from++) {
      const words = typed.slice(Math.max(from, 0), from + length);
      if (from < 0 || words.length < length || words.includes("OR")) continue;
      const whole = words.join("").replaceAll("'", "");
      if (whole.length <= WORD_LENGTH_MAX && (length === 2 || /\d/.test(whole))) joined.push(whole);
    }
  }
  return joined;
}

/** Returns a number with its unit, written in one word or two. */
function measureAt(word: string, next: string | undefined): [number, string[][]] | null {
  const one = /^(\d+)(\p{L}+)$/u.exec(word);
  const ways = one && measuresOf(one[1] ?? "", one[2] ?? "");
  if (ways) return [1, ways];
  const two = /^\d+$/.test(word) && next !== undefined ? measuresOf(word, next) : null;
  return two && [2, two];
}

/** Removes ways that another one includes. */
function distinct(ways: readonly Way[]): Way[] {
  const seen = new Map<string, Way>();
  for (const way of ways) {
    const key = way.words.join(" ");
    const before = seen.get(key);
    const wider = before === undefined || (way.begins && !before.begins);
    if (wider && way.words.every((word) => word !== "")) seen.set(key, way);
  }
  return [...seen.values()];
}

const written = ({ words, begins, inName, apart }: Way): string =>
  apart
    ? `(${apart.map(anyOf).join(" AND ")})`
    : `${inName ? "{title keywords} : " : ""}"${words.join(" ")}"${begins ? "*" : ""}`;
const anyOf = (ways: readonly Way[]): string => {
  const [only] = ways;
  return ways.length === 1 && only ? written(only) : `(${ways.map(written).join(" OR ")})`;
};

/** @param column the columns of the wanted words, in the notation of FTS5; words to leave out are in none. */
function matchOf({ all, none }: Search, column = ""): string {
  if (all.length === 0) return "";
  const wanted = `${column}${column && "("}${all.map(anyOf).join(" AND ")}${column && ")"}`;
  return none.length === 0 ? wanted : `(${wanted}) NOT ${anyOf(none)}`;
}

/**
 * Returns wider searches for one that finds nothing: the thing with its numbers, and at least one of the words beside it
 * ("tablet daughter OR school"), then without those. None when no word names a thing, or nothing can be left out.
 */
export function widerSearches(text: string): string[] {
  const { words, phrases } = parts(text);
  if (phrases.length > 0 || words.includes("OR")) return [];
  const names: string[][] = [];
  for (let at = 0; at < words.length; at += names.at(-1)?.length ?? 1)
    names.push(words.slice(at, at + waysAt(words, at)[0]));
  // What follows "for" or "with" is what the thing is for.
  const before = parts(/^.+?(?=\s(?:for|with|to|that|which)\s)/iu.exec(text)?.[0] ?? text).words.length;
  const first = (name: readonly string[]) => words.indexOf(name[0] ?? "") < before;
  const things = names.filter((name) => isNameOfThing(name.join(" ")) || kindsFor(name).length > 0);
  const thing = things.find(first) ?? things[0];
  if (!thing) return [];
  const needed = (word: string) => COUNTS.includes(word) || AFTER_THING.includes(word);
  const kept = names.filter(
    (name) => name === thing || name.some((word) => /\d/.test(word) || (first(name) && needed(word))),
  );
  if (kept.length === names.length) return [];
  const others = names.filter((name) => first(name) && !kept.includes(name)).map((name) => name.join(" "));
  const without = exclusionsIn(tidied(text)).map((part) => `-"${part.words}"`);
  const searchWith = (...beside: string[]) => [...kept.map((name) => name.join(" ")), ...beside, ...without].join(" ");
  return others.length > 1 ? [searchWith(others.join(" OR ")), searchWith()] : [searchWith()];
}

/** Returns the FTS5 match string. Empty when the text names nothing; such a search finds nothing. */
export const searchMatch = (text: string): string => matchOf(searchOf(text));

/** How well listings match, for the order "best match" (D91). */
export interface MatchRanks {
  /** FTS5 match strings for titles with all words as typed, and with all words in any form or name. */
  typed: string;
  named: string;
  /** The typed words, at which titles are examined: whether they name the thing or what it is for. */
  words: readonly string[];
}

/** Returns the ranks of a search; null when it names nothing. */
export function matchRanks(text: string): MatchRanks | null {
  const search = searchOf(text);
  if (search.all.length === 0) return null;
  const inTitle = (waysOf: (ways: readonly Way[]) => readonly Way[]) => {
    const all = search.all.map((ways) =>
      waysOf(ways).map(({ words, apart }) => (apart ? { words, apart } : { words })),
    );
    return matchOf({ ...search, all }, "{title} : ");
  };
  return {
    typed: inTitle(sameWord),
    named: inTitle((ways) => ways),
    words: search.all.flatMap(([first]) => first?.words ?? []).slice(0, WORDS_MAX),
  };
}

/** Returns the ways that write the typed word: itself, its plural, its parts. They come first and have its letters. */
function sameWord(ways: readonly Way[]): readonly Way[] {
  const start = ways[0]?.words.join("").slice(0, 4) ?? "";
  return ways.filter(({ words }) => words.join("").startsWith(start));
}

/** Splits text like the full-text index: runs of letters and digits, without case and accents. */
export function indexedWords(text: string): string[] {
  return folded(text.toWellFormed().toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns a function that tells whether a search finds a listing, by the rules of the index. */
export function searchReader({ title, description, keywords }: SearchedColumns): (text: string) => boolean {
  const named = [title, keywords].map(indexedWords);
  const columns = [...named, indexedWords(description)];
  const has = ({ words: typed, begins, inName, apart }: Way): boolean => {
    if (apart) return apart.every((ways) => ways.some(has));
    const words = typed.flatMap(indexedWords);
    const lastIndex = words.length - 1;
    if (lastIndex < 0) return false;
    return (inName ? named : columns).some((column) =>
      column.some((_, from) =>
        words.every((word, index) => {
          const there = column[from + index];
          return there !== undefined && (begins && index === lastIndex ? there.startsWith(word) : there === word);
        }),
      ),
    );
  };
  return (text) => {
    const { all, none } = searchOf(text);
    return all.length > 0 && all.every((ways) => ways.some(has)) && !none.some(has);
  };
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
