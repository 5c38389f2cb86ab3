import { useInfiniteQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../lib/api-client.ts";

const PAGE = "100";

/** Loads the viewer's active listings, newest first, page by page, for pickers. */
export function useOwnListings() {
  return useInfiniteQuery({
    queryKey: ["my-items", "to-choose"],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.api.items.mine.$get(
          { query: { status: "active", limit: PAGE, ...(pageParam && { cursor: pageParam }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor,
    select: (data) => data.pages.flatMap((page) => page.items),
  });
}
