import { useEffect, useId, useRef, useState } from "react";
import { CONDITION_LABELS, CONDITIONS, type Condition } from "#domain/items/catalogue";
import { type MarketFilters, normalPriceRange } from "#domain/items/market-filters";
import { RADII_KM, type RadiusKm, radiusIn } from "#domain/places/near-place";
import { placeText } from "#domain/places/place-name";
import { Button } from "../../../ui/button.tsx";
import DialogPopup from "../../../ui/dialog-popup.tsx";
import { Field } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { findPlaces, PlaceInput } from "../../places/index.ts";
import { PRICE_TOP } from "./filters.ts";
import { type PriceEnds, PriceRange } from "./price-range.tsx";

type Draft = { condition: Condition | null; price: PriceEnds; location: string; withinKm: RadiusKm | null };

function draftOf(filters: MarketFilters): Draft {
  return {
    condition: filters.conditions[0] ?? null,
    price: [filters.minPrice ?? 0, filters.maxPrice ?? PRICE_TOP],
    location: filters.near || filters.location,
    withinKm: filters.withinKm,
  };
}

const CLEAR: Draft = { condition: null, price: [0, PRICE_TOP], location: "", withinKm: null };

const DISTANCES = [
  { value: "", label: "This area only" },
  ...RADII_KM.map((km) => ({ value: String(km), label: `Within ${km} km` })),
];
const UNKNOWN_PLACE = "We don't know that suburb or postcode.";

/**
 * Returns the place for a radius search: the typed text if it is a place, else the first suggestion; null when there is
 * none. If the lookup fails, returns the text, and the list reports an unknown place.
 */
async function placeNamed(typed: string): Promise<string | null> {
  const wanted = typed.toLowerCase();
  try {
    const { items } = await findPlaces(typed);
    const exact = items.some(({ suburb, postcode }) => suburb.toLowerCase() === wanted || postcode === wanted);
    return exact ? typed : items[0] ? placeText(items[0]) : null;
  } catch {
    return typed;
  }
}

interface FilterPanelProps {
  open: boolean;
  onClose: () => void;
  filters: MarketFilters;
  onApply: (change: Partial<MarketFilters>) => void;
}

/** Condition, price and place filters. They are applied together, so that one step back undoes them all. */
export default function FilterPanel({ open, onClose, filters, onApply }: FilterPanelProps) {
  const form = useId();
  const [draft, setDraft] = useState(() => draftOf(filters));
  const [unknownPlace, setUnknownPlace] = useState(false);
  const place = useRef<HTMLInputElement>(null);
  const set = (change: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...change }));
    setUnknownPlace(false);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: resets to the current filters on opening
  useEffect(() => {
    if (!open) return;
    setDraft(draftOf(filters));
    setUnknownPlace(false);
  }, [open]);

  const apply = async () => {
    const [low, high] = draft.price;
    const typed = draft.location.trim();
    const around = typed === "" ? null : draft.withinKm;
    const location = around === null ? typed : await placeNamed(typed);
    if (location === null) {
      setUnknownPlace(true);
      place.current?.focus();
      return;
    }
    onApply({
      conditions: draft.condition === null ? [] : [draft.condition],
      location: around === null ? location : "",
      near: around === null ? "" : location,
      withinKm: around,
      ...normalPriceRange(low, high >= PRICE_TOP ? null : high),
    });
    onClose();
  };

  return (
    <DialogPopup
      open={open}
      onClose={onClose}
      title="Filters"
      footer={
        <>
          <Button variant="ghost" onClick={() => setDraft(CLEAR)}>
            Clear all
          </Button>
          <Button type="submit" form={form}>
            Show items
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-7 pt-1"
        onSubmit={(event) => {
          event.preventDefault();
          void apply();
        }}
      >
        <fieldset>
          <legend className="mb-2.5 font-semibold">Condition</legend>
          <div className="flex flex-wrap gap-2">
            <ConditionPill label="Any" checked={draft.condition === null} onChoose={() => set({ condition: null })} />
            {CONDITIONS.map((condition) => (
              <ConditionPill
                key={condition}
                label={CONDITION_LABELS[condition]}
                checked={draft.condition === condition}
                onChoose={() => set({ condition })}
              />
            ))}
          </div>
        </fieldset>
        <PriceRange value={draft.price} onChange={(price) => set({ price })} />
        <div className="grid gap-4 sm:grid-cols-[1fr_200px]">
          <Field label="Location" error={unknownPlace ? UNKNOWN_PLACE : undefined}>
            <PlaceInput
              inputRef={place}
              placeholder="City, state or postcode"
              value={draft.location}
              onChange={(location) => set({ location })}
            />
          </Field>
          <Field label="Distance">
            <Select
              options={DISTANCES}
              value={String(draft.withinKm ?? "")}
              onChange={(event) => set({ withinKm: radiusIn(event.target.value) })}
            />
          </Field>
        </div>
      </form>
    </DialogPopup>
  );
}

function ConditionPill({ label, checked, onChoose }: { label: string; checked: boolean; onChoose: () => void }) {
  return (
    <label className="flex min-h-10 cursor-pointer items-center rounded-full border border-field px-4 font-medium transition-colors duration-150 hover:border-ink has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
      <input type="radio" name="condition" checked={checked} onChange={onChoose} className="sr-only" />
      {label}
    </label>
  );
}
