import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { WiderRadius } from "#contract/items/marketplace";
import { listQuery, type MarketFilters, type MarketListQuery } from "#domain/items/market-filters";
import { tabById } from "#domain/items/marketplace-tabs";
import type { Understood } from "#domain/items/search-meaning";
import { bootReply } from "../../lib/boot.ts";
import { pages } from "../../lib/query-client.ts";
import type { MorePages } from "../../ui/load-more.tsx";
import type { ListedItem } from "../items/index.ts";
import { useNearPlace } from "../places/index.ts";
import { listItems } from "./api.ts";

const NOTHING: Understood[] = [];

export interface MarketQuery {
  /** The request of the list, without its cursor and the suburb chosen on the map. */
  query: MarketListQuery;
  items: ListedItem[];
  /** Index of the first item that is far from the visitor's place; null when the list isn't split, or not yet. */
  furtherFrom: number | null;
  /** The next larger radius that finds something, when this one finds nothing. */
  wider: WiderRadius | null;
  pages: number;
  /** What the search was understood as beside its words, and these words. */
  understood: Understood[];
  wordsAlone: string | null;
  /** The corrected search term, when nothing matched the typed one. */
  corrected: string | null;
  loading: boolean;
  /** The list on screen belongs to the previous filters. */
  outdated: boolean;
  error: unknown;
  retry: () => void;
  more: MorePages;
}

/**
 * The infinite list of a tab with its filters and the visitor's place, paginated by cursor.
 * @param at the suburb chosen on the map, if any.
 */
export function useMarketQuery(filters: MarketFilters, at: string | null): MarketQuery {
  const near = useNearPlace();
  const whole = useMemo(() => listQuery(filters, near), [filters, near]);
  const query = useMemo(() => (at === null ? whole : { ...whole, at }), [whole, at]);
  const boot = useMemo(() => bootReply<Awaited<ReturnType<typeof listItems>>>("/api/items", query), [query]);
  const list = useInfiniteQuery({
    queryKey: ["items", "list", filters.tab, query] as const,
    enabled: tabById(filters.tab).lists === "items",
    ...pages((cursor, { init }) => listItems({ ...query, ...cursor }, init.signal)),
    // Within a tab the old cards stay, dimmed, until the new ones load; another tab starts with placeholders.
    placeholderData: (previous, from) => (from?.queryKey[2] === filters.tab ? previous : undefined),
    initialData: boot && { pages: [boot.reply], pageParams: [""] },
    initialDataUpdatedAt: boot?.at,
    staleTime: 60_000,
    // The status call updates the visible cards; refetching every page would move them.
    refetchOnWindowFocus: false,
  });

  const { items, furtherFrom } = useMemo(() => {
    const seen = new Set<string>();
    const items: ListedItem[] = [];
    let furtherFrom: number | null = null;
    for (const page of list.data?.pages ?? []) {
      for (const [index, item] of page.items.entries()) {
        if (page.further_from !== null && index >= page.further_from) furtherFrom ??= items.length;
        // An item relisted between two requests is in both pages.
        if (seen.has(item.id)) continue;
        seen.add(item.id);
        items.push({ item, at: page.server_now });
      }
    }
    return { items, furtherFrom };
  }, [list.data]);

  return {
    query: whole,
    items,
    furtherFrom,
    wider: list.data?.pages[0]?.wider ?? null,
    pages: list.data?.pages.length ?? 0,
    understood: list.data?.pages[0]?.understood ?? NOTHING,
    wordsAlone: list.data?.pages[0]?.words_alone ?? null,
    corrected: list.data?.pages[0]?.corrected_query ?? null,
    loading: list.isPending,
    outdated: list.isPlaceholderData,
    error: list.data === undefined ? list.error : null,
    retry: () => void list.refetch(),
    more: list,
  };
}
