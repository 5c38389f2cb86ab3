/**
 * How the marketplace reads words: folding, singular and plural, spellings in one word or two, and names for the same
 * thing. Search, saved searches, corrections and wanted posts all use these rules.
 */
import translated from "./translated-names.json" with { type: "json" };
import listed from "./word-groups.json" with { type: "json" };

/**
 * Names of the same thing, the most usual first. Searching for one name finds all of them. A word may be in several
 * groups; wanted posts use the first. Add a name only when a person who searches for one of the group would be glad
 * about every other: "cooler" and "esky", but not "phone" and "phone case". The words of a name with "~" may also stand
 * apart: "outdoor table" is "table for outdoor use", while no "table for a coffee machine" is a coffee table.
 */
const THINGS = listed.groups.map(namesIn);
const WORD_GROUPS = [...THINGS, ...listed.attributes.map(namesIn)];

function namesIn(line: string): string[] {
  return line.replaceAll("~", "").split(", ");
}

/**
 * Second parts of compounds that are written in one word or two: "bookshelf", "book shelf". A word of a search is split
 * only before one of these.
 */
const COMPOUND_HEADS: ReadonlySet<string> = new Set(listed.compound_heads.flatMap((line) => line.split(" ")));

/** Letters that have no accent to remove, with their usual spelling in other keyboards. */
export const LETTERS: ReadonlyMap<string, string> = new Map(listed.letters.map(pairIn));

function pairIn(line: string): [string, string] {
  const [one = "", other = ""] = line.split(" ");
  return [one, other];
}

/** What people write around the thing, as regular expressions: "looking for", "in good condition". */
export const WORDS_AROUND: readonly string[] = listed.around;

/** Removes accents, like the full-text index. Marks of other scripts are letters of theirs and stay. */
export function folded(word: string): string {
  return word
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

/** Reduces singular and plural to one form: "shelves" and "shelf", "knives" and "knife", "batteries" and "battery". */
export function stem(word: string): string {
  if (/\d/.test(word) || word.length <= 3) return word;
  const one = /ies$/.test(word)
    ? word.replace(/ies$/, "y")
    : /(s|x|z|ch|sh)es$/.test(word)
      ? word.slice(0, -2)
      : /[^s]s$/.test(word)
        ? word.slice(0, -1)
        : word;
  return one.replace(/e$/, "").replace(/v$/, "f");
}

const IRREGULAR = new Map(
  listed.irregular.map(pairIn).flatMap(([one, many]) => [[one, many] as const, [many, one] as const]),
);

/** Returns a word with its singular and plural. Some forms do not exist ("couche"); they find nothing. */
export function formsOf(word: string): string[] {
  // "501s", "ps5s"; a decade is no number: "80s".
  if (/^(?:\d{3,}|\p{L}+\d+)s$/u.test(word)) return [word, word.slice(0, -1)];
  if (!/^\p{Script=Latin}{3,}$/u.test(word)) return [word];
  const other = IRREGULAR.get(word);
  if (other !== undefined) return [word, other];
  const ones: string[] = [];
  if (word.length > 3 && /[^su]s$/.test(word)) {
    ones.push(word.slice(0, -1));
    if (/ies$/.test(word)) ones.push(word.replace(/ies$/, "y"));
    if (/ves$/.test(word)) ones.push(word.replace(/ves$/, "f"), word.replace(/ves$/, "fe"));
    if (/(s|x|z|ch|sh|o)es$/.test(word)) ones.push(word.slice(0, -2));
  }
  return [...new Set([word, ...ones, ...(ones.length === 0 ? manyOf(word) : [])])];
}

function manyOf(word: string): string[] {
  if (/[^aeiou]y$/.test(word)) return [word.replace(/y$/, "ies")];
  if (/(s|x|z|ch|sh)$/.test(word)) return [`${word}es`];
  if (/[^f]fe?$/.test(word)) return [word.replace(/fe?$/, "ves"), `${word}s`];
  return /[^aeiou]o$/.test(word) ? [`${word}s`, `${word}es`] : [`${word}s`];
}

/** Returns a word in the spellings of its special letters: "straße" and "strasse", "smørrebrød" and "smorrebrod". */
export function spellingsOf(word: string): string[] {
  const plain = word.replace(/./gu, (letter) => LETTERS.get(letter) ?? letter);
  if (plain !== word) return [word, plain];
  // The other way only for the pairs that are rare in other words, and for ø.
  return [
    ...new Set([
      word,
      word.replaceAll("ss", "ß"),
      word.replaceAll("ae", "æ"),
      word.replaceAll("oe", "œ"),
      ...(/br?od|orst|oll?e/.test(word) ? [word.replaceAll("o", "ø")] : []),
    ]),
  ];
}

/** Returns how a word is written in two or more: "bookshelf", "ps5", "tshirt", "mens" (for "men's"). */
export function splitsOf(word: string): string[][] {
  const splits: string[][] = [];
  const parts = word.match(/\p{N}+|[^\p{N}]+/gu) ?? [];
  if (parts.length > 1 && parts.length < 6) {
    splits.push(parts);
    for (let at = 1; parts.length > 2 && at < parts.length; at++) {
      splits.push([parts.slice(0, at).join(""), parts.slice(at).join("")]);
    }
  }
  for (let at = 1; at <= word.length - 2; at++) {
    const head = word.slice(at);
    if (formsOf(head).some((form) => COMPOUND_HEADS.has(form)) && (at > 1 || /^[etxi]/.test(word))) {
      splits.push(...formsOf(head).map((form) => [word.slice(0, at), form]));
    }
  }
  if (/^\p{L}{3,}s$/u.test(word)) splits.push([word.slice(0, -1), "s"]);
  if (/^[od][^aeiou]|^[d][aeiou]/.test(word) && word.length > 4) splits.push([word.slice(0, 1), word.slice(1)]);
  return splits;
}

/** "flip flops" and "flip flop" have one key, and "of" is left out like in a search. */
const keyOf = (words: readonly string[]): string =>
  [...words.slice(0, -1).filter((word) => word !== "of"), stem(words.at(-1) ?? "")].join(" ");

const GROUPS_OF = new Map<string, (readonly string[])[]>();
const SPELLED_RIGHT = new Set<string>();
for (const group of WORD_GROUPS) {
  for (const name of group) {
    const words = name.split(" ");
    GROUPS_OF.set(keyOf(words), [...(GROUPS_OF.get(keyOf(words)) ?? []), group]);
    for (const word of words) for (const form of formsOf(word)) SPELLED_RIGHT.add(form);
  }
}

const NAMES_OF_THINGS = new Set(THINGS.flat().map((name) => keyOf(name.split(" "))));
/** Names without "~": their words stand together. */
const TOGETHER = new Set(
  listed.groups
    .flatMap((line) => line.split(", ").filter((name) => /^[^~].* /.test(name)))
    .map((name) => keyOf(name.split(" "))),
);

/** Returns whether a name of several words is also found where its words stand apart. */
export const mayStandApart = (words: readonly string[]): boolean => words.length > 1 && !TOGETHER.has(keyOf(words));

/** Brands and things without another name that are near to a word with another meaning: "xbox" is no "box". */
const RIGHT: ReadonlySet<string> = new Set(listed.spelled_right.flatMap((line) => line.split(" ")));

/** The most usual name of a thing for each of its names of one word, and the other way round. */
const USUAL = new Map<string, string>();
const NAMES_OF_USUAL = new Map<string, string[]>();
for (const group of WORD_GROUPS) {
  const [first, ...others] = group.filter((name) => !name.includes(" "));
  if (first === undefined) continue;
  const usual = USUAL.get(stem(first)) ?? stem(first);
  for (const name of others.filter((name) => !USUAL.has(stem(name)) && !NAMES_OF_USUAL.has(stem(name)))) {
    if (stem(name) !== usual) USUAL.set(stem(name), usual);
    NAMES_OF_USUAL.set(usual, [...(NAMES_OF_USUAL.get(usual) ?? []), name]);
  }
}

/** Returns one name for all names of a thing, as a stem: "lounge" and "sofas" are "couch". */
export function usualName(word: string): string {
  return USUAL.get(stem(word)) ?? stem(word);
}

/** Returns the other names of one word of a thing with this usual name. */
export const namesOfUsual = (usual: string): readonly string[] => NAMES_OF_USUAL.get(usual) ?? [];

/** Words of the longest name in the groups. */
export const NAME_WORDS_MAX = 4;

const FOREIGN_FILLERS = new Set(translated.fillers.flatMap((line) => folded(line).split(" ")));
const TRANSLATED = new Map(translated.names.flatMap(kindsIn));
const FOREIGN = new Set(
  [...TRANSLATED.keys()].flatMap((key) => key.split(" ")).filter((word) => !isSpelledRight(stem(word))),
);
/** Things that a general name also means: "camping gear", "phone". The other way round it does not hold. */
const KINDS_OF = Map.groupBy([...listed.kinds.flatMap(kindsIn), ...TRANSLATED], ([key]) => key);

function kindsIn(line: string): (readonly [key: string, kinds: string[]])[] {
  const [names = "", kinds = ""] = line.split(" = ");
  return names.split(", ").map((name) => {
    const words = folded(name).split(" ");
    return [keyOf(words.length > 1 ? words.filter((word) => !FOREIGN_FILLERS.has(word)) : words), kinds.split(", ")];
  });
}

const FILLERS = new Set(listed.fillers.flatMap((line) => line.split(" ")));

/** Returns the words that say what is searched for; all of them where there are no others: "The Who", "for". */
export function withoutFillers(words: readonly string[]): string[] {
  const foreign = words.some((word) => FOREIGN.has(stem(word)));
  const kept = words.filter((word) => !FILLERS.has(word) && !(foreign && FOREIGN_FILLERS.has(word)));
  return [...(kept.length > 0 ? kept : words)];
}

const UNLIKE = new Map(listed.unlike.flatMap(kindsIn));

/** Returns names of other things that contain a name of this one: a "pressure washer" is no washer. */
export const othersLike = (words: readonly string[]): readonly string[] => UNLIKE.get(keyOf(words)) ?? [];

/** Returns things that a general name also means. */
export const kindsFor = (words: readonly string[]): string[] =>
  KINDS_OF.get(keyOf(words))?.flatMap(([, kinds]) => kinds) ?? [];

/** Returns the other names of a thing, or none. */
export function namesFor(words: readonly string[]): string[] {
  const key = keyOf(words);
  // What other languages call a thing has all names of the English word.
  const english = (TRANSLATED.get(key) ?? []).map((name) => keyOf(name.split(" ")));
  const groups = [key, ...english].flatMap((name) => GROUPS_OF.get(name) ?? []);
  return [...new Set([...groups.flat(), ...kindsFor(words)])];
}

/** Returns whether a word is known to be spelled right. A correction would change the thing: "sweater" to "seater". */
export function isSpelledRight(word: string): boolean {
  return SPELLED_RIGHT.has(word) || RIGHT.has(word);
}

/** Spells doubled letters once, and the vowels of a long word alike: few other words are near a long one. */
const loosely = (word: string): string => {
  const once = word.replace(/(.)\1+/gu, "$1");
  return once.length < 9 ? once : once.replace(/[aeiou]/g, "a");
};

const RIGHT_BY_SPELLING = Map.groupBy(
  [...SPELLED_RIGHT, ...RIGHT].filter((word) => loosely(word).length > 4),
  loosely,
);

/** Returns the names of things that a misspelled word means: "dumbells", "matress", "trampolene". */
export function spelledRight(word: string): readonly string[] {
  return formsOf(word).some(isSpelledRight) ? [] : (RIGHT_BY_SPELLING.get(loosely(word)) ?? []);
}

/** Returns whether a text is the name of a thing: "sofa", "desks". */
export function isNameOfThing(word: string): boolean {
  return RIGHT.has(word.toLowerCase()) || NAMES_OF_THINGS.has(keyOf(word.toLowerCase().split(" ")));
}

const NO_PLACES: ReadonlySet<string> = new Set(listed.maybe_no_places.flatMap((line) => line.split(", ")));

const NICKNAMES = new Map(listed.place_nicknames.flatMap(kindsIn));

/** Returns the name of a place that people call otherwise: "melb", "freo". */
export const placeCalled = (name: string): string => NICKNAMES.get(keyOf(name.toLowerCase().split(" ")))?.[0] ?? name;

/** Returns whether the name of a place is as likely a thing, a brand, a colour or a person: "orange", "stanley". */
export function mayBeNoPlace(name: string): boolean {
  return NO_PLACES.has(name) || name.split(" ").every(isSpelledRight);
}

/** Words that make an accessory of the thing before them, "desk lamp", or another thing of the one after, "dog bed". */
export const AFTER_THING: readonly string[] = listed.accessories.flatMap((line) => line.split(" "));
export const BEFORE_THING: readonly string[] = listed.other_things_before.flatMap((line) => line.split(" "));

/** Units of numbers: "50cm", "50 cm", "50 centimetres". */
const UNITS = listed.units.map((line) => line.split(", "));

/** Other units in which listings give a length: "2 metres" is "200cm". */
const SAME_LENGTH: Record<string, readonly (readonly [times: number, unit: string])[]> = {
  m: [[100, "cm"]],
  cm: [
    [0.01, "m"],
    [10, "mm"],
  ],
  mm: [[0.1, "cm"]],
};

const COUNTED = new Set(listed.counted.flatMap((line) => line.split(" ")));

/** Returns whether a word after a number says what the number measures or counts. "In" is mostly a preposition. */
export function isUnit(word: string): boolean {
  return COUNTED.has(word) || (word !== "in" && UNITS.some((names) => names.includes(word)));
}

/** Returns the ways to write a number with its unit, or null when `unit` is none. */
export function measuresOf(number: string, unit: string): string[][] | null {
  const units = UNITS.find((names) => names.includes(unit));
  if (!units) return null;
  const ways = units.flatMap((name) => [[`${number}${name}`], [number, name]]);
  // The sign for inches is no word of the index.
  if (units[0] === "inch") return [...ways, [number]];
  const others = SAME_LENGTH[units[0] ?? ""]?.map(([times, unit]) => [Number(number) * times, unit] as const) ?? [];
  return [
    ...ways,
    ...others
      .filter(([count]) => Number.isInteger(count))
      .flatMap(([count, unit]) => [[`${count}${unit}`], [`${count}`, unit]]),
  ];
}
