import { useQuery } from "@tanstack/react-query";
import type { MarketExtras } from "#contract/browse";
import { marketExtras } from "./api.ts";

export interface Extras {
  data: MarketExtras | undefined;
  /** Neither here nor failed. */
  pending: boolean;
  error: unknown;
  retry: () => void;
}

/** What stands between the listings. The listings are whole without it: there its failure is not shown. */
export function useExtras(): Extras {
  const query = useQuery({
    queryKey: ["items", "extras"],
    queryFn: ({ signal }) => marketExtras(signal),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  return { data: query.data, pending: query.isPending, error: query.error, retry: () => void query.refetch() };
}
