import { clsx } from "clsx";
import { type ComponentProps, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { type MarketFilters, NO_FILTERS } from "#domain/items/market-filters";
import { ALL_TAB, tabById } from "#domain/items/marketplace-tabs";
import { RADIUS_KM_DEFAULT } from "#domain/places/near-place";
import { ApiError } from "../../lib/api-client.ts";
import { useUrlParams } from "../../lib/use-url-params.ts";
import { ClientOnly } from "../../ui/client-only.tsx";
import { DidNotOpen } from "../../ui/lazy-dialog.tsx";
import { lazyPart, missingPart } from "../../ui/lazy-part.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { LoadingGrid } from "../../ui/skeleton.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { CardPressContext, type GridStatus, type ListedItem, MarketBanner, useGridStatus } from "../items/index.ts";
import { useNearPlace } from "../places/index.ts";
import { SaveSearch } from "../wishlists/index.ts";
import { CategoryTabs } from "./category-tabs.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { isNarrowed } from "./filters.ts";
import { ItemGrid } from "./item-grid.tsx";
import { countQuery, ListHeading } from "./list-heading.tsx";
import { mapView } from "./map/view-params.ts";
import { type Extras, useExtras } from "./use-extras.ts";
import { type ChangeFilters, useMarketFilters } from "./use-market-filters.ts";
import { type MarketQuery, useMarketQuery } from "./use-market-query.ts";

const DemoListings = lazyPart(() => import("./demo-listings.tsx"));
const Purchase = lazyPart(() => import("./purchase-dialog.tsx"));
const ChosenList = lazyPart(() => import("./curated-list.tsx"), missingPart);
const Nothing = lazyPart(() => import("./no-results.tsx"), missingPart);
const NewSince = lazyPart(() => import("./new-since.tsx"));
const MapView = lazyPart(() => import("./map/map-view.tsx"), missingPart);
const PaymentReturn = lazyPart(() => import("./payment-return.tsx"));

/** Beside the map the list has no ads and sections between its rows. */
const NO_EXTRAS: Extras = { data: undefined, pending: false, error: null, retry: () => undefined };

/** The marketplace: category tabs, search and filters from the URL, and an infinite grid of listings. */
export default function MarketplaceScreen() {
  const [params, changeParams] = useUrlParams();
  const [filters, change] = useMarketFilters(params, changeParams);
  const view = mapView(params, changeParams);
  const list = useMarketQuery(filters, view.at);
  const extras = useExtras();
  const grid = useGridStatus();
  const [opened, setOpened] = useState<{ listed: ListedItem; time: number } | null>(null);
  // A new dialog per opening; the closed one stays mounted until then, so that its closing can be animated.
  const open = useCallback(
    (listed: ListedItem) => setOpened((before) => ({ listed, time: (before?.time ?? 0) + 1 })),
    [],
  );
  const { search } = useLocation();
  const [payment] = useState(() => new URLSearchParams(search).get("payment"));
  const tab = tabById(filters.tab);
  const near = useNearPlace();
  const onMap = view.onMap && tab.lists === "items";
  const plainList = <Listings list={list} grid={grid} extras={NO_EXTRAS} filters={filters} change={change} />;
  const savable = tab.status === "active" && (isNarrowed(filters) || tab.categories.length > 0);

  return (
    <CardPressContext value={open}>
      <div
        data-tour-page={list.loading ? undefined : "marketplace"}
        className="mx-auto w-full max-w-page px-4 pt-4 pb-28 sm:px-6"
      >
        {payment === "success" || payment === "cancelled" ? (
          <ClientOnly>
            <PaymentReturn outcome={payment} />
          </ClientOnly>
        ) : null}
        {/* The map needs the room. */}
        {onMap ? <h1 className="sr-only">Listings on the map</h1> : <MarketBanner />}
        <div className="mt-2">
          <CategoryTabs value={filters.tab} onChange={(next) => change({ tab: next })}>
            <FilterBar filters={filters} change={change} list={list} view={view} />
            {onMap && !savable ? null : (
              <div className="flex items-center justify-between gap-4 sm:mb-4">
                {onMap ? null : <ListHeading filters={filters} list={list} />}
                {savable ? (
                  // As tall as the button that loads into it.
                  <div className="min-h-10 shrink-0 max-sm:mb-3">
                    <ClientOnly>
                      <SaveSearch query={list.query} />
                    </ClientOnly>
                  </div>
                ) : tab.status === "active" && tab.lists === "items" ? (
                  // Keeps its place on phones beside a heading; without a place the heading is hidden there, and this too.
                  <div
                    className={clsx(
                      "min-h-tap shrink-0 text-right max-sm:mb-3",
                      near ? "max-sm:min-w-24" : "max-sm:hidden",
                    )}
                  >
                    <ClientOnly>
                      <NewSince query={countQuery(list)} change={change} />
                    </ClientOnly>
                  </div>
                ) : null}
              </div>
            )}
            {tab.lists === "items" ? (
              <>
                <p role="status" className="sr-only">
                  {announcement(list)}
                </p>
                {onMap ? (
                  <ClientOnly fallback={<LoadingGrid />}>
                    <MapView
                      view={view}
                      query={list.query}
                      items={list.items}
                      missing={(retry) => (
                        <div className="grid gap-5">
                          {missingPart(retry)}
                          {plainList}
                        </div>
                      )}
                    >
                      {plainList}
                    </MapView>
                  </ClientOnly>
                ) : (
                  <Listings list={list} grid={grid} extras={extras} filters={filters} change={change} />
                )}
              </>
            ) : (
              <ClientOnly fallback={<LoadingGrid />}>
                <ChosenList tab={tab} extras={extras} grid={grid} />
              </ClientOnly>
            )}
          </CategoryTabs>
        </div>
      </div>
      {opened ? (
        <Suspense fallback={null}>
          <Purchase key={opened.time} listed={opened.listed} grid={grid} missing={<DidNotOpen />} />
        </Suspense>
      ) : null}
    </CardPressContext>
  );
}

function announcement({ items, loading, outdated, more, error }: MarketQuery): string {
  if (loading || outdated || error) return "";
  if (items.length === 0) return "No listings match.";
  return `${items.length} ${items.length === 1 ? "listing" : "listings"} shown${more.hasNextPage ? ", load more to see the rest" : ""}.`;
}

/**
 * Number of pages that load automatically, before the button must be pressed again: users must be able to reach the
 * footer.
 */
const AUTO_PAGES = 5;

interface ListingsProps {
  list: MarketQuery;
  grid: GridStatus;
  extras: Extras;
  filters: MarketFilters;
  change: ChangeFilters;
}

function Listings({ list, grid, extras, filters, change }: ListingsProps) {
  const root = useRef<HTMLDivElement>(null);
  const resumeAt = useResumedFocus(root, list.items);
  const near = useNearPlace();
  const empty = {
    filters,
    change,
    list,
    onClear: () => change({ ...NO_FILTERS, tab: filters.tab, sort: filters.sort }),
  };

  if (list.error) {
    // The server refused a filter (an unknown place), so a retry would fail again.
    if (list.error instanceof ApiError && list.error.code === "invalid") {
      return <NothingFound title={list.error.message} {...empty} />;
    }
    // A failed load shows an error with Retry, never demo items (D3).
    return <ErrorState title="The listings didn't load" query={{ error: list.error, refetch: list.retry }} />;
  }
  if (list.loading) return <LoadingGrid />;
  const mixed = filters.tab === ALL_TAB.id && !isNarrowed(filters);
  if (list.items.length === 0) {
    // With no items for sale and none recently sold, the marketplace is new and shows the demo items (D3).
    const everywhere = mixed && list.query.within_km === undefined;
    const unused = everywhere && extras.data?.recently_sold.length === 0;
    if (everywhere && extras.pending) return <LoadingGrid />;
    return unused ? (
      <Suspense fallback={<LoadingGrid />}>
        <DemoListings />
      </Suspense>
    ) : (
      <NothingFound title={tabById(filters.tab).emptyTitle} {...empty} />
    );
  }
  return (
    <div
      ref={root}
      aria-busy={list.outdated}
      className={clsx("transition-opacity duration-150", list.outdated && "opacity-50")}
    >
      {list.corrected === null ? null : (
        <p className="mb-4">
          No exact matches for “{filters.search}”. Showing results for <strong>{list.corrected}</strong>.
        </p>
      )}
      {list.furtherFrom === 0 && near ? (
        <p className="mb-6 text-muted">
          Nothing within {RADIUS_KM_DEFAULT} km of {near.suburb} yet.
        </p>
      ) : null}
      <ItemGrid
        items={list.items}
        grid={grid}
        extras={extras}
        mixed={mixed}
        complete={!list.more.hasNextPage}
        furtherFrom={list.furtherFrom}
      />
      <LoadMore
        what="listings"
        list={list.more}
        auto={list.pages % AUTO_PAGES !== 0}
        onPress={() => resumeAt(list.items.length)}
      />
    </div>
  );
}

/** After "Load more" was pressed, moves the focus to the first new card instead of past all of them. */
function useResumedFocus(root: { current: HTMLElement | null }, items: readonly ListedItem[]): (index: number) => void {
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const first = wanted.current === null ? undefined : items[wanted.current];
    if (!first) return;
    wanted.current = null;
    // Search in the list only: the same item may be in the Trending section above.
    root.current?.querySelector<HTMLElement>(`:scope > ul > [data-item="${first.item.id}"] a`)?.focus();
  }, [items, root]);
  return (index) => {
    wanted.current = index;
  };
}

function NothingFound(props: ComponentProps<typeof Nothing>) {
  return (
    <ClientOnly>
      <Nothing {...props} />
    </ClientOnly>
  );
}
