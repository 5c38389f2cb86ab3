import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../lib/api-client.ts";
import { useGridStatus } from "./grid-status.ts";
import { ItemRow } from "./item-row.tsx";

const ITEMS = "6";

/** This week's most popular listings, so that an empty page leads somewhere. Nothing while loading or after an error. */
export function PopularItems() {
  const grid = useGridStatus();
  const { data } = useQuery({
    queryKey: ["items", "popular"],
    queryFn: ({ signal }) =>
      unwrap(api.api.items.$get({ query: { sort: "popular", limit: ITEMS } }, { init: { signal } })),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  return data ? (
    <ItemRow title="Popular right now" className="mt-6" items={data.items} at={data.server_now} grid={grid} />
  ) : null;
}
