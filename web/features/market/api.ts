/** Calls of the marketplace. */
import type { ItemCard } from "#contract/items";
import type { Page } from "#contract/page";
import { api, unwrap } from "../../lib/api-client.ts";
import type { ListParams } from "./filters.ts";

/** One page of listings. */
export function listItems(query: ListParams, signal: AbortSignal): Promise<Page<ItemCard>> {
  return unwrap(api.api.items.$get({ query }, { init: { signal } }));
}
