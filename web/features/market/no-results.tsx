import { SearchX } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { isNarrowed, type MarketFilters } from "./filters.ts";
import * as words from "./nothing-words.ts";
import { tabById } from "./tabs.ts";

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
        description={tabById(filters.tab).status === "sold" ? words.salesAppearHere : words.newListingsAppearHere}
      />
    );
  }
  return (
    <EmptyState
      icon={<SearchX className="size-7" />}
      title={title}
      description={words.tryAnotherWordWiderPrice}
      action={
        <Button variant="soft" onClick={onClear}>
          {words.clearSearchAndFilters}
        </Button>
      }
    />
  );
}
