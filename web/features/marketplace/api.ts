import type { ItemDetail, OwnItem } from "#contract/items";
import type { ItemCountReply, ItemListReply, MarketplaceExtras } from "#contract/items/marketplace";
import type { MarketListQuery } from "#domain/items/market-filters";
import { api, unwrap } from "../../lib/api-client.ts";

/** Loads one page of listings. */
export function listItems(query: MarketListQuery & { cursor?: string }, signal: AbortSignal): Promise<ItemListReply> {
  return unwrap(api.api.items.$get({ query }, { init: { signal } }));
}

/** Counts the listings that a query finds. */
export function countItems(query: MarketListQuery, signal: AbortSignal): Promise<ItemCountReply> {
  return unwrap(api.api.items.count.$get({ query }, { init: { signal } }));
}

/** Loads bundles, trending and recently sold items and ads, which are shown between the listings. */
export function marketExtras(signal: AbortSignal): Promise<MarketplaceExtras> {
  return unwrap(api.api.marketplace.extras.$get(undefined, { init: { signal } }));
}

/** Loads one item with all its facts, for the purchase dialog. */
export function fetchItem(id: string, signal: AbortSignal): Promise<ItemDetail | OwnItem> {
  return unwrap(api.api.items[":id"].$get({ param: { id } }, { init: { signal } }));
}
