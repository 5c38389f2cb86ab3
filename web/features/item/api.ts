/** Calls of the item's own page. */
import type { RelatedReply } from "#contract/browse";
import type { ItemDetail, OwnItem } from "#contract/items";
import { ApiProblem, api, unwrap } from "../../lib/api-client.ts";
import type { PolledState } from "./live-item.ts";
import { viewerSession } from "./viewer-session.ts";

/** The item as this reader may see it: its owner gets the private fields too. */
export function fetchItem(id: string, signal?: AbortSignal): Promise<ItemDetail | OwnItem> {
  return unwrap(api.api.items[":id"].$get({ param: { id } }, signal ? { init: { signal } } : undefined));
}

/** Offers on the item and what else may interest its reader. */
export function fetchRelated(id: string, signal: AbortSignal): Promise<RelatedReply> {
  return unwrap(api.api.items[":id"].related.$get({ param: { id } }, { init: { signal } }));
}

/** Not there, taken down, or never was: the page has nothing to show. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === "not_found" || error.code === "gone");
}

/** The 5-second poll for when the live socket is down. */
export async function pollItem(id: string): Promise<PolledState | "gone"> {
  try {
    return await fetchItem(id);
  } catch (error) {
    if (isGone(error)) return "gone";
    throw error;
  }
}

/** Counts this visit; the server decides whether it is a new one (D44). A count that fails is not the reader's concern. */
export function countView(id: string): void {
  unwrap(api.api.rpc.increment_item_view_count.$post({ json: { item_id: id } })).catch(() => undefined);
}

/** "I am still here", and how many are. */
export async function refreshPresence(id: string): Promise<{ viewers: number; negotiations: number }> {
  const viewer = { item_id: id, session_id: viewerSession() };
  const [viewers, negotiations] = await Promise.all([
    unwrap(api.api.rpc.upsert_active_viewer.$post({ json: viewer })),
    unwrap(api.api.rpc.get_active_negotiations_count.$post({ json: { item_id: id } })),
  ]);
  return { viewers: viewers.count, negotiations: negotiations.count };
}

/** Whether the reader is the one this item was just sold to. Unknown counts as no. */
export async function boughtByMe(id: string): Promise<boolean> {
  try {
    const page = await unwrap(api.api.orders.$get({ query: { role: "buyer" } }));
    return page.items.some(
      (order) => order.item.id === id && order.status !== "cancelled" && order.status !== "expired",
    );
  } catch {
    return false;
  }
}
