import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Page } from "#contract/page";
import type { SavedItemView, SavedSearchView, SearchFiltersInput, WishListView } from "#contract/wishlists";
import type { AlertFrequency } from "#domain/wishlists/wish-lists";
import { api, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";
import { pages } from "../../lib/query-client.ts";
import { refreshWishLists, wishListKeyOf } from "./wish-lists.ts";

const lists = api.api["wish-lists"];
const searches = api.api["saved-searches"];
const SEARCHES_KEY = ["saved-searches"] as const;

/** Loads the items of a list page by page. */
export function useListItems(listId: string | undefined) {
  return useInfiniteQuery({
    queryKey: wishListKeyOf(listId ?? ""),
    enabled: listId !== undefined,
    ...pages(
      (cursor, init): Promise<Page<SavedItemView>> =>
        unwrap(lists[":id"].items.$get({ param: { id: listId ?? "" }, query: cursor }, init)),
    ),
  });
}

export type ListCommand =
  | { kind: "create"; name: string; key: string }
  | { kind: "rename"; id: string; name: string }
  | { kind: "delete"; id: string };

function send(command: ListCommand): Promise<WishListView | { ok: true }> {
  switch (command.kind) {
    case "create":
      return unwrap(lists.$post({ json: { name: command.name } }, withIdempotencyKey(command.key)));
    case "rename":
      return unwrap(lists[":id"].$patch({ param: { id: command.id }, json: { name: command.name } }));
    case "delete":
      return unwrap(lists[":id"].$delete({ param: { id: command.id } }));
  }
}

/** Creates, renames or deletes a wish list. */
export function useListCommand() {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: () => refreshWishLists(client) });
}

export function useSavedSearches(enabled = true) {
  return useQuery({
    queryKey: SEARCHES_KEY,
    queryFn: ({ signal }) => unwrap(searches.$get({}, { init: { signal } })),
    enabled,
  });
}

export type SearchCommand =
  | { kind: "save"; filters: SearchFiltersInput }
  | { kind: "change"; id: string; name?: string; frequency?: AlertFrequency }
  | { kind: "delete"; id: string };

function sendSearch(command: SearchCommand): Promise<SavedSearchView | { ok: true }> {
  switch (command.kind) {
    case "save":
      return unwrap(searches.$post({ json: { filters: command.filters } }));
    case "change": {
      const { id, name, frequency } = command;
      return unwrap(
        searches[":id"].$patch({ param: { id }, json: { ...(name && { name }), ...(frequency && { frequency }) } }),
      );
    }
    case "delete":
      return unwrap(searches[":id"].$delete({ param: { id: command.id } }));
  }
}

/** Saves, changes or deletes a saved search. */
export function useSearchCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendSearch,
    onSuccess: () => client.invalidateQueries({ queryKey: SEARCHES_KEY }),
  });
}
