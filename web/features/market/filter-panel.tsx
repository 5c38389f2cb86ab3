import { MapPin } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { CONDITION_LABELS, CONDITIONS, type Condition } from "#domain/catalogue";
import { Button } from "../../ui/button.tsx";
import DialogPopup from "../../ui/dialog-popup.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { type MarketFilters, normalPriceRange, PRICE_TOP } from "./filters.ts";
import { type PriceEnds, PriceRange } from "./price-range.tsx";

/** The part of the filters that this panel owns. */
type Draft = { condition: Condition | null; price: PriceEnds; location: string };

function draftOf(filters: MarketFilters): Draft {
  return {
    condition: filters.condition,
    price: [filters.minPrice ?? 0, filters.maxPrice ?? PRICE_TOP],
    location: filters.location,
  };
}

const CLEAR: Draft = { condition: null, price: [0, PRICE_TOP], location: "" };

interface FilterPanelProps {
  open: boolean;
  onClose: () => void;
  filters: MarketFilters;
  onApply: (change: Partial<MarketFilters>) => void;
}

/** Condition, price and place (§2). Chosen first, applied together: one step of Back undoes them. */
export default function FilterPanel({ open, onClose, filters, onApply }: FilterPanelProps) {
  const form = useId();
  const [draft, setDraft] = useState(() => draftOf(filters));
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening starts from the filters of that moment
  useEffect(() => {
    if (open) setDraft(draftOf(filters));
  }, [open]);

  const apply = () => {
    const [low, high] = draft.price;
    onApply({
      condition: draft.condition,
      location: draft.location.trim(),
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
          apply();
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
        <Field label="Location">
          <TextInput
            value={draft.location}
            onChange={(event) => set({ location: event.target.value })}
            maxLength={60}
            autoComplete="off"
            placeholder="City, state or postcode"
            before={<MapPin className="size-4.5" aria-hidden="true" />}
            className="pl-10!"
          />
        </Field>
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
