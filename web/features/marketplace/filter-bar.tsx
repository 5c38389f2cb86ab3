import { clsx } from "clsx";
import { List, Map as MapIcon, SlidersHorizontal, X } from "lucide-react";
import { useState } from "react";
import { CATEGORY_LABELS, CONDITION_LABELS, SORT_LABELS, SORTS, type Sort } from "#domain/items/catalogue";
import { type MarketFilters, NO_FILTERS, sortOf } from "#domain/items/market-filters";
import { tabById } from "#domain/items/marketplace-tabs";
import { describeMeaning } from "#domain/items/search-meaning";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { NearChip, useNearPlace } from "../places/index.ts";
import { panelFilterCount, placeLabel, priceRangeLabel } from "./filters.ts";
import type { MapView } from "./map/view-params.ts";
import { SearchBox } from "./search-box.tsx";
import type { ChangeFilters } from "./use-market-filters.ts";
import type { MarketQuery } from "./use-market-query.ts";

const FilterPanel = lazyDialog(() => import("./filter-panel.tsx"));

/** Returns the orders to choose from: without a place nothing is nearest, and without words nothing matches best. */
const sortOptions = (placed: boolean, words: boolean) =>
  SORTS.filter((sort) => (placed || sort !== "nearest") && (words || sort !== "best")).map((value) => ({
    value,
    label: SORT_LABELS[value],
  }));

interface FilterBarProps {
  filters: MarketFilters;
  change: ChangeFilters;
  /** What the search was understood as, which can be taken off like a filter. */
  list: Pick<MarketQuery, "understood" | "wordsAlone">;
}

/**
 * Search, view, place, filters and sort order in one row, of which phones scroll all but the first sideways; below it the active
 * filters, each with a remove button.
 */
export function FilterBar({ filters, change, list, view }: FilterBarProps & { view: MapView }) {
  const [open, setOpen] = useState(false);
  const near = useNearPlace();
  const count = panelFilterCount(filters);
  const placed = list.understood.some(({ kind }) => kind === "near");
  const hasPlace = placed || (filters.location === "" && (near !== null || filters.near !== ""));

  return (
    <div data-tour="search-filters" className="pt-4 pb-5">
      <div className="flex flex-wrap gap-2.5">
        <SearchBox value={filters.search} onSearch={(search) => change({ search }, "replace")} />
        {tabById(filters.tab).lists === "items" ? (
          // Positioned, or the text for screen readers in it would widen the page.
          <div className="relative flex gap-2.5 max-sm:-mx-4 max-sm:-my-1 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] max-sm:*:shrink-0">
            <ViewSwitch view={view} />
            <NearChip className="max-w-64" />
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
              onPointerEnter={FilterPanel.preload}
              onFocus={FilterPanel.preload}
              className="flex h-11 items-center justify-center gap-2 rounded-full border border-field bg-raised px-5 font-semibold transition-colors duration-150 hover:border-ink"
            >
              <SlidersHorizontal className="size-4.5" />
              Filters
              {count > 0 ? (
                <span className="flex size-5.5 items-center justify-center rounded-full bg-brand text-sm text-on-brand tabular-nums">
                  {count}
                  <span className="sr-only"> set</span>
                </span>
              ) : null}
            </button>
            <Select
              shape="pill"
              aria-label="Sort by"
              options={sortOptions(hasPlace, filters.search.trim() !== "")}
              value={sortOf(filters, hasPlace)}
              onChange={(event) => change({ sort: event.target.value as Sort })}
              className="w-52"
            />
          </div>
        ) : null}
      </div>
      <ActiveFilters filters={filters} change={change} list={list} />
      <FilterPanel open={open} onClose={() => setOpen(false)} filters={filters} onApply={change} />
    </div>
  );
}

/** Shows the list alone or with the map. */
function ViewSwitch({ view: { onMap, showMap } }: { view: MapView }) {
  const choices = [
    ["List", List, false],
    ["Map", MapIcon, true],
  ] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser
    <div role="group" aria-label="View" className="flex rounded-full border border-field bg-raised">
      {choices.map(([label, Icon, map]) => (
        <button
          key={label}
          type="button"
          aria-pressed={onMap === map}
          onClick={() => showMap(map)}
          className={clsx(
            "-m-px flex h-11 items-center gap-2 rounded-full px-4 font-semibold",
            onMap === map
              ? "bg-brand-soft text-brand-ink [box-shadow:inset_0_0_0_2px_var(--color-brand)]"
              : "text-muted hover:text-ink",
          )}
        >
          <Icon className="size-4.5" />
          {label}
        </button>
      ))}
    </div>
  );
}

/** Resets every filter except tab, search and sort order. */
const CLEARED = {
  category: NO_FILTERS.category,
  conditions: NO_FILTERS.conditions,
  minPrice: NO_FILTERS.minPrice,
  maxPrice: NO_FILTERS.maxPrice,
  location: NO_FILTERS.location,
  near: NO_FILTERS.near,
  withinKm: NO_FILTERS.withinKm,
  since: NO_FILTERS.since,
} satisfies Partial<MarketFilters>;

function ActiveFilters({ filters, change, list }: FilterBarProps) {
  const chips: { label: string; off: Partial<MarketFilters> }[] = list.understood.map(({ rest, ...meaning }) => ({
    label: describeMeaning(meaning).replace(/^./, (first) => first.toUpperCase()),
    off: { search: rest },
  }));
  if (filters.category) chips.push({ label: CATEGORY_LABELS[filters.category], off: { category: null } });
  for (const condition of filters.conditions) {
    const others = filters.conditions.filter((one) => one !== condition);
    chips.push({ label: CONDITION_LABELS[condition], off: { conditions: others } });
  }
  if (filters.minPrice !== null || filters.maxPrice !== null) {
    chips.push({ label: priceRangeLabel(filters), off: { minPrice: null, maxPrice: null } });
  }
  const place = placeLabel(filters);
  if (place !== "") chips.push({ label: place, off: { location: "", near: "", withinKm: null } });
  if (filters.since !== null) chips.push({ label: "New since your last visit", off: { since: null } });
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="mt-3 flex flex-wrap items-center gap-2">
      {chips.map((chip) => (
        <li key={`${Object.keys(chip.off)} ${chip.label}`} className="min-w-0">
          <button
            type="button"
            onClick={() => change(chip.off)}
            className="flex min-h-9 max-w-full items-center gap-1.5 rounded-full bg-brand-soft pr-2.5 pl-3.5 text-sm font-semibold text-brand-ink hover:bg-brand-soft-hover"
          >
            <span className="truncate">{chip.label}</span>
            <X className="size-3.5 shrink-0" />
            <span className="sr-only">: remove this filter</span>
          </button>
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <button
            type="button"
            onClick={() => change({ ...CLEARED, search: list.wordsAlone ?? filters.search })}
            className="min-h-9 rounded-full px-2 text-sm font-semibold text-muted underline-offset-4 hover:text-ink hover:underline"
          >
            Clear all
          </button>
        </li>
      ) : null}
    </ul>
  );
}
