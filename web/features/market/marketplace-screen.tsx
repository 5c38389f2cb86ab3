import { clsx } from "clsx";
import { SearchX } from "lucide-react";
import { type GridStatus, useGridStatus } from "../../lib/grid-status.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { MarketBanner } from "./banner.tsx";
import { CategoryTabs } from "./category-tabs.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { isNarrowed, type MarketFilters, NO_FILTERS } from "./filters.ts";
import { ItemGrid, LoadingGrid } from "./item-grid.tsx";
import { tabById } from "./tabs.ts";
import { useMarketFilters } from "./use-market-filters.ts";
import { type MarketQuery, useMarketQuery } from "./use-market-query.ts";

/** The marketplace (§2): categories, search and filters from the address, and the endless grid. */
export default function MarketplaceScreen() {
  const [filters, change] = useMarketFilters();
  const list = useMarketQuery(filters);
  const grid = useGridStatus();

  return (
    <div
      data-tour-page={list.loading ? undefined : "marketplace"}
      className="mx-auto w-full max-w-page px-4 pt-4 pb-28 sm:px-6"
    >
      <MarketBanner />
      <div className="mt-2">
        <CategoryTabs value={filters.tab} onChange={(tab) => change({ tab })}>
          <FilterBar filters={filters} change={change} />
          <h2 className="sr-only">{tabById(filters.tab).title}</h2>
          <p role="status" className="sr-only">
            {announcement(list)}
          </p>
          <Listings
            list={list}
            grid={grid}
            filters={filters}
            onClear={() => change({ ...NO_FILTERS, tab: filters.tab, sort: filters.sort })}
          />
        </CategoryTabs>
      </div>
    </div>
  );
}

function announcement({ items, loading, outdated, hasMore, error }: MarketQuery): string {
  if (loading || outdated || error) return "";
  if (items.length === 0) return "No listings match.";
  return `${items.length} ${items.length === 1 ? "listing" : "listings"} shown${hasMore ? ", more can be loaded" : ""}.`;
}

interface ListingsProps {
  list: MarketQuery;
  grid: GridStatus;
  filters: MarketFilters;
  onClear: () => void;
}

function Listings({ list, grid, filters, onClear }: ListingsProps) {
  // D3: a load that failed is an empty list with Retry, never somebody else's items.
  if (list.error) return <ErrorState title="The listings didn't load" error={list.error} onRetry={list.retry} />;
  if (list.loading) return <LoadingGrid />;
  if (list.items.length === 0) return <NothingFound filters={filters} onClear={onClear} />;
  return (
    <div aria-busy={list.outdated} className={clsx("transition-opacity duration-150", list.outdated && "opacity-50")}>
      <ItemGrid items={list.items} grid={grid} />
      {list.hasMore ? (
        <div className="mt-10 flex flex-col items-center gap-3">
          {list.moreFailed ? (
            <p role="alert" className="font-medium text-hot-ink">
              The next listings didn't load.
            </p>
          ) : null}
          <Button variant="secondary" size="lg" loading={list.loadingMore} onClick={list.loadMore} className="min-w-44">
            {list.moreFailed ? "Retry" : "Load more"}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function NothingFound({ filters, onClear }: { filters: MarketFilters; onClear: () => void }) {
  const tab = tabById(filters.tab);
  if (!isNarrowed(filters)) {
    return (
      <EmptyState
        title={tab.emptyTitle}
        description={
          tab.status === "sold"
            ? "Sales appear here as they are completed."
            : "New listings appear here as soon as they are published."
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<SearchX className="size-7" />}
      title={tab.emptyTitle}
      description="Try another word, a wider price range or a place further away."
      action={
        <Button variant="soft" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    />
  );
}
