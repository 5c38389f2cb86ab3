import { type QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { CreateItemInput, OwnItem, UpdateItemInput } from "#contract/items";
import { BULK_MAX, type OwnItemRow } from "#contract/selling/my-items";
import { ApiError, api, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { pages, SESSION_KEY } from "../../../lib/query-client.ts";

const OWN_ITEM = "own-item";
const MINE = "my-items";

/** Status filters of My Items. */
export type MineStatus = "active" | "sold" | "inactive";

export function createItem(body: CreateItemInput, key: string): Promise<OwnItem> {
  return unwrap(api.api.items.$post({ json: body }, withIdempotencyKey(key)));
}

export function updateItem(id: string, change: UpdateItemInput): Promise<OwnItem> {
  return unwrap(api.api.items[":id"].$patch({ param: { id }, json: change }));
}

/** Changes who gets a free item: ends a giveaway that runs, and opens the wanted one. */
export async function giveAway(id: string, terms: CreateItemInput["giveaway"]): Promise<void> {
  const { $put } = api.api.items[":id"].giveaway;
  const param = { id };
  await unwrap($put({ param, json: { mode: "first_come" } }));
  if (terms) await unwrap($put({ param, json: terms }));
}

export function deleteItem(id: string): Promise<{ ok: true }> {
  return unwrap(api.api.items[":id"].$delete({ param: { id } }));
}

/** Loads an item with its owner's fields. Throws `not_owner` for another user's item. */
export async function loadOwnItem(id: string): Promise<OwnItem> {
  const item = await unwrap(api.api.items[":id"].$get({ param: { id } }));
  if (!("collection_address" in item)) throw new ApiError("not_owner", "You can only change your own listings.", 403);
  // The union of reply types is narrowed to the public one; the check above ensures the owner's fields.
  return item as OwnItem;
}

/** Loads the listing to edit once, because a refetch would replace the values being edited. */
export function useOwnItem(id: string) {
  return useQuery({
    queryKey: [OWN_ITEM, id],
    queryFn: () => loadOwnItem(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Loads the viewer's listings, newest first. A page has as many as one bulk operation accepts. */
export function useMyItems(status: MineStatus | null) {
  return useInfiniteQuery({
    queryKey: [MINE, status],
    ...pages((cursor, init) =>
      unwrap(
        api.api.items.mine.$get({ query: { limit: String(BULK_MAX), ...cursor, ...(status && { status }) } }, init),
      ),
    ),
    select: (data): OwnItemRow[] => data.pages.flatMap((page) => page.items),
  });
}

/**
 * Reloads the session after a 401 or 403, which means that it is outdated; SignIn or the matching notice then appears.
 * The draft stays stored.
 */
export function refreshSessionAfter(client: QueryClient, problem: unknown): void {
  if (problem instanceof ApiError && (problem.status === 401 || problem.status === 403)) {
    void client.invalidateQueries({ queryKey: SESSION_KEY });
  }
}

/** Invalidates every list after a listing has changed. Keeps the session and the listing being edited. */
export function refreshListings(client: QueryClient): void {
  const untouched = new Set<unknown>([SESSION_KEY[0], OWN_ITEM]);
  void client.invalidateQueries({ predicate: (query) => !untouched.has(query.queryKey[0]) });
}
