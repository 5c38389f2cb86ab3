/** Decides whether a listing matches a request (D49): by words, category, price and distance. */
import type { SearchedColumns } from "../items/search-terms.ts";
import { namesOfUsual, stem, usualName } from "../items/words.ts";
import { distanceKm, type Point } from "../places/distance.ts";

/** Words that say nothing about the wanted item. */
const STOP_WORDS = new Set(
  `wanted want wanting wtb iso looking look for need needed needing anyone anybody have has got any a an the in of or and to
  with without my our your please pls good great nice ok okay decent condition working cheap cheaper free second hand
  secondhand used preloved preferably ideally around near nearby under about up max maximum budget buy buying something some
  one two is are it that this would will can could like on at from by im after hi hello thanks be me we i`.split(/\s+/),
);

const REQUEST_WORDS_MAX = 12;
const LISTING_WORDS_MAX = 60;

const WORD = /[\p{L}\p{N}]+/gu;

function wordsOf(text: string): string[] {
  const plain = text.toWellFormed().normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/['’]/g, "");
  return plain.match(WORD) ?? [];
}

const formOf = (word: string): string => usualName(word.slice(0, 40));

/** With the word's own form, which stands in requests that are older than a name for the same thing. */
const formsOf = (word: string): string[] => [formOf(word), stem(word.slice(0, 40))];

/** Returns the meaningful words of a request, normalised. A title without any uses all its words. */
export function meaningfulWords(title: string): string[] {
  const all = wordsOf(title);
  const meaningful = all.filter((word) => !STOP_WORDS.has(word) && (word.length > 1 || /\d/.test(word)));
  return [...new Set((meaningful.length > 0 ? meaningful : all).map(formOf))].slice(0, REQUEST_WORDS_MAX);
}

/** The words of a listing: those of its title and keywords, and further ones from its description. */
export interface ListingWords {
  named: string[];
  described: string[];
}

/** Returns the normalised words of a listing. */
export function listingWords({ title, keywords, description }: SearchedColumns): ListingWords {
  const named = [...new Set(wordsOf(`${title} ${keywords}`).flatMap(formsOf))].slice(0, LISTING_WORDS_MAX);
  const described = [...new Set(wordsOf(description).flatMap(formsOf))].filter((word) => !named.includes(word));
  return { named, described: described.slice(0, LISTING_WORDS_MAX * 4) };
}

/** Returns word prefixes with synonyms for a text index. They find at least everything that `fits` accepts. */
export function prefixesOf(words: readonly string[]): string[] {
  const names = words.flatMap((word) => [word, ...namesOfUsual(word)]);
  return [...new Set(names.map((word) => (word.length > 3 ? word.replace(/[yf]$/, "") : word)))];
}

export interface RequestFilter {
  user_id: string;
  words: readonly string[];
  category: string | null;
  max_price_cents: number | null;
  /** Location of its author, and how far they would travel; null: unknown or anywhere. */
  point: Point | null;
  within_km: number | null;
}

export interface ListingFacts {
  seller_id: string;
  words: ListingWords;
  category: string;
  price_cents: number;
  point: Point | null;
}

/** Returns how many of a request's words a listing must have: both of two, two of three, three of four, four of six. */
export function wordsNeeded(count: number): number {
  return count <= 2 ? count : Math.ceil((count * 2) / 3);
}

/**
 * Returns whether a listing matches: category, price and distance fit, and it has most of the words, at least one of
 * them in the title or tags, because a description mentions many other things.
 */
export function matchesRequest(wanted: RequestFilter, listed: ListingFacts): boolean {
  if (wanted.user_id === listed.seller_id || wanted.words.length === 0) return false;
  if (wanted.category !== null && wanted.category !== listed.category) return false;
  if (wanted.max_price_cents !== null && listed.price_cents > wanted.max_price_cents) return false;
  if (wanted.within_km !== null && wanted.point !== null) {
    if (listed.point === null || distanceKm(wanted.point, listed.point) > wanted.within_km) return false;
  }
  const { named, described } = listed.words;
  const inName = wanted.words.filter((word) => named.includes(word)).length;
  const inText = wanted.words.filter((word) => described.includes(word)).length;
  return inName > 0 && inName + inText >= wordsNeeded(wanted.words.length);
}
