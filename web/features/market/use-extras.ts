import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import type { MarketExtras } from "#contract/browse";
import { marketExtras } from "./api.ts";

export interface Extras {
  data: MarketExtras | undefined;
  /** Neither here nor failed. */
  pending: boolean;
  error: unknown;
  retry: () => void;
}

/**
 * What stands between the listings. The listings are whole without it: there its failure is not shown. Its coming is no
 * hurry either: dozens of cards in one go would make the page deaf for that long.
 */
export function useExtras(): Extras {
  const query = useQuery({
    queryKey: ["items", "extras"],
    queryFn: ({ signal }) => marketExtras(signal),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  const { data, isPending: pending, error, refetch } = query;
  return useDeferredValue(
    useMemo(() => ({ data, pending, error, retry: () => void refetch() }), [data, pending, error, refetch]),
  );
}
