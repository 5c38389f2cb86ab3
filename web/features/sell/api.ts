import { type QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { CreateItemInput, OwnItem, UpdateItemInput } from "#contract/items";
import { BULK_MAX, type OwnItemRow } from "#contract/selling";
import { ApiProblem, api, once, unwrap } from "../../lib/api-client.ts";
import { SESSION_KEY } from "../../lib/query-client.ts";
import * as words from "./words.ts";

const OWN_ITEM = "own-item";
const MINE = "my-items";

/** The tabs of My Items that narrow the list. */
export type MineStatus = "active" | "sold" | "inactive";

export function createItem(body: CreateItemInput, key: string): Promise<OwnItem> {
  return unwrap(api.api.items.$post({ json: body }, once(key)));
}

export function updateItem(id: string, change: UpdateItemInput): Promise<OwnItem> {
  return unwrap(api.api.items[":id"].$patch({ param: { id }, json: change }));
}

export function deleteItem(id: string): Promise<{ ok: true }> {
  return unwrap(api.api.items[":id"].$delete({ param: { id } }));
}

/** The item as its owner sees it. Somebody else's is a refusal here: there is nothing to edit. */
export async function loadOwnItem(id: string): Promise<OwnItem> {
  const item = await unwrap(api.api.items[":id"].$get({ param: { id } }));
  if (!("collection_address" in item)) throw new ApiProblem("not_owner", words.youCanOnlyChange, 403);
  // Reply types of one status are joined to the smaller one; the owner's fields are there, as just looked at.
  return item as OwnItem;
}

/** The listing being edited: asked for once and then left alone, because a refetch must not pull it from under the form. */
export function useOwnItem(id: string) {
  return useQuery({
    queryKey: [OWN_ITEM, id],
    queryFn: () => loadOwnItem(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** One's own listings, newest first; a page is as much as one bulk operation takes. */
export function useMyItems(status: MineStatus | null) {
  return useInfiniteQuery({
    queryKey: [MINE, status],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.api.items.mine.$get(
          { query: { limit: String(BULK_MAX), ...(pageParam && { cursor: pageParam }), ...(status && { status }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
    select: (data): OwnItemRow[] => data.pages.flatMap((page) => page.items),
  });
}

/**
 * A refusal about who one is means the session on screen is out of date: ask again, and SignIn or the right notice
 * shows itself. The draft stays and is there afterwards.
 */
export function checkStanding(client: QueryClient, problem: unknown): void {
  if (problem instanceof ApiProblem && (problem.status === 401 || problem.status === 403)) {
    void client.invalidateQueries({ queryKey: SESSION_KEY });
  }
}

/** After a change of one's listings every list on the site may show something old. */
export function refreshListings(client: QueryClient): void {
  const untouched = new Set<unknown>([SESSION_KEY[0], OWN_ITEM]);
  void client.invalidateQueries({ predicate: (query) => !untouched.has(query.queryKey[0]) });
}
