/** Calls of the marketplace. */
import type { ItemCard, ItemStatusReply } from "#contract/items";
import type { Page } from "#contract/page";
import { api, unwrap } from "../../lib/api-client.ts";
import type { ListParams } from "./filters.ts";

/** One page of listings. */
export function listItems(query: ListParams, signal: AbortSignal): Promise<Page<ItemCard>> {
  return unwrap(api.api.items.$get({ query }, { init: { signal } }));
}

/** States of the cards on screen, in one call for all of them (D48). */
export function itemStatuses(ids: readonly string[]): Promise<ItemStatusReply> {
  return unwrap(api.api.items.status.$get({ query: { ids: ids.join(",") } }));
}
