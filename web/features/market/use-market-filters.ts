import { useCallback, useMemo, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { changedFilters, filtersFrom, type MarketFilters, paramsWith } from "./filters.ts";

/** Changes some filters. Typing replaces the address, so that Back leaves the search instead of undoing its letters. */
export type ChangeFilters = (change: Partial<MarketFilters>, how?: "push" | "replace") => void;

/** The filters of the address, and the one way to change them. */
export function useMarketFilters(): [MarketFilters, ChangeFilters] {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => filtersFrom(params), [params]);
  // A debounced search fires later than the render it was made in: it must build on the address of then.
  const latestSet = useRef(setParams);
  latestSet.current = setParams;
  // And two changes may come before the first of them is drawn.
  const address = useRef({ drawn: params, asked: params });
  if (address.current.drawn !== params) address.current = { drawn: params, asked: params };
  const change = useCallback<ChangeFilters>((patch, how = "push") => {
    const { asked: current } = address.current;
    const next = paramsWith(current, changedFilters(filtersFrom(current), patch));
    if (next.toString() === current.toString()) return;
    address.current.asked = next;
    latestSet.current(next, { replace: how === "replace", preventScrollReset: true });
  }, []);
  return [filters, change];
}
