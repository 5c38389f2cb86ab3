/** Wish lists and saved searches: limits, words, and which new listing a search is looking for. No clock, no I/O. */
import { CATEGORY_LABELS, type Category, CONDITION_LABELS, type Condition } from "./catalogue.ts";
import { distanceKm, type Point } from "./distance.ts";
import { MARKET_PLACES, RADIUS_KM_DEFAULT } from "./market-address.ts";
import { formatCents } from "./money.ts";
import { type PlaceFilter, placeFilter, wordsLookedFor } from "./search-terms.ts";
import { isInState } from "./states.ts";

/** The list a heart saves to, until its owner renames it. */
export const DEFAULT_LIST_NAME = "Saved";
export const WISH_LIST_NAME_MAX = 40;
export const WISH_LISTS_MAX = 20;
/** Listings one person can keep, in all lists together: a page's hearts are told by one reply. */
export const WISHES_MAX = 500;

export const SAVED_SEARCHES_MAX = 30;
export const SEARCH_NAME_MAX = 60;

/** How soon a saved search reports; `off` keeps it without notices. */
export const ALERT_FREQUENCIES = ["instant", "daily", "off"] as const;
export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number];

const MINUTE_MS = 60_000;
/** Between two notices of one search. At once, but a shop that lists fifty things is one notice, not fifty. */
export const NOTICE_GAP_MS: Record<Exclude<AlertFrequency, "off">, number> = {
  instant: 10 * MINUTE_MS,
  daily: 24 * 60 * MINUTE_MS,
};

/** Filters as they are kept: prices in cents, categories canonical. */
export interface SearchTerms {
  q?: string | undefined;
  category?: Category | undefined;
  categories?: readonly Category[] | undefined;
  condition?: Condition | undefined;
  min_price?: number | undefined;
  max_price?: number | undefined;
  location?: string | undefined;
  near?: string | undefined;
  within_km?: number | undefined;
}

/**
 * The same filters always as the same value, in one order of names: what narrows nothing is left out, and of a radius
 * and a place in words the radius counts, as in the list itself. Null: nothing is left, which would be every listing.
 */
export function tidyTerms(terms: SearchTerms): SearchTerms | null {
  const blank = (value: string | undefined) => value?.trim().replace(/\s+/g, " ") || undefined;
  const near = blank(terms.near);
  const several = terms.categories && [...new Set(terms.categories)].sort();
  const single = several?.length === 1 && terms.category === undefined ? several[0] : undefined;
  const tidied: SearchTerms = {
    q: blank(terms.q),
    category: terms.category ?? single,
    categories: single === undefined ? several : undefined,
    condition: terms.condition,
    min_price: terms.min_price || undefined,
    max_price: terms.max_price,
    location: near === undefined ? blank(terms.location) : undefined,
    near,
    within_km: near === undefined ? undefined : (terms.within_km ?? RADIUS_KM_DEFAULT),
  };
  const kept = Object.entries(tidied).filter(([, value]) => value !== undefined);
  return kept.length === 0 ? null : (Object.fromEntries(kept) as SearchTerms);
}

function priceWords(low: number | undefined, high: number | undefined): string | undefined {
  if (high === 0) return "free";
  if (low !== undefined && high !== undefined) return `${formatCents(low)} to ${formatCents(high)}`;
  if (low !== undefined) return `from ${formatCents(low)}`;
  return high === undefined ? undefined : `up to ${formatCents(high)}`;
}

/** "“desk” in Furniture, good, $50 to $200, within 10 km of Brunswick". */
export function wordsOfTerms(terms: SearchTerms): string {
  const categories = terms.category ? [terms.category] : (terms.categories ?? []);
  const where = categories.map((category) => CATEGORY_LABELS[category]).join(" or ");
  const what = terms.q === undefined ? where : `“${terms.q}”${where && ` in ${where}`}`;
  const place = terms.near ? `within ${terms.within_km} km of ${terms.near}` : terms.location && `in ${terms.location}`;
  const condition = terms.condition && CONDITION_LABELS[terms.condition].toLowerCase();
  const parts = [what, condition, priceWords(terms.min_price, terms.max_price), place].filter(Boolean);
  const text = parts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The marketplace showing these filters, newest first. */
export function linkOfTerms(terms: SearchTerms): string {
  const several = terms.categories?.join();
  const tab = several && MARKET_PLACES.find(({ list }) => list && [...list.categories].sort().join() === several);
  const params = {
    tab: tab ? tab.tab : undefined,
    category: terms.category,
    q: terms.q,
    condition: terms.condition,
    // The address carries whole dollars; rounded outwards, it shows all that was meant.
    min_price: terms.min_price && Math.floor(terms.min_price / 100),
    max_price: terms.max_price === undefined ? undefined : Math.ceil(terms.max_price / 100),
    near: terms.near,
    within_km: terms.within_km,
    location: terms.location,
  };
  const query = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `/Marketplace?${query.join("&")}`;
}

/** What a search looks at in a listing. */
export interface NewListing {
  title: string;
  description: string;
  tags: string;
  category: Category;
  condition: Condition;
  price_cents: number;
  suburb: string | null;
  city: string | null;
  location: string | null;
  postcode: string | null;
  lat: number | null;
  lon: number | null;
}

/** Words as the full-text index keeps them: runs of letters and digits, without case and diacritics. */
function indexedWords(text: string): string[] {
  const folded = text.toWellFormed().normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** As SQLite's `lower()` does it. */
const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Says of any search whether this listing is one it would have listed: the same rules as the list, so that a notice
 * never leads to a page without the listing. The words of the listing are taken apart once for all searches.
 */
export function listingMatcher(listing: NewListing): (terms: SearchTerms, centre: Point | null) => boolean {
  const words = [...new Set(indexedWords([listing.title, listing.description, listing.tags].join(" ")))];
  const known = new Set(words);
  const { suburb, city, location, postcode, lat, lon } = listing;
  const place = asciiLower([suburb, city, location, postcode].map((part) => part ?? "").join(" "));
  const hasWords = (text: string) => {
    const wanted = wordsLookedFor(text).flatMap(indexedWords);
    const last = wanted.pop();
    if (last === undefined) return false;
    return wanted.every((word) => known.has(word)) && words.some((word) => word.startsWith(last));
  };
  const isNear = (centre: Point | null, km: number) =>
    centre !== null && lat !== null && lon !== null && distanceKm(centre, { lat, lon }) <= km;
  const isAt = (wanted: PlaceFilter) =>
    wanted.words.every((word) => place.includes(word)) && (wanted.state === null || isInState(place, wanted.state));
  return (terms, centre) =>
    (terms.category === undefined || listing.category === terms.category) &&
    (terms.categories === undefined || terms.categories.includes(listing.category)) &&
    (terms.condition === undefined || listing.condition === terms.condition) &&
    listing.price_cents >= (terms.min_price ?? 0) &&
    (terms.max_price === undefined || listing.price_cents <= terms.max_price) &&
    (terms.near === undefined || isNear(centre, terms.within_km ?? RADIUS_KM_DEFAULT)) &&
    (terms.location === undefined || isAt(placeFilter(terms.location))) &&
    (terms.q === undefined || hasWords(terms.q));
}
