import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { groupDigits } from "#domain/group-digits";
import type { MarketFilters } from "#domain/items/market-filters";
import { tabById } from "#domain/items/marketplace-tabs";
import type { RadiusKm } from "#domain/places/near-place";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { PopularItems } from "../items/index.ts";
import { useNearPlace, useSetNearPlace } from "../places/index.ts";
import { isNarrowed } from "./filters.ts";
import type { ChangeFilters } from "./use-market-filters.ts";
import type { MarketQuery } from "./use-market-query.ts";

interface NoResultsProps {
  title: string;
  filters: MarketFilters;
  change: ChangeFilters;
  list: MarketQuery;
  onClear: () => void;
}

/** An empty list: offers the next larger radius that finds something, else to clear the filters. */
export default function NoResults({ title, filters, change, list, onClear }: NoResultsProps) {
  const narrowed = isNarrowed(filters);
  const clear = narrowed ? (
    <Button variant="soft" onClick={onClear}>
      Clear search and filters
    </Button>
  ) : null;
  const near = list.understood.find(({ kind }) => kind === "near");
  if (list.error === null && (near !== undefined || list.query.within_km !== undefined)) {
    return <NothingWithin filters={filters} change={change} list={list} clear={clear} />;
  }
  if (!narrowed) {
    return (
      <EmptyState
        title={title}
        description={
          tabById(filters.tab).status === "sold"
            ? "Items will show up here once they're sold."
            : "New listings will show up here as soon as they're published."
        }
      />
    );
  }
  return (
    <>
      <EmptyState
        icon={<SearchX className="size-7" />}
        title={title}
        description={
          list.error !== null && filters.near !== ""
            ? "Check the spelling, or choose another one."
            : "Try different keywords, a wider price range or a larger distance."
        }
        action={clear}
      />
      <PopularItems />
    </>
  );
}

type NothingWithinProps = Pick<NoResultsProps, "filters" | "change" | "list"> & { clear: ReactNode };

/** Nothing within the radius of the address, or of the visitor's place. */
function NothingWithin({ filters, change, list: { query, wider, understood }, clear }: NothingWithinProps) {
  const near = useNearPlace();
  const save = useSetNearPlace();
  const typed = understood.find((part) => part.kind === "near");
  const where = typed?.place ?? (filters.near || near?.suburb);
  const widen = (within_km: RadiusKm | null) => {
    if (typed) change({ search: typed.rest, near: typed.place, withinKm: within_km, location: "" });
    else if (filters.near !== "") change({ withinKm: within_km });
    else if (near) save.mutate({ place: near.place, within_km });
  };
  return (
    <EmptyState
      icon={<SearchX className="size-7" />}
      title={`Nothing within ${typed?.within_km ?? query.within_km} km of ${where}`}
      description={wider ? "There's more further away." : "Try different keywords or a wider price range."}
      action={
        <>
          {wider ? (
            <Button loading={save.isPending} onClick={() => widen(wider.within_km)}>
              Show {groupDigits(wider.count)}{" "}
              {wider.within_km === null ? "further away" : `within ${wider.within_km} km`}
            </Button>
          ) : null}
          {clear}
        </>
      }
    />
  );
}
