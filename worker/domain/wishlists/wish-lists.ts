/** Wish lists and saved searches: limits, descriptions, and matching of new listings. Pure. */
import { DAY_MS, MINUTE_MS } from "../deadlines.ts";
import { CATEGORY_LABELS, type Category, CONDITION_LABELS, CONDITIONS, type Condition } from "../items/catalogue.ts";
import { MARKET_TABS } from "../items/marketplace-tabs.ts";
import { describePrices } from "../items/search-meaning.ts";
import type { SentenceFilters } from "../items/search-sentence.ts";
import { type PlaceFilter, placeFilter, type SearchedColumns, searchReader } from "../items/search-terms.ts";
import { centsToDollars } from "../money.ts";
import { distanceKm, type Point } from "../places/distance.ts";
import { RADIUS_KM_DEFAULT } from "../places/near-place.ts";
import { isInState } from "../places/states.ts";

/** Default list for saved items, until its owner renames it. */
export const DEFAULT_LIST_NAME = "Saved";
export const WISH_LIST_NAME_MAX = 40;
export const WISH_LISTS_MAX = 20;
/** Saved listings of one user over all lists. One reply must fit them all, because it fills every heart on a page. */
export const SAVED_ITEMS_MAX = 500;

export const SAVED_SEARCHES_MAX = 30;
export const SEARCH_NAME_MAX = 60;

/** How often a saved search notifies; `off` keeps the search without notifications. */
export const ALERT_FREQUENCIES = ["instant", "daily", "off"] as const;
export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number];

/** Minimum time between notifications of a search: a seller who lists fifty items at once causes one. */
export const NOTIFICATION_GAP_MS: Record<Exclude<AlertFrequency, "off">, number> = {
  instant: 10 * MINUTE_MS,
  daily: DAY_MS,
};

/** Stored filters: prices in cents, canonical categories. */
export interface SearchTerms extends SentenceFilters {
  category?: Category | undefined;
  categories?: readonly Category[] | undefined;
  /** Any of these. */
  condition?: readonly Condition[] | undefined;
}

/**
 * Normalises filters, so that equal filters have equal values. Filters without effect are dropped, and a radius takes
 * precedence over a location text, as in the list. Null when no filter is left, which would match every listing.
 */
export function normaliseTerms(terms: SearchTerms): SearchTerms | null {
  const blank = (value: string | undefined) => value?.trim().replace(/\s+/g, " ") || undefined;
  const near = blank(terms.near);
  const several = terms.categories && [...new Set(terms.categories)].sort();
  const single = several?.length === 1 && terms.category === undefined ? several[0] : undefined;
  const tidied: SearchTerms = {
    q: blank(terms.q),
    category: terms.category ?? single,
    categories: single === undefined ? several : undefined,
    condition: terms.condition && CONDITIONS.filter((condition) => terms.condition?.includes(condition)),
    min_price: terms.min_price || undefined,
    max_price: terms.max_price,
    location: near === undefined ? blank(terms.location) : undefined,
    near,
    // In the list, a place without a radius only orders the items. Nobody wants to hear of those far away.
    within_km: near === undefined ? undefined : (terms.within_km ?? RADIUS_KM_DEFAULT),
  };
  const kept = Object.entries(tidied).filter(([, value]) => value !== undefined);
  return kept.length === 0 ? null : (Object.fromEntries(kept) as SearchTerms);
}

/** Describes a search: "“desk” in Furniture, good, $50 to $200, within 10 km of Brunswick". */
export function describeTerms(terms: SearchTerms): string {
  const categories = terms.category ? [terms.category] : (terms.categories ?? []);
  const where = categories.map((category) => CATEGORY_LABELS[category]).join(" or ");
  const what = terms.q === undefined ? where : `“${terms.q}”${where && ` in ${where}`}`;
  const place = terms.near ? `within ${terms.within_km} km of ${terms.near}` : terms.location && `in ${terms.location}`;
  const condition = terms.condition?.map((name) => CONDITION_LABELS[name].toLowerCase()).join(" or ");
  const parts = [what, condition, describePrices(terms.min_price ?? null, terms.max_price ?? null), place].filter(
    Boolean,
  );
  const text = parts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the path of the marketplace with these filters, newest first. */
export function linkForTerms(terms: SearchTerms): string {
  const several = terms.categories?.join();
  const tab = several && MARKET_TABS.find(({ categories }) => [...categories].sort().join() === several);
  const params = {
    tab: tab ? tab.id : undefined,
    category: terms.category,
    q: terms.q,
    condition: terms.condition?.join(),
    min_price: terms.min_price && centsToDollars(terms.min_price),
    max_price: terms.max_price === undefined ? undefined : centsToDollars(terms.max_price),
    near: terms.near,
    within_km: terms.within_km,
    location: terms.location,
  };
  const query = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `/Marketplace?${query.join("&")}`;
}

/** The fields of a listing that a search compares. */
export interface NewListing extends SearchedColumns {
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

/** Converts to lower case like SQLite's `lower()`. */
const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Returns a function that tells whether a search would list this listing. It uses the list's rules, so that a
 * notification never leads to a page without the listing. The listing's words are split once for all searches.
 */
export function listingMatcher(listing: NewListing): (terms: SearchTerms, centre: Point | null) => boolean {
  const hasWords = searchReader(listing);
  const { suburb, city, location, postcode, lat, lon } = listing;
  const place = asciiLower([suburb, city, location, postcode].map((part) => part ?? "").join(" "));
  const isNear = (centre: Point | null, km: number) =>
    centre !== null && lat !== null && lon !== null && distanceKm(centre, { lat, lon }) <= km;
  const isAt = (wanted: PlaceFilter) =>
    wanted.words.every((word) => place.includes(word)) && (wanted.state === null || isInState(place, wanted.state));
  return (terms, centre) =>
    (terms.category === undefined || listing.category === terms.category) &&
    (terms.categories === undefined || terms.categories.includes(listing.category)) &&
    (terms.condition === undefined || terms.condition.includes(listing.condition)) &&
    listing.price_cents >= (terms.min_price ?? 0) &&
    (terms.max_price === undefined || listing.price_cents <= terms.max_price) &&
    (terms.near === undefined || isNear(centre, terms.within_km ?? RADIUS_KM_DEFAULT)) &&
    (terms.location === undefined || isAt(placeFilter(terms.location))) &&
    (terms.q === undefined || hasWords(terms.q));
}
