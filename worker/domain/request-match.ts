/**
 * Whether a listing is what somebody looks for (D49). Words decide, and what was ruled out: category, price, distance.
 * The same rule judges a new listing against the requests and a new request against the listings.
 */
import { distanceKm, type Point } from "./distance.ts";

/** Words that say that something is wanted, not what. */
const SILENT = new Set(
  `wanted want wanting wtb iso looking look for need needed needing anyone anybody have has got any a an the in of or and to
  with without my our your please pls good great nice ok okay decent condition working cheap cheaper free second hand
  secondhand used preloved preferably ideally around near nearby under about up max maximum budget buy buying something some
  one two is are it that this would will can could like on at from by im after hi hello thanks be me we i`.split(/\s+/),
);

/** What people here call the same thing. The first stands for all of them. */
const SAME: readonly (readonly string[])[] = [
  ["couch", "sofa", "lounge", "settee"],
  ["fridge", "refrigerator"],
  ["tv", "television", "telly"],
  ["bike", "bicycle", "pushbike", "pushie"],
  ["pram", "stroller", "pusher"],
  ["doona", "quilt", "duvet"],
  ["esky", "cooler"],
  ["laptop", "notebook"],
  ["cot", "crib"],
  ["phone", "mobile", "smartphone"],
  ["bbq", "barbecue", "barbeque", "barbie"],
  ["jumper", "sweater", "pullover"],
  ["wardrobe", "closet", "robe"],
  ["bookcase", "bookshelf"],
  ["kid", "child", "children"],
  ["vacuum", "hoover"],
  ["mower", "lawnmower"],
  ["trampoline", "tramp"],
  ["ute", "utility"],
];

/** Most words of a request that are compared: more narrow nothing further. */
const REQUEST_WORDS_MAX = 12;
const LISTING_WORDS_MAX = 60;

const WORD = /[\p{L}\p{N}]+/gu;

/** One form for the one and the many: "shelves" and "shelf", "knives" and "knife", "batteries" and "battery". */
function stem(word: string): string {
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

const MEANS = new Map(
  SAME.flatMap(([first = "", ...others]) => others.map((word) => [stem(word), stem(first)] as const)),
);

function wordsOf(text: string): string[] {
  const plain = text.toWellFormed().normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/['’]/g, "");
  return plain.match(WORD) ?? [];
}

const formOf = (word: string): string => {
  const form = stem(word.slice(0, 40));
  return MEANS.get(form) ?? form;
};

/** The words of a request that tell what is wanted, in one form. Of a title of silent words, those. */
export function tellingWords(title: string): string[] {
  const all = wordsOf(title);
  const telling = all.filter((word) => !SILENT.has(word) && (word.length > 1 || /\d/.test(word)));
  return [...new Set((telling.length > 0 ? telling : all).map(formOf))].slice(0, REQUEST_WORDS_MAX);
}

/** The words a listing is found by: those of its title and tags, and those of its description besides. */
export interface ListingWords {
  named: string[];
  described: string[];
}

export function listingWords({
  title,
  tags,
  description,
}: {
  title: string;
  tags: string;
  description: string;
}): ListingWords {
  const named = [...new Set(wordsOf(`${title} ${tags}`).map(formOf))].slice(0, LISTING_WORDS_MAX);
  const described = [...new Set(wordsOf(description).map(formOf))].filter((word) => !named.includes(word));
  return { named, described: described.slice(0, LISTING_WORDS_MAX * 4) };
}

/**
 * Beginnings by which a text index finds listings with these words, other names included. Wider than the rule, never
 * narrower: the rule decides.
 */
export function beginningsOf(words: readonly string[]): string[] {
  const names = words.flatMap((word) => [word, ...(SAME.find(([first = ""]) => stem(first) === word) ?? [])]);
  return [...new Set(names.map((word) => (word.length > 3 ? word.replace(/[yf]$/, "") : word)))];
}

export interface Wanted {
  user_id: string;
  words: readonly string[];
  category: string | null;
  max_price_cents: number | null;
  /** Where its author is, and how far they would go; null: unknown, anywhere. */
  point: Point | null;
  within_km: number | null;
}

export interface Listed {
  seller_id: string;
  words: ListingWords;
  category: string;
  price_cents: number;
  point: Point | null;
}

/** How many of a request's words a listing must have: both of two, two of three, three of four, four of six. */
export function wordsNeeded(count: number): number {
  return count <= 2 ? count : Math.ceil((count * 2) / 3);
}

/**
 * A listing fits when it is in the category, within the price and within reach, and has most of the words, at least one
 * of them in its name: a description mentions many things that are not for sale.
 */
export function fits(wanted: Wanted, listed: Listed): boolean {
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
