import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PlacedReply, SavedItemsReply, WishListsReply } from "#contract/wish-lists";
import { api, unwrap } from "./api-client.ts";

/** Everything about wish lists hangs below this key. */
const WISHES_KEY = ["wishes"] as const;
const ENTRIES_KEY = [...WISHES_KEY, "entries"] as const;

/** Everything saved, in one call for all the hearts there are. */
const entries = {
  queryKey: ENTRIES_KEY,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<SavedItemsReply> =>
    unwrap(api.api["wish-lists"].entries.$get({}, { init: { signal } })),
  staleTime: 60_000,
};

const NONE: readonly string[] = [];
const listsIn = ({ items }: SavedItemsReply, itemId: string) => items.find(({ id }) => id === itemId)?.list_ids ?? NONE;

/** The lists a thing is in; undefined until it is known. */
export function useListsOf(itemId: string, enabled: boolean): readonly string[] | undefined {
  const { data } = useQuery({
    ...entries,
    enabled,
    select: (saved) => listsIn(saved, itemId),
  });
  return data;
}

/** The same for a press that was quicker than the answer: undefined where it does not come. */
export function useAskListsOf(itemId: string): () => Promise<readonly string[] | undefined> {
  const client = useQueryClient();
  return () =>
    client.ensureQueryData(entries).then(
      (saved) => listsIn(saved, itemId),
      () => undefined,
    );
}

/** One's own lists, the default first. */
export function useWishLists(enabled = true) {
  return useQuery({
    queryKey: [...WISHES_KEY, "lists"],
    queryFn: ({ signal }): Promise<WishListsReply> => unwrap(api.api["wish-lists"].$get({}, { init: { signal } })),
    enabled,
  });
}

export const wishesKeyOf = (listId: string) => [...WISHES_KEY, "list", listId] as const;

/** Counts and contents of every list may have changed. */
export function refreshWishes(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: WISHES_KEY });
}

function withLists(before: SavedItemsReply | undefined, itemId: string, list_ids: string[]) {
  if (!before) return before;
  const others = before.items.filter(({ id }) => id !== itemId);
  return { ...before, items: list_ids.length > 0 ? [...others, { id: itemId, list_ids }] : others };
}

/**
 * Puts a thing in these lists, or without any named in the default list. The heart shows it at once and takes it back
 * when it is refused; presses on one heart reach the server in their order.
 */
export function usePlaceWish(itemId: string) {
  const client = useQueryClient();
  const show = (list_ids: string[]) =>
    client.setQueryData<SavedItemsReply>(ENTRIES_KEY, (before) => withLists(before, itemId, list_ids));
  return useMutation({
    scope: { id: `wish:${itemId}` },
    mutationFn: (list_ids: string[] | undefined): Promise<PlacedReply> =>
      unwrap(
        api.api["wish-lists"].entries[":item_id"].$put({
          param: { item_id: itemId },
          json: list_ids === undefined ? {} : { list_ids },
        }),
      ),
    onMutate: async (list_ids) => {
      // An answer that was asked for before would undo what is shown.
      await client.cancelQueries({ queryKey: ENTRIES_KEY });
      const before = client.getQueryData<SavedItemsReply>(ENTRIES_KEY);
      const was = before?.items.find(({ id }) => id === itemId)?.list_ids ?? [];
      show(list_ids ?? (was.length > 0 ? was : ["default"]));
      return was;
    },
    onSuccess: ({ list_ids }) => show(list_ids),
    onError: (_error, _lists, was) => show(was ?? []),
    onSettled: () => void refreshWishes(client),
  });
}
