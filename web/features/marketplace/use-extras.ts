import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import type { MarketplaceExtras } from "#contract/items/marketplace";
import { marketExtras } from "./api.ts";

export interface Extras {
  data: MarketplaceExtras | undefined;
  /** Neither loaded nor failed. */
  pending: boolean;
  error: unknown;
  retry: () => void;
}

/**
 * Loads the sections between the listings. A failure is not shown there, because the listings work without them. The
 * result is deferred, because rendering dozens of cards at once would block input.
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
