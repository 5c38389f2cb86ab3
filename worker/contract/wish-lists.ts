/** What people would like to have: named lists of listings, and searches that report new ones (decision 0056). */
import * as z from "zod/mini";
import {
  ALERT_FREQUENCIES,
  type AlertFrequency,
  SEARCH_NAME_MAX,
  WISH_LIST_NAME_MAX,
  WISH_LISTS_MAX,
} from "#domain/wishes";
import { id, text } from "./fields.ts";
import { type ItemCard, ListItems, queryInteger } from "./items.ts";

const listName = text(1, WISH_LIST_NAME_MAX, "Please give the list a name.");

/** POST /api/wish-lists and PATCH /api/wish-lists/:id. */
export const NameWishList = z.strictObject({ name: listName });

export interface WishListView {
  id: string;
  name: string;
  /** The one a heart saves to: it is always there. */
  is_default: boolean;
  /** Listings in it that have not been removed. */
  count: number;
}

/** GET /api/wish-lists: one's own, the default first, then as they were made. */
export interface WishListsReply {
  items: WishListView[];
  server_now: number;
}

/** GET /api/wish-lists/:id/items?cursor=: the last saved first. */
export const ListWishes = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 60)),
});

export interface WishView {
  item: ItemCard;
  added_at: number;
  /** What it cost when it was saved; null when that was the same. */
  price_when_added: number | null;
  /** Every list it is in. */
  list_ids: string[];
}

/** GET /api/wish-lists/entries: everything saved, for the hearts of whatever page is open. */
export interface SavedItemsReply {
  items: { id: string; list_ids: string[] }[];
  server_now: number;
}

/**
 * PUT /api/wish-lists/entries/:item_id: exactly the lists the item is in from now on. Without `list_ids` it goes to the
 * default list if it is in none yet. Empty: it is in none. Repeating it changes nothing.
 */
export const PlaceWish = z.strictObject({
  list_ids: z.optional(z.array(id).check(z.maxLength(WISH_LISTS_MAX))),
});
export interface PlacedReply {
  item_id: string;
  list_ids: string[];
}

/** The filters of a list of what is for sale; neither its order nor a place in it. */
const SearchFilters = z.pick(ListItems, {
  q: true,
  category: true,
  categories: true,
  condition: true,
  min_price: true,
  max_price: true,
  location: true,
  near: true,
  within_km: true,
});
export type SearchFilters = z.output<typeof SearchFilters>;
export type SearchFiltersInput = z.input<typeof SearchFilters>;

/** POST /api/saved-searches. The same filters again answer with the search that is there. */
export const SaveSearch = z.strictObject({
  filters: SearchFilters,
  frequency: z.optional(z.enum(ALERT_FREQUENCIES)),
});

/** PATCH /api/saved-searches/:id. */
export const ChangeSavedSearch = z.strictObject({
  name: z.optional(text(1, SEARCH_NAME_MAX, "Please give the search a name.")),
  frequency: z.optional(z.enum(ALERT_FREQUENCIES)),
});

export interface SavedSearchView {
  id: string;
  /** The person's own name for it, else what it looks for in words. */
  name: string;
  /** Its filters in words. */
  description: string;
  frequency: AlertFrequency;
  /** The marketplace with these filters, newest first. */
  link: string;
  created_at: number;
  /** When its last notice was given; null: none yet. */
  last_notice_at: number | null;
}

/** GET /api/saved-searches: one's own, the newest first. */
export interface SavedSearchesReply {
  items: SavedSearchView[];
  server_now: number;
}
