/** Wish lists, and saved searches that notify about new listings (decision 0029). */
import * as z from "zod/mini";
import {
  ALERT_FREQUENCIES,
  type AlertFrequency,
  SEARCH_NAME_MAX,
  WISH_LIST_NAME_MAX,
  WISH_LISTS_MAX,
} from "#domain/wishlists/wish-lists";
import { id, named } from "./fields.ts";
import { type ItemCard, ListItems, queryInteger } from "./items.ts";

const listName = named(1, WISH_LIST_NAME_MAX, "Please give the list a name.");

/** POST /api/wish-lists and PATCH /api/wish-lists/:id */
export const NameWishList = z.strictObject({ name: listName });

export interface WishListView {
  id: string;
  name: string;
  /** The list that saved items go to by default; it always exists. */
  is_default: boolean;
  /** Number of its items that have not been removed. */
  count: number;
}

/** GET /api/wish-lists: the user's own lists, the default first, then by creation date. */
export interface WishListsReply {
  items: WishListView[];
  server_now: number;
}

/** GET /api/wish-lists/:id/items?cursor=: last saved first. */
export const ListSavedItems = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(600))),
  limit: z.optional(queryInteger(1, 60)),
});

export interface SavedItemView {
  item: ItemCard;
  added_at: number;
  /** Its price when it was saved, if it differs from the current one; else null. */
  price_when_added: number | null;
  list_ids: string[];
}

/** GET /api/wish-lists/entries: all saved items, for the hearts on a page. */
export interface SavedItemsReply {
  items: { id: string; list_ids: string[] }[];
  server_now: number;
}

/**
 * PUT /api/wish-lists/entries/:item_id: sets the lists an item is in. Without `list_ids` it is added to the default
 * list unless it is in a list already; an empty array removes it from all. Repeating the request changes nothing.
 */
export const SetItemLists = z.strictObject({
  list_ids: z.optional(z.array(id).check(z.maxLength(WISH_LISTS_MAX))),
});
export interface ItemListsReply {
  item_id: string;
  list_ids: string[];
}

/** The filters of GET /api/items, without sorting and paging. */
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

/** POST /api/saved-searches. Saving the same filters again returns the existing search. */
export const SaveSearch = z.strictObject({
  filters: SearchFilters,
  frequency: z.optional(z.enum(ALERT_FREQUENCIES)),
});

/** PATCH /api/saved-searches/:id */
export const ChangeSavedSearch = z.strictObject({
  name: z.optional(named(1, SEARCH_NAME_MAX, "Please give the search a name.")),
  frequency: z.optional(z.enum(ALERT_FREQUENCIES)),
});

export interface SavedSearchView {
  id: string;
  /** The user's own name for it, else its description. */
  name: string;
  /** Its filters as text. */
  description: string;
  frequency: AlertFrequency;
  /** Path of the marketplace with these filters, newest first. */
  link: string;
  created_at: number;
  /** Time of the last notification (UTC ms); null before the first. */
  last_notice_at: number | null;
}

/** GET /api/saved-searches: the user's own searches, newest first. */
export interface SavedSearchesReply {
  items: SavedSearchView[];
  server_now: number;
}
