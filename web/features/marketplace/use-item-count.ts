import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ItemCountReply } from "#contract/items/marketplace";
import { groupDigits } from "#domain/group-digits";
import type { MarketListQuery } from "#domain/items/market-filters";
import { countItems } from "./api.ts";

/** Wait this long after the last change, so that typing a price does not ask for each digit. */
const DEBOUNCE_MS = 250;

/** Counts what a list query finds; undefined until known, without a query, and when the server refuses it. */
export function useItemCount(query: MarketListQuery | null): ItemCountReply | undefined {
  const wanted = JSON.stringify(query);
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, isError } = useQuery({
    queryKey: ["items", "count", asked],
    queryFn: ({ signal }) => countItems(JSON.parse(asked) as MarketListQuery, signal),
    enabled: asked !== "null",
    // The last count stays until the next one arrives, so that the button does not flicker.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return query === null || isError ? undefined : data;
}

/** "1 item", "34 items", "1,000+ items". */
export function countText({ count, more }: ItemCountReply, noun: string): string {
  return `${groupDigits(count)}${more ? "+" : ""} ${noun}${count === 1 && !more ? "" : "s"}`;
}
