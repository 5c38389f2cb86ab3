import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SavedItemsReply } from "#contract/wishlists";
import { api, unwrap } from "../../lib/api-client.ts";

/** Query key prefix of all wish list data. */
const WISHES_KEY = ["wishes"] as const;
const ENTRIES_KEY = [...WISHES_KEY, "entries"] as const;

/** All saved items, in one call for every heart on the page. */
const entries = {
  queryKey: ENTRIES_KEY,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    unwrap(api.api["wish-lists"].entries.$get({}, { init: { signal } })),
  staleTime: 60_000,
};

const NONE: readonly string[] = [];
const listsIn = ({ items }: SavedItemsReply, itemId: string) => items.find(({ id }) => id === itemId)?.list_ids ?? NONE;

/** Returns the lists that contain the item; undefined while loading. */
export function useListsOf(itemId: string, enabled: boolean): readonly string[] | undefined {
  const { data } = useQuery({
    ...entries,
    enabled,
    select: (saved) => listsIn(saved, itemId),
  });
  return data;
}

/**
 * Returns a function that loads the lists of an item when the heart is pressed before they are known; undefined when
 * that fails.
 */
export function useFetchListsOf(itemId: string): () => Promise<readonly string[] | undefined> {
  const client = useQueryClient();
  return () =>
    client.ensureQueryData(entries).then(
      (saved) => listsIn(saved, itemId),
      () => undefined,
    );
}

/** Loads the viewer's wish lists, the default one first. */
export function useWishLists(enabled = true) {
  return useQuery({
    queryKey: [...WISHES_KEY, "lists"],
    queryFn: ({ signal }) => unwrap(api.api["wish-lists"].$get({}, { init: { signal } })),
    enabled,
  });
}

export const wishListKeyOf = (listId: string) => [...WISHES_KEY, "list", listId] as const;

/** Reloads the counts and contents of every list. */
export function refreshWishLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: WISHES_KEY });
}

function withLists(before: SavedItemsReply | undefined, itemId: string, list_ids: string[]) {
  if (!before) return before;
  const others = before.items.filter(({ id }) => id !== itemId);
  return { ...before, items: list_ids.length > 0 ? [...others, { id: itemId, list_ids }] : others };
}

/**
 * Saves an item to these lists, or to the default list when none is given. The heart updates optimistically and reverts
 * on a refusal; changes of one item reach the server in order.
 */
export function useSaveItem(itemId: string) {
  const client = useQueryClient();
  const show = (list_ids: string[]) =>
    client.setQueryData<SavedItemsReply>(ENTRIES_KEY, (before) => withLists(before, itemId, list_ids));
  return useMutation({
    scope: { id: `wish:${itemId}` },
    mutationFn: (list_ids: string[] | undefined) =>
      unwrap(
        api.api["wish-lists"].entries[":item_id"].$put({
          param: { item_id: itemId },
          json: list_ids === undefined ? {} : { list_ids },
        }),
      ),
    onMutate: async (list_ids) => {
      // Cancels a pending request, whose reply would overwrite the optimistic update.
      await client.cancelQueries({ queryKey: ENTRIES_KEY });
      const before = client.getQueryData<SavedItemsReply>(ENTRIES_KEY);
      const was = before?.items.find(({ id }) => id === itemId)?.list_ids ?? [];
      show(list_ids ?? (was.length > 0 ? was : ["default"]));
      return was;
    },
    onSuccess: ({ list_ids }) => show(list_ids),
    onError: (_error, _lists, was) => show(was ?? []),
    onSettled: () => void refreshWishLists(client),
  });
}
