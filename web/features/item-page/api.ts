import type { ItemDetail, OwnItem } from "#contract/items";
import type { RelatedReply } from "#contract/items/marketplace";
import { ApiError, api, unwrap } from "../../lib/api-client.ts";
import type { PolledState } from "./live-item.ts";
import { viewerSession } from "./viewer-session.ts";

/** Loads an item. Its seller gets the private fields too. */
export function fetchItem(id: string, signal?: AbortSignal): Promise<ItemDetail | OwnItem> {
  return unwrap(api.api.items[":id"].$get({ param: { id } }, signal ? { init: { signal } } : undefined));
}

/** Loads the special offers of the item and the recommendations. */
export function fetchRelated(id: string, signal: AbortSignal): Promise<RelatedReply> {
  return unwrap(api.api.items[":id"].related.$get({ param: { id } }, { init: { signal } }));
}

/** Whether the error means that the item does not exist or was removed. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.code === "not_found" || error.code === "gone");
}

/** Polls the item while the live socket is down. */
export async function pollItem(id: string): Promise<PolledState | "gone"> {
  try {
    return await fetchItem(id);
  } catch (error) {
    if (isMissing(error)) return "gone";
    throw error;
  }
}

/** Counts a view; the server decides whether it is a new one (D44). A failure is ignored. */
export function countView(id: string): void {
  unwrap(api.api.rpc.increment_item_view_count.$post({ json: { item_id: id } })).catch(() => undefined);
}

/** Refreshes the viewer's presence and returns the numbers of viewers and negotiations. */
export async function refreshPresence(id: string): Promise<{ viewers: number; negotiations: number }> {
  const viewer = { item_id: id, session_id: viewerSession() };
  const [viewers, negotiations] = await Promise.all([
    unwrap(api.api.rpc.upsert_active_viewer.$post({ json: viewer })),
    unwrap(api.api.rpc.get_active_negotiations_count.$post({ json: { item_id: id } })),
  ]);
  return { viewers: viewers.count, negotiations: negotiations.count };
}

/** Whether the item was just sold to the viewer. False when unknown. */
export async function isBoughtByViewer(id: string): Promise<boolean> {
  try {
    const page = await unwrap(api.api.orders.$get({ query: { role: "buyer" } }));
    return page.items.some(
      (order) => order.item_id === id && order.status !== "cancelled" && order.status !== "expired",
    );
  } catch {
    return false;
  }
}
