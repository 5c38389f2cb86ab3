import { useEffect, useState } from "react";
import type { MarketFilters } from "#domain/items/market-filters";
import { ChoicePill } from "../../ui/choice-pill.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";

type PriceRange = Pick<MarketFilters, "minPrice" | "maxPrice">;

/** Most goods cost less than $500, so the choices cover that range, and the inputs cover the rest. */
const LIMITS = [null, 0, 20, 50, 100, 250] as const;

interface PriceChoiceProps {
  value: PriceRange;
  onChange: (value: PriceRange) => void;
}

/** Price filter: common limits to press, and two inputs for any other range. */
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
      <div className="mt-3 grid grid-cols-2 gap-3">
        <PriceInput label="From" value={minPrice} onChange={(next) => onChange({ minPrice: next, maxPrice })} />
        <PriceInput label="To" value={maxPrice} onChange={(next) => onChange({ minPrice, maxPrice: next })} />
      </div>
    </fieldset>
  );
}

interface PriceInputProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** Price in whole dollars; empty means no limit. Keeps its own text, so that "05" is not corrected while it is typed. */
function PriceInput({ label, value, onChange }: PriceInputProps) {
  const shown = value === null ? "" : String(value);
  const [text, setText] = useState(shown);
  useEffect(() => setText((typed) => (typed !== "" && Number(typed) === value ? typed : shown)), [shown, value]);
  return (
    <Field label={label} className="text-sm font-normal">
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        placeholder="Any"
        value={text}
        before={<span aria-hidden="true">$</span>}
        className="tabular-nums"
        onChange={(event) => {
          const digits = event.target.value.replace(/\D/g, "").slice(0, 5);
          setText(digits);
          onChange(digits === "" ? null : Number(digits));
        }}
      />
    </Field>
  );
}
