import { DAY_MS } from "#domain/deadlines";
import { COLLECTION_MAX_DAYS, type CollectionWindow, windowProblem } from "#domain/orders/collection-windows";
import { localTime, type TypedWindow } from "../lib/local-time.ts";
import { serverNow } from "../lib/server-clock.ts";
import { Field, FieldError } from "./field.tsx";
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

interface WindowFieldProps {
  value: TypedWindow;
  zone: string;
  error: string | undefined;
  onChange: (value: TypedWindow) => void;
}

/** A window that two people agree on: from today, as far ahead as collections go. */
export function WindowField({ value, zone, error, onChange }: WindowFieldProps) {
  const now = serverNow();
  return (
    <div>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <WindowInput
          value={value}
          min={localTime(now, zone).slice(0, 10)}
          max={localTime(now + COLLECTION_MAX_DAYS * DAY_MS, zone).slice(0, 10)}
          invalid={error !== undefined}
          onChange={(part) => onChange({ ...value, ...part })}
        />
      </div>
      <FieldError message={error} />
    </div>
  );
}

/** Returns what is wrong with a typed window, if anything. */
export const typedWindowProblem = (window: CollectionWindow): string | null =>
  Number.isNaN(window.from + window.until) ? "Enter a day, a start and an end." : windowProblem(window, serverNow());
