import type { ItemCard } from "#contract/items";
import { CATEGORY_LABELS, canonicalCategory } from "#domain/items/catalogue";
import { MARKET_TABS } from "#domain/items/marketplace-tabs";
import { type PlaceName, placeText } from "#domain/places/place-name";

/** An entry of the search suggestions. Choosing it opens `to`. */
export interface Suggestion {
  label: string;
  to: string;
}

export interface SuggestionGroup {
  label: string;
  items: Suggestion[];
}

/** What the suggestions are made of. */
export interface SuggestionSources {
  searches: readonly string[];
  viewed: readonly Pick<ItemCard, "id" | "title">[];
  /** Listings and places that match the typed text. */
  listings: readonly Pick<ItemCard, "id" | "title">[];
  places: readonly PlaceName[];
}

const RECENT = 4;
const PLACES = 3;

export const searchPath = (text: string) =>
  text === "" ? "/Marketplace" : `/Marketplace?q=${encodeURIComponent(text)}`;

const toItem = ({ id, title }: Pick<ItemCard, "id" | "title">): Suggestion => ({
  label: title,
  to: `/ItemDetail/${id}`,
});
const toSearch = (text: string): Suggestion => ({ label: text, to: searchPath(text) });

/** Categories of which a word, or another name ("phones"), begins with the text. */
function categoriesFor(text: string): Suggestion[] {
  const alias = canonicalCategory(text);
  return MARKET_TABS.filter(({ categories }) =>
    categories.some(
      (category) =>
        category === alias ||
        CATEGORY_LABELS[category]
          .toLowerCase()
          .split(/\W+/)
          .some((word) => word !== "" && word.startsWith(text)),
    ),
  )
    .filter(({ id }) => id !== "all")
    .map(({ id, title }) => ({ label: title, to: `/Marketplace?tab=${id}` }));
}

function placeSuggestion(name: PlaceName): Suggestion {
  const place = placeText(name);
  return { label: place, to: `/Marketplace?near=${encodeURIComponent(place)}` };
}

/**
 * Returns the suggestions for a typed text: without text what this person searched and viewed last, otherwise matching
 * searches, listings, categories and suburbs. Empty groups are left out.
 */
export function suggestionsFor(typed: string, sources: SuggestionSources): SuggestionGroup[] {
  const text = typed.trim().toLowerCase();
  const searches = sources.searches.filter((one) => one.toLowerCase().startsWith(text) && one.toLowerCase() !== text);
  const groups: SuggestionGroup[] =
    text === ""
      ? [
          { label: "Recent searches", items: searches.slice(0, RECENT).map(toSearch) },
          { label: "Recently viewed", items: sources.viewed.slice(0, RECENT).map(toItem) },
        ]
      : [
          { label: "Recent searches", items: searches.slice(0, 2).map(toSearch) },
          { label: "Categories", items: text.length < 2 ? [] : categoriesFor(text) },
          { label: "Listings", items: sources.listings.map(toItem) },
          { label: "Near", items: sources.places.slice(0, PLACES).map(placeSuggestion) },
        ];
  return groups.filter(({ items }) => items.length > 0);
}
