import type { TypedWindow } from "../lib/local-time.ts";
import { Field } from "./field.tsx";
import { TextInput } from "./text-input.tsx";

interface WindowInputProps {
  value: TypedWindow;
  /** First and last selectable day, "2026-11-28". */
  min: string;
  max: string;
  invalid: boolean;
  onChange: (part: Partial<TypedWindow>) => void;
}

/** A day with a start and an end, in the local time of the place. */
export function WindowInput({ value, min, max, invalid, onChange }: WindowInputProps) {
  return (
    <>
      <Field label="Day" className="w-full grow sm:w-auto">
        <TextInput
          type="date"
          min={min}
          max={max}
          value={value.day}
          aria-invalid={invalid || undefined}
          onChange={(event) => onChange({ day: event.target.value })}
        />
      </Field>
      <Field label="From" className="flex-1 sm:flex-none">
        <TextInput type="time" value={value.from} onChange={(event) => onChange({ from: event.target.value })} />
      </Field>
      <Field label="Until" className="flex-1 sm:flex-none">
        <TextInput type="time" value={value.until} onChange={(event) => onChange({ until: event.target.value })} />
      </Field>
    </>
  );
}
