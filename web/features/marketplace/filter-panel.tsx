import { useEffect, useId, useRef, useState } from "react";
import { CONDITION_LABELS, CONDITIONS } from "#domain/items/catalogue";
import { listQuery, type MarketFilters, NO_FILTERS, normalPriceRange } from "#domain/items/market-filters";
import { RADII_KM, radiusIn } from "#domain/places/near-place";
import { Button } from "../../ui/button.tsx";
import { ChoicePill } from "../../ui/choice-pill.tsx";
import DialogPopup from "../../ui/dialog-popup.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { PlaceInput, placeNamed, useNearPlace } from "../places/index.ts";
import { PriceChoice } from "./price-choice.tsx";
import { countText, useItemCount } from "./use-item-count.ts";

/** Value of the distance for a place whose name listings must contain; the others are around a suburb. */
const THIS_AREA = "area";

const DISTANCES = [
  { value: THIS_AREA, label: "This area only" },
  ...RADII_KM.map((km) => ({ value: String(km), label: `Within ${km} km` })),
  { value: "", label: "No limit" },
];

const UNKNOWN_PLACE = "We don't know that suburb or postcode.";

type Draft = Pick<MarketFilters, "conditions" | "minPrice" | "maxPrice"> & { place: string; distance: string };

function draftOf({ conditions, minPrice, maxPrice, location, near, withinKm }: MarketFilters): Draft {
  const distance = near === "" ? THIS_AREA : String(withinKm ?? "");
  return { conditions, minPrice, maxPrice, place: near || location, distance };
}

function filtersOfDraft({ conditions, minPrice, maxPrice, place, distance }: Draft) {
  const typed = place.trim();
  const around = typed !== "" && distance !== THIS_AREA;
  return {
    conditions,
    ...normalPriceRange(minPrice, maxPrice),
    location: around ? "" : typed,
    near: around ? typed : "",
    withinKm: around ? radiusIn(distance) : null,
  };
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
  const visitor = useNearPlace();
  const [draft, setDraft] = useState(() => draftOf(filters));
  const [unknownPlace, setUnknownPlace] = useState(false);
  const place = useRef<HTMLInputElement>(null);
  const count = useItemCount(open ? listQuery({ ...filters, ...filtersOfDraft(draft) }, visitor) : null);
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
    const wanted = filtersOfDraft(draft);
    const near = wanted.near === "" ? "" : await placeNamed(wanted.near);
    if (near === null) {
      setUnknownPlace(true);
      place.current?.focus();
      return;
    }
    onApply({ ...wanted, near });
    onClose();
  };

  return (
    <DialogPopup
      open={open}
      onClose={onClose}
      title="Filters"
      footer={
        <>
          <Button variant="ghost" onClick={() => set(draftOf(NO_FILTERS))}>
            Clear all
          </Button>
          <Button type="submit" form={form} className="tabular-nums">
            {count === undefined
              ? "Show items"
              : count.count === 0
                ? "No items match"
                : `Show ${countText(count, "item")}`}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-7 pt-1"
        onSubmit={(event) => {
          event.preventDefault();
          void apply();
        }}
      >
        <fieldset>
          <legend className="mb-2.5 font-semibold">Condition</legend>
          <div className="flex flex-wrap gap-2">
            {CONDITIONS.map((condition) => (
              <ChoicePill
                key={condition}
                type="checkbox"
                checked={draft.conditions.includes(condition)}
                onChange={({ target }) =>
                  // In the order of the list, so that the same choice has one address.
                  set({
                    conditions: CONDITIONS.filter((one) =>
                      one === condition ? target.checked : draft.conditions.includes(one),
                    ),
                  })
                }
              >
                {CONDITION_LABELS[condition]}
              </ChoicePill>
            ))}
          </div>
        </fieldset>
        <PriceChoice value={draft} onChange={set} />
        <div className="grid gap-4 sm:grid-cols-[1fr_200px]">
          <Field label="Location" error={unknownPlace ? UNKNOWN_PLACE : undefined}>
            <PlaceInput
              inputRef={place}
              placeholder="City, state or postcode"
              value={draft.place}
              onChange={(typed) => set({ place: typed })}
            />
          </Field>
          <Field label="Distance">
            <Select
              options={DISTANCES}
              value={draft.distance}
              onChange={(event) => set({ distance: event.target.value })}
            />
          </Field>
        </div>
      </form>
    </DialogPopup>
  );
}
