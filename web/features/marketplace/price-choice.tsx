import { Slider } from "@base-ui/react/slider";
import { useEffect, useState } from "react";
import { PRICE_FILTER_MAX_DOLLARS } from "#domain/items/catalogue";
import { type MarketFilters, normalPriceRange } from "#domain/items/market-filters";
import { centsToDollars, dollarsToCents } from "#domain/money";
import { amountProblem, amountText, typedCents } from "#domain/readers/amount";
import { ChoicePill } from "../../ui/choice-pill.tsx";
import { Field } from "../../ui/field.tsx";
import { MoneyInput } from "../../ui/money-input.tsx";
import { priceEndLabel } from "./filters.ts";

type PriceRange = Pick<MarketFilters, "minPrice" | "maxPrice">;

/** Most goods cost less than $500, so the choices cover that range, and the inputs cover the rest. */
const LIMITS = [null, 0, 20, 50, 100, 250] as const;

interface PriceChoiceProps {
  value: PriceRange;
  onChange: (value: PriceRange) => void;
}

/** Price filter: common limits to press, a slider for the rough range, and two inputs for an exact one. */
export function PriceChoice({ value, onChange }: PriceChoiceProps) {
  const { minPrice, maxPrice } = value;
  return (
    <fieldset>
      <legend className="mb-2.5 font-semibold">Price up to</legend>
      <div className="flex flex-wrap gap-2">
        {LIMITS.map((limit) => (
          <ChoicePill
            key={limit}
            type="radio"
            name="price"
            checked={minPrice === null && maxPrice === limit}
            onChange={() => onChange({ minPrice: null, maxPrice: limit })}
          >
            {limit === null ? "Any" : limit === 0 ? "Free" : `$${limit}`}
          </ChoicePill>
        ))}
      </div>
      <PriceSlider value={value} onChange={onChange} />
      <div className="mt-3 grid grid-cols-2 gap-3">
        <PriceInput label="From" value={minPrice} onChange={(next) => onChange({ minPrice: next, maxPrice })} />
        <PriceInput label="To" value={maxPrice} onChange={(next) => onChange({ minPrice, maxPrice: next })} />
      </div>
    </fieldset>
  );
}

const SLIDER_STEP_DOLLARS = 50;
const SLIDER_PAGE_DOLLARS = 500;
const ENDS = ["Lowest price", "Highest price"];

/** Both ends of the range; at the right end of the track there is no upper limit. */
function PriceSlider({ value: { minPrice, maxPrice }, onChange }: PriceChoiceProps) {
  const low = Math.min(minPrice ?? 0, PRICE_FILTER_MAX_DOLLARS);
  const high = Math.min(maxPrice ?? PRICE_FILTER_MAX_DOLLARS, PRICE_FILTER_MAX_DOLLARS);
  // While a price is typed, "From" may exceed "To".
  const ends = [Math.min(low, high), Math.max(low, high)];
  return (
    <Slider.Root
      value={ends}
      min={0}
      max={PRICE_FILTER_MAX_DOLLARS}
      step={SLIDER_STEP_DOLLARS}
      largeStep={SLIDER_PAGE_DOLLARS}
      onValueChange={([from, to]) => onChange(normalPriceRange(from ?? null, to ?? null))}
      className="mt-2"
    >
      <Slider.Control className="flex h-11 cursor-pointer touch-none items-center px-3.5 select-none">
        <Slider.Track className="h-1.5 w-full rounded-full bg-line">
          <Slider.Indicator className="rounded-full bg-brand" />
          {ENDS.map((label, index) => (
            <Slider.Thumb
              key={label}
              index={index}
              aria-label={label}
              getAriaValueText={(_text, dollars) => priceEndLabel(dollars)}
              className="size-7 rounded-full border-2 border-brand bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
            />
          ))}
        </Slider.Track>
      </Slider.Control>
      <p aria-hidden="true" className="font-medium text-sm tabular-nums">
        {ends.map(priceEndLabel).join(" – ")}
      </p>
    </Slider.Root>
  );
}

interface PriceInputProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** Price in dollars; empty means no limit. Keeps its own text, so that "05" is not corrected while it is typed. */
function PriceInput({ label, value, onChange }: PriceInputProps) {
  const cents = value === null ? null : dollarsToCents(value);
  const shown = cents === null ? "" : amountText(cents);
  const [text, setText] = useState(shown);
  // Shown once the input is left: while it is typed, every amount passes through unreadable states.
  const [left, setLeft] = useState(false);
  useEffect(() => setText((typed) => (typedCents(typed) === cents ? typed : shown)), [shown, cents]);
  return (
    <Field label={label} error={left ? amountProblem(text) : undefined} className="text-sm font-normal">
      <MoneyInput
        placeholder="Any"
        value={text}
        onBlur={() => setLeft(true)}
        onChange={(event) => {
          const typed = typedCents(event.target.value);
          setLeft(false);
          setText(event.target.value);
          onChange(typed === null ? null : centsToDollars(typed));
        }}
      />
    </Field>
  );
}
