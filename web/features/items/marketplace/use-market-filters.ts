import { useCallback, useMemo, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import type { MarketFilters } from "#domain/items/market-filters";
import { changedFilters, filtersFrom, paramsWith } from "./filters.ts";

/**
 * Changes some filters. Typing replaces the history entry, so that Back leaves the search instead of undoing single
 * characters.
 */
export type ChangeFilters = (change: Partial<MarketFilters>, how?: "push" | "replace") => void;

/** The filters in the URL, and a function to change them. */
export function useMarketFilters(): [MarketFilters, ChangeFilters] {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => filtersFrom(params), [params]);
  // A debounced search runs after later renders, so it must change the URL of that later render.
  const latestSet = useRef(setParams);
  latestSet.current = setParams;
  // Two changes may come before the first one is rendered.
  const address = useRef({ rendered: params, latest: params });
  if (address.current.rendered !== params) address.current = { rendered: params, latest: params };
  const change = useCallback<ChangeFilters>((patch, how = "push") => {
    const { latest: current } = address.current;
    const next = paramsWith(current, changedFilters(filtersFrom(current), patch));
    if (next.toString() === current.toString()) return;
    address.current.latest = next;
    latestSet.current(next, { replace: how === "replace", preventScrollReset: true });
  }, []);
  return [filters, change];
}
