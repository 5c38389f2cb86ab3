/**
 * A search read as a sentence: "sofa in newtown under 200 -ikea" has a price, a place and words to leave out beside the
 * words for the thing. Any other text stays a word of the search, and nothing in it is an error.
 */
import type { Cents } from "../money.ts";
import type { Point } from "../places/distance.ts";
import { RADIUS_KM_DEFAULT, type RadiusKm } from "../places/near-place.ts";
import { placeText } from "../places/place-name.ts";
import type { Places } from "../places/places.ts";
import { stateNamed } from "../places/states.ts";
import { typedCents } from "../readers/amount.ts";
import { digitsForWords } from "../readers/number-words.ts";
import type { Meaning, Understood } from "./search-meaning.ts";
import { exclusionsIn, tidied, withoutPhrases } from "./search-terms.ts";
import { isNameOfThing, isUnit, mayBeNoPlace, placeCalled } from "./words.ts";

export interface Sentence {
  /** What the words of listings are compared with: those for the thing, and those to leave out. */
  words: string;
  /** The words for the thing alone. */
  alone: string;
  understood: Understood[];
}

/** Where a sentence is read: the table of places, and the visitor's own place, which "near me" is about. */
export interface Surroundings {
  places: Pick<Places, "placeMeant">;
  here: (Point & { place: string }) | null;
}

/** A stretch of the text with its meaning. */
interface Part {
  from: number;
  to: number;
  meaning: Meaning;
}

const SPELLED =
  "(?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|a(?= (?:hundred|thousand))|hundred|thousand|grand)";
const SUM = String.raw`(?:(?:a?u?\$ ?)?\d[\d,]*(?:\.\d+)? ?k?|${SPELLED}(?:[ -]${SPELLED})*)(?: ?(?:dollars?|bucks|aud))?(?![\p{L}\d])`;
const DOLLARS = String.raw`(?:a?u?\$ ?\d[\d,]*(?:\.\d+)? ?k?|\d[\d,]*(?:\.\d+)? ?(?:dollars?|bucks|aud))(?![\p{L}\d])`;
const AT_MOST =
  "(?:priced? )?(?:under|below|beneath|less than|lower than|cheaper than|up to|upto|at most|no more than|not more than|(?<!(?:air|pro) )max(?:imum)?(?: price)?(?: of)?|budget(?: of)?|<=?)";
const AT_LEAST = "(?:over|above|more than|higher than|at least|starting at|min(?:imum)?(?: price)?(?: of)?|>=?)";

type Bounds = readonly [low: string | undefined, high: string | undefined];

/** Ways to write a price, the longest first. Each returns the texts of its lowest and highest amount. */
const PRICES: readonly [pattern: string, bounds: (sums: readonly (string | undefined)[]) => Bounds][] = [
  [`(?:between|from) (${SUM}) ?(?:and|to|-) ?(${SUM})`, ([low, high]) => [low, high]],
  [`(${SUM}) ?(?:to|-) ?(${DOLLARS})`, ([low, high]) => [low, high]],
  [`(${DOLLARS}) ?(?:to|-) ?(${SUM})`, ([low, high]) => [low, high]],
  // Without a sign, two round sums: "2-4 years" and "100-240" volts are no prices.
  [String.raw`(?<!size )([1-9]\d*[05]0|[1-9]0) ?(?:to|-) ?([1-9]\d*[05]0)(?![\p{L}\d])`, ([low, high]) => [low, high]],
  [`${AT_MOST} ?(${SUM})`, ([high]) => [undefined, high]],
  [`(${SUM}) or (?:less|under|below|cheaper)`, ([high]) => [undefined, high]],
  [`(${DOLLARS}) max(?:imum)?`, ([high]) => [undefined, high]],
  [`${AT_LEAST} ?(${SUM})`, ([low]) => [low, undefined]],
  [`(${DOLLARS}) ?(?:or more|or over|and (?:up|over|above)|\\+)`, ([low]) => [low, undefined]],
  [`(?:for |around |about |approx\\.? )?(${DOLLARS})`, ([high]) => [undefined, high]],
];

/** "smoke free home", "free standing", "free weights" say nothing about a price. */
const FREE =
  /(?<!(?:smoke|hands|fat|gluten|sugar|dairy|duty|tax|lead|nickel|bpa|pet|acid|oil|wire|frost|noise|cruelty|fragrance)[ -])(?:(?:for )?free(?: to (?:a )?good home| stuff| items| things)?|freebies?|give ?aways?)(?! (?:standing|range|weights?|spirit|people|motion|ride|rider|style|flow|press)(?![\p{L}]))/u;

const edged = (pattern: string) => new RegExp(`(?<![\\p{L}\\d.$-])(?:${pattern})(?![\\p{L}\\d-])`, "giu");
const FREE_ANYWHERE = edged(FREE.source);
const PATTERNS = PRICES.map(([pattern, bounds]) => [edged(pattern), bounds] as const);

const centsIn = (text: string): Cents | null =>
  typedCents(digitsForWords(text.toLowerCase().replace(/\bgrand\b/, "thousand")).replace(/ ?bucks$/, ""));

/** Returns whether a number is followed by what it measures: "under 50 cm" is no price. */
function measures(sum: string, after: string): boolean {
  const [next = ""] = /^ ?[\p{L}"'%]+/u.exec(after) ?? [];
  return !/[$]|dollars?|bucks|aud/i.test(sum) && isUnit(next.trim().toLowerCase());
}

function pricesIn(text: string): Part[] {
  const parts: Part[] = [];
  const taken = (from: number, to: number) => parts.some((part) => from < part.to && part.from < to);
  for (const [pattern, boundsOf] of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (taken(from, to) || measures(match[0], text.slice(to))) continue;
      const [min, max] = boundsOf(match.slice(1)).map((sum) => (sum === undefined ? null : centsIn(sum)));
      if ((min ?? max ?? null) === null || (min != null && max != null && min > max)) continue;
      parts.push({ from, to, meaning: { kind: "price", min: min ?? null, max: max ?? null } });
    }
  }
  for (const match of text.matchAll(FREE_ANYWHERE)) {
    const [from, to] = [match.index, match.index + match[0].length];
    if (!taken(from, to)) parts.push({ from, to, meaning: { kind: "price", min: null, max: 0 } });
  }
  return parts;
}

const PREPOSITION = /^(?:in|near|around|at|from|by|nearby)$/i;
const HERE = /(?<![\p{L}\d])(?:(?:near|close to|around) me|near ?by|in my area|locally)(?![\p{L}\d])/giu;
const PLACE_WORDS_MAX = 5;
/** Codes that are also beginnings of words are read as a state in capitals only. */
const BARE_STATE = /^(?:[nN][sS][wW]|[vV][iI][cC]|[qQ][lL][dD]|[tT][aA][sS]|SA|WA|NT|ACT|[^ ]{4,}.*|.+ .+)$/;
/** Whole cities: people who search in one mean its suburbs too. */
const CITY =
  /^(?:sydney|melbourne|brisbane|perth|adelaide|hobart|darwin|canberra|gold coast|sunshine coast|central coast|blue mountains)\b/i;
const CITY_KM: RadiusKm = 50;
const SUBURB_KM: RadiusKm = 10;

interface Token {
  text: string;
  from: number;
  to: number;
}

/** A place and whether its words may mean something else: "orange", "stanley". */
interface FoundPlace extends Part {
  unsure: boolean;
}

/** Reads the place of a search: after a preposition, at its end or at its beginning. */
function placeIn(text: string, around: Surroundings): FoundPlace | null {
  const here = [...text.matchAll(HERE)][0];
  if (here) {
    const meaning: Meaning = { kind: "near", place: around.here?.place ?? "", within_km: RADIUS_KM_DEFAULT };
    return { from: here.index, to: here.index + here[0].length, meaning, unsure: false };
  }
  const tokens = [...text.matchAll(/[^\s,;!?()+]*[\p{L}\p{N}][^\s,;!?()]*/gu)].map((match): Token => {
    const word = match[0].replace(/[.:/]+$/, "");
    return { text: word, from: match.index, to: match.index + match[0].length };
  });
  const meant = (from: number, to: number, stated: boolean): FoundPlace | null => {
    const first = tokens[from - (stated ? 1 : 0)];
    const last = tokens[to - 1];
    if (from < 0 || !first || !last) return null;
    const name = tokens.slice(from, to).map((token) => token.text);
    const meaning = meaningOf(name.join(" "), stated, tokens[from - 1]?.text, around);
    const bare = name.join(" ").toLowerCase();
    return meaning && { from: first.from, to: last.to, meaning, unsure: mayBeNoPlace(bare) };
  };
  const lengths = Array.from({ length: Math.min(PLACE_WORDS_MAX, tokens.length) }, (_, index) => index + 1).reverse();
  for (const [index, token] of tokens.entries()) {
    if (!PREPOSITION.test(token.text)) continue;
    for (const length of lengths) {
      const found = index + length < tokens.length && meant(index + 1, index + 1 + length, true);
      if (found) return found;
    }
  }
  const purpose = tokens.findIndex((token, index) => index > 1 && token.text.toLowerCase() === "for");
  const ends = purpose < 0 ? [tokens.length] : [tokens.length, purpose];
  for (const length of lengths) {
    const found = [...ends.map((end) => meant(end - length, end, false)), meant(0, length, false)].find(Boolean);
    if (found) return found;
  }
  return null;
}

/** Reads "geelong or melb" as a wide circle around the last of both places. */
function placesIn(text: string, around: Surroundings): FoundPlace | null {
  const found = placeIn(text, around);
  const other = found && /(\S+) (?:or|and|\/) (?:in )?$/iu.exec(text.slice(0, found.from));
  if (found?.meaning.kind !== "near" || !meaningOf(other?.[1] ?? "", true, undefined, around)) return found;
  return { ...found, from: other?.index ?? found.from, meaning: { ...found.meaning, within_km: CITY_KM } };
}

function meaningOf(
  typed: string,
  stated: boolean,
  before: string | undefined,
  { places, here }: Surroundings,
): Meaning | null {
  const name = placeCalled(typed);
  const state = stateNamed(name);
  if (state && (stated || BARE_STATE.test(name))) return { kind: "in", name: state };
  if (/^\d/.test(name)) {
    // A year, or the number of a model: "rtx 3060". After a thing it is a postcode.
    const yearly = /^(?:19|20[0-3])/.test(name);
    if (!/^\d{4}$/.test(name) || !(stated || (!yearly && before !== undefined && isNameOfThing(before)))) return null;
  } else if (name.replace(/[^\p{L}]/gu, "").length < (stated ? 3 : 4)) return null;
  const meant = places.placeMeant(name, here);
  if (!meant) return null;
  const city = CITY.test(name);
  // Which of several places is meant, nobody can know: listings in any of them are.
  if (meant.several && !city) return { kind: "in", name: meant.place.suburb };
  return { kind: "near", place: placeText(meant.place), within_km: city ? CITY_KM : SUBURB_KM };
}

/** Replaces a stretch by spaces, so that later positions stay right. */
const blanked = (text: string, { from, to }: Pick<Part, "from" | "to">): string =>
  text.slice(0, from) + " ".repeat(to - from) + text.slice(to);

/** Closes the gaps, and the commas around them. */
const spaced = (text: string): string =>
  text
    .replace(/(?<=^|\s|,)[,;]+(?=\s|$)/g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?[,;]$/, "")
    .trim();

/**
 * Returns how a search can be understood, the likeliest first: a second way where its place may be a word, or the other
 * way round.
 */
export function readSentence(typed: string, around: Surroundings): [Sentence, ...Sentence[]] {
  const text = tidied(typed);
  const without = exclusionsIn(text).map(
    ({ from, to, words }): Part => ({ from, to, meaning: { kind: "without", words } }),
  );
  const plain = without.reduce(blanked, withoutPhrases(text));
  const prices = pricesIn(plain);
  const place = placesIn(prices.reduce(blanked, plain), around);
  const sentence = (parts: readonly Part[]): Sentence => ({
    alone: spaced(parts.reduce(blanked, text)),
    words: spaced(parts.filter(({ meaning }) => meaning.kind !== "without").reduce(blanked, text)),
    understood: parts
      .filter(({ meaning }) => meaning.kind !== "near" || meaning.place !== "")
      .toSorted((a, b) => a.from - b.from)
      .map((part) => ({ ...part.meaning, rest: spaced(blanked(text, part)) })),
  });
  const asWords = sentence([...prices, ...without]);
  if (place === null) return [asWords];
  const asPlace = sentence([...prices, place, ...without]);
  return place.unsure ? [asWords, asPlace] : [asPlace, asWords];
}

/** Filters that a sentence can add to. Prices in cents. */
export interface SentenceFilters {
  q?: string | undefined;
  min_price?: number | undefined;
  max_price?: number | undefined;
  location?: string | undefined;
  near?: string | undefined;
  within_km?: number | undefined;
}

/** Returns filters with what a sentence says: prices narrow those chosen, and a place replaces the one chosen. */
export function withSentence<F extends SentenceFilters>(filters: F, { words, understood }: Sentence): F {
  let result: F = { ...filters, q: words === "" ? undefined : words };
  for (const meaning of understood) {
    if (meaning.kind === "near") {
      result = { ...result, location: undefined, near: meaning.place, within_km: meaning.within_km };
    } else if (meaning.kind === "in") {
      result = { ...result, location: meaning.name, near: undefined, within_km: undefined };
    } else if (meaning.kind === "price") {
      const { min, max } = meaning;
      if (min !== null) result = { ...result, min_price: Math.max(min, result.min_price ?? 0) };
      if (max !== null) result = { ...result, max_price: Math.min(max, result.max_price ?? max) };
    }
  }
  return result;
}
