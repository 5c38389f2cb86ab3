import { useCallback, useMemo } from "react";
import type { MarketFilters } from "#domain/items/market-filters";
import type { ChangeParams } from "../../lib/use-url-params.ts";
import { changedFilters, filtersFrom, paramsWith } from "./filters.ts";

/**
 * Changes some filters. Typing replaces the history entry, so that Back leaves the search instead of undoing single
 * characters.
 */
export type ChangeFilters = (change: Partial<MarketFilters>, how?: "push" | "replace") => void;

/** The filters in the URL, and a function to change them. */
export function useMarketFilters(params: URLSearchParams, changeParams: ChangeParams): [MarketFilters, ChangeFilters] {
  const filters = useMemo(() => filtersFrom(params), [params]);
  const change = useCallback<ChangeFilters>(
    (patch, how = "push") =>
      changeParams((current) => paramsWith(current, changedFilters(filtersFrom(current), patch)), {
        replace: how === "replace",
      }),
    [changeParams],
  );
  return [filters, change];
}
