/** Query parameters of the page to load: none for the first page. */
interface Cursor {
  cursor?: string;
}

interface PageContext {
  pageParam: string;
  signal: AbortSignal;
}

/** Options of `useInfiniteQuery` for a list `{ items, next_cursor }`. */
export function pages<Page extends { next_cursor: string | null }>(
  load: (cursor: Cursor, init: { init: { signal: AbortSignal } }) => Promise<Page>,
) {
  return {
    queryFn: ({ pageParam, signal }: PageContext) => load(pageParam ? { cursor: pageParam } : {}, { init: { signal } }),
    initialPageParam: "",
    getNextPageParam: (page: Page) => page.next_cursor,
  };
}
