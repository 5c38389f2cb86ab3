import { SearchX } from "lucide-react";
import type { MarketFilters } from "#domain/items/market-filters";
import { tabById } from "#domain/items/marketplace-tabs";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { PopularItems } from "../popular-items.tsx";
import { isNarrowed } from "./filters.ts";

/** An empty list, with a button to clear the filters if there are any. */
export default function NoResults({
  title,
  filters,
  onClear,
}: {
  title: string;
  filters: MarketFilters;
  onClear: () => void;
}) {
  if (!isNarrowed(filters)) {
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
        description="Try different keywords, a wider price range or a larger distance."
        action={
          <Button variant="soft" onClick={onClear}>
            Clear search and filters
          </Button>
        }
      />
      <PopularItems />
    </>
  );
}
