import { clsx } from "clsx";
import type { NearPlace } from "#contract/places";
import { CATEGORY_LABELS } from "#domain/items/catalogue";
import type { MarketFilters, MarketListQuery } from "#domain/items/market-filters";
import { ALL_TAB, tabById } from "#domain/items/marketplace-tabs";
import { RADIUS_KM_DEFAULT } from "#domain/places/near-place";
import { useNearPlace } from "../places/index.ts";
import { placeLabel } from "./filters.ts";
import { countText, useItemCount } from "./use-item-count.ts";
import type { MarketQuery } from "./use-market-query.ts";

interface ListHeadingProps {
  filters: MarketFilters;
  list: MarketQuery;
}

/** What is listed, near where, and how much of it: "“bike” near Newtown  128 results". */
export function ListHeading({ filters, list }: ListHeadingProps) {
  const near = useNearPlace();
  const items = tabById(filters.tab).lists === "items";
  const known = knownCount(list);
  const asked = useItemCount(items && !list.loading && known === undefined ? countQuery(list) : null);
  const count = items ? (known ?? asked) : undefined;
  const placed = list.understood.some(({ kind }) => kind === "near" || kind === "in");
  const where = items && !placed ? placeIn(filters, near) : null;
  const search = filters.search.trim();
  const noun = search === "" ? "item" : "result";
  return (
    // Without words or a place the tab above says it all, and a phone has no room to say it again.
    <div
      className={clsx(
        "flex min-w-0 flex-wrap items-baseline gap-x-2.5 max-sm:mb-3",
        search === "" && where === null && "max-sm:sr-only",
      )}
    >
      <h2 className="text-xl font-bold wrap-anywhere">{headingText(filters, search, where)}</h2>
      {count === undefined || list.error ? null : (
        <p className="text-muted tabular-nums">{count.count === 0 ? `No ${noun}s` : countText(count, noun)}</p>
      )}
    </div>
  );
}

/** Returns the place of the list in words: the filter's, else the visitor's. */
function placeIn(filters: MarketFilters, near: NearPlace | null): string | null {
  if (filters.location !== "") return `in ${filters.location}`;
  if (filters.near !== "") return placeLabel(filters).replace(/^./, (first) => first.toLowerCase());
  return near && `near ${near.suburb}`;
}

function headingText({ tab: id, category }: MarketFilters, search: string, where: string | null): string {
  const tab = tabById(id);
  const title = category ? CATEGORY_LABELS[category] : tab.title;
  const everything = tab === ALL_TAB && category === null;
  const what = search === "" ? (everything ? "" : title) : `“${search}”${everything ? "" : ` in ${title}`}`;
  if (where === null) return what || title;
  return what === "" ? where.charAt(0).toUpperCase() + where.slice(1) : `${what} ${where}`;
}

/** Returns the count when the loaded pages contain the whole near part of the list. */
function knownCount({ items, furtherFrom, more, loading, outdated }: MarketQuery) {
  if (loading || outdated) return undefined;
  if (furtherFrom !== null) return { count: furtherFrom, more: false };
  return more.hasNextPage ? undefined : { count: items.length, more: false };
}

/** Returns the query of the near part alone, with the words that the server searched for. */
export function countQuery({ query, corrected }: Pick<MarketQuery, "query" | "corrected">): MarketListQuery {
  return {
    ...query,
    ...(corrected !== null && { q: corrected }),
    ...(query.near !== undefined && query.within_km === undefined && { within_km: String(RADIUS_KM_DEFAULT) }),
  };
}
