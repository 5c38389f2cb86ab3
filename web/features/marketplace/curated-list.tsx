import { useMemo } from "react";
import type { MarketTab } from "#domain/items/marketplace-tabs";
import { LoadingGrid } from "../../ui/skeleton.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import type { GridStatus } from "../items/index.ts";
import { BundleCard } from "../items/index.ts";
import { ItemGrid } from "./item-grid.tsx";
import type { Extras } from "./use-extras.ts";

interface CuratedListProps {
  tab: MarketTab;
  extras: Extras;
  grid: GridStatus;
}

/** The Trending and Bundles tabs: short lists selected by the server, without pagination. */
export default function CuratedList({ tab, extras, grid }: CuratedListProps) {
  const { data, error, retry } = extras;
  const trending = useMemo(() => data?.trending.map((item) => ({ item, at: data.server_now })) ?? [], [data]);
  if (!data) {
    return error ? <ErrorState title="The listings didn't load" query={{ error, refetch: retry }} /> : <LoadingGrid />;
  }
  if (tab.lists === "bundles") {
    if (data.bundles.length === 0) {
      return (
        <EmptyState
          title={tab.emptyTitle}
          description="A bundle costs less than buying each item separately. Check back soon."
        />
      );
    }
    return (
      <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {data.bundles.map((bundle) => (
          <BundleCard key={bundle.id} bundle={bundle} />
        ))}
      </ul>
    );
  }
  if (trending.length === 0) {
    return (
      <EmptyState title={tab.emptyTitle} description="The most viewed items of the past week will show up here." />
    );
  }
  return <ItemGrid items={trending} grid={grid} extras={extras} mixed={false} complete />;
}
