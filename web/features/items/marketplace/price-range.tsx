import { Slider } from "@base-ui/react/slider";
import { useEffect, useState } from "react";
import { Field } from "../../../ui/field.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { PRICE_STEP, PRICE_TOP, priceRangeLabel, priceStop } from "./filters.ts";

/** Both ends as the slider shows them: 0 and 10,000 mean "no bound". */
export type PriceEnds = readonly [low: number, high: number];

interface PriceRangeProps {
  value: PriceEnds;
  onChange: (value: PriceEnds) => void;
}

const THUMB =
  "size-7 rounded-full border-2 border-brand bg-raised outline-none has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-brand";

/**
 * The specified price slider (0 to 10,000 in steps of 50) with inputs next to it, because on a phone one step is
 * narrower than a finger.
 */
export function PriceRange({ value, onChange }: PriceRangeProps) {
  const [low, high] = value;
  return (
    <fieldset>
      <legend className="sr-only">Price</legend>
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-semibold" aria-hidden="true">
          Price
        </span>
        <span className="text-sm text-muted tabular-nums">
          {priceRangeLabel(low <= 0 ? null : low, high >= PRICE_TOP ? null : high)}
        </span>
      </div>
      <Slider.Root
        value={[low, high]}
        min={0}
        max={PRICE_TOP}
        step={PRICE_STEP}
        largeStep={PRICE_STEP * 10}
        thumbAlignment="edge-client-only"
        onValueChange={(next) => {
          if (Array.isArray(next)) onChange([next[0] ?? 0, next[1] ?? PRICE_TOP]);
        }}
      >
        <Slider.Control className="flex w-full touch-none select-none items-center py-3.5">
          <Slider.Track className="h-1.5 w-full rounded-full bg-line">
            <Slider.Indicator className="rounded-full bg-brand" />
            <Slider.Thumb
              index={0}
              aria-label="Lowest price"
              getAriaValueText={(_, at) => priceStop(at)}
              className={THUMB}
            />
            <Slider.Thumb
              index={1}
              aria-label="Highest price"
              getAriaValueText={(_, at) => priceStop(at)}
              className={THUMB}
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
      <div className="mt-1 grid grid-cols-2 gap-3">
        <PriceInput
          label="From"
          placeholder="0"
          value={low <= 0 ? null : low}
          onChange={(next) => onChange([next ?? 0, high])}
        />
        <PriceInput
          label="To"
          placeholder="10,000+"
          value={high >= PRICE_TOP ? null : high}
          onChange={(next) => onChange([low, next ?? PRICE_TOP])}
        />
      </div>
    </fieldset>
  );
}

interface PriceInputProps {
  label: string;
  placeholder: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

/**
 * Price input in whole dollars. Keeps its own text while it is edited, so that "1" on the way to "150" is not
 * corrected.
 */
function PriceInput({ label, placeholder, value, onChange }: PriceInputProps) {
  const shown = value === null ? "" : String(value);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  return (
    <Field label={label} className="text-sm font-normal">
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        before={<span aria-hidden="true">$</span>}
        className="tabular-nums"
        onChange={(event) => {
          const digits = event.target.value.replace(/\D/g, "").slice(0, 5);
          setText(digits);
          onChange(digits === "" ? null : Math.min(Number(digits), PRICE_TOP));
        }}
      />
    </Field>
  );
}
