/** Calls of the marketplace. */
import type { ItemListReply, MarketExtras } from "#contract/browse";
import type { ItemDetail, OwnItem } from "#contract/items";
import { api, unwrap } from "../../lib/api-client.ts";
import type { ListParams } from "./filters.ts";

/** One page of listings. */
export function listItems(query: ListParams, signal: AbortSignal): Promise<ItemListReply> {
  return unwrap(api.api.items.$get({ query }, { init: { signal } }));
}

/** Bundles, trending, recently sold and ads: what stands between the listings. */
export function marketExtras(signal: AbortSignal): Promise<MarketExtras> {
  return unwrap(api.api.marketplace.extras.$get(undefined, { init: { signal } }));
}

/** One item with all its facts, for the purchase dialog. */
export function fetchItem(id: string, signal: AbortSignal): Promise<ItemDetail | OwnItem> {
  return unwrap(api.api.items[":id"].$get({ param: { id } }, { init: { signal } }));
}
