import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api-client.ts";

export const SESSION_KEY = ["session"] as const;
export const COUNTS_KEY = ["counts"] as const;

const ACCOUNT_STATUS_CODES = new Set(["not_authenticated", "suspended", "banned", "restricted"]);

/**
 * A refusal because of the session or the account status means the cached session is outdated: reload it, and the
 * matching notice appears.
 */
function onError(error: unknown): void {
  if (error instanceof ApiError && ACCOUNT_STATUS_CODES.has(error.code)) {
    void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
  }
}

/** Retries only errors that may pass: a lost connection or a 5xx. Refusals are final. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= 2) return false;
  return error instanceof ApiError && (error.code === "offline" || error.status >= 500);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => query.queryKey[0] !== SESSION_KEY[0] && onError(error) }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: shouldRetry,
      // With "online" an offline page would show its skeleton for ever; "always" lets the query fail, so that the page
      // offers Retry.
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

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
