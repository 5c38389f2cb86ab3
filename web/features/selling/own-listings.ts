import { useInfiniteQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../lib/api-client.ts";
import { pages } from "../../lib/query-client.ts";

const PAGE = "100";

/** Loads the viewer's active listings, newest first, page by page, for pickers. */
export function useOwnListings() {
  return useInfiniteQuery({
    queryKey: ["my-items", "to-choose"],
    ...pages((cursor, init) =>
      unwrap(api.api.items.mine.$get({ query: { status: "active", limit: PAGE, ...cursor } }, init)),
    ),
    select: (data) => data.pages.flatMap((page) => page.items),
  });
}
