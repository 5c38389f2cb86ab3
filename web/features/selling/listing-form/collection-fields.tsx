import { Plus, X } from "lucide-react";
import { useWatch } from "react-hook-form";
import { DAY_MS } from "#domain/deadlines";
import { COLLECTION_MAX_DAYS, WINDOWS_MAX } from "#domain/orders/collection-windows";
import { localTime, type TypedWindow } from "../../../lib/local-time.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, FieldError } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { WindowInput } from "../../../ui/window-input.tsx";
import { rowsOf, textOfRows } from "./collection-time.ts";
import type { ItemForm } from "./item-form-values.ts";

interface CollectionFieldsProps {
  form: ItemForm;
  /** When the form was opened (UTC ms). */
  now: number;
  errorOf: (name: "collection_date" | "collection_windows") => string | undefined;
}

/** When the item can be collected: one time, or several for the buyer to choose from (D54). */
export function CollectionFields({ form, now, errorOf }: CollectionFieldsProps) {
  const [zone, date, typed] = useWatch({
    control: form.control,
    name: ["collection_zone", "collection_date", "collection_windows"],
  });
  const set = (text: string) =>
    form.setValue("collection_windows", text, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const several = typed !== "";
  const limits = { min: localTime(now, zone), max: localTime(now + COLLECTION_MAX_DAYS * DAY_MS, zone) };
  return (
    <>
      <div className="sm:col-span-2">
        <input type="hidden" {...form.register("collection_windows")} />
        <RadioCards
          legend="When can it be picked up?"
          columns={2}
          error={several ? undefined : errorOf("collection_windows")}
          value={several ? "several" : "one"}
          onChange={(choice) => set(choice === "several" ? textOfRows(firstRows(date || limits.min)) : "")}
          options={[
            { value: "one", label: "One time" },
            { value: "several", label: "Several times to choose from" },
          ]}
        />
      </div>
      {several ? (
        <Windows typed={typed} onChange={set} limits={limits} error={errorOf("collection_windows")} />
      ) : (
        <Field label="Pickup date and time" error={errorOf("collection_date")}>
          <TextInput {...form.register("collection_date")} type="datetime-local" {...limits} />
        </Field>
      )}
    </>
  );
}

interface WindowsProps {
  typed: string;
  onChange: (typed: string) => void;
  limits: { min: string; max: string };
  error: string | undefined;
}

/** The rows of several windows, as typed. */
export function Windows({ typed, onChange, limits, error }: WindowsProps) {
  const rows = rowsOf(typed);
  const change = (index: number, part: Partial<TypedWindow>) =>
    onChange(textOfRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row))));
  return (
    <fieldset className="min-w-0 sm:col-span-2" aria-describedby={error ? "collection-windows-error" : undefined}>
      <legend className="mb-1 font-semibold">Pickup times</legend>
      <p className="mb-3 text-sm text-muted">Each is 30 minutes to 4 hours. The buyer chooses one before paying.</p>
      <ol className="grid gap-3">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and their inputs are controlled
          <li key={index} className="flex flex-wrap items-end gap-x-3 gap-y-2">
            <WindowInput
              value={row}
              min={limits.min.slice(0, 10)}
              max={limits.max.slice(0, 10)}
              invalid={error !== undefined}
              onChange={(part) => change(index, part)}
            />
            <IconButton
              label={`Remove time ${index + 1}`}
              disabled={rows.length === 1}
              onClick={() => onChange(textOfRows(rows.filter((_, at) => at !== index)))}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ol>
      <FieldError id="collection-windows-error" message={error} />
      {rows.length < WINDOWS_MAX ? (
        <Button
          variant="secondary"
          className="mt-3"
          icon={<Plus />}
          onClick={() => onChange(textOfRows([...rows, dayAfter(rows.at(-1))]))}
        >
          Add a time
        </Button>
      ) : null}
    </fieldset>
  );
}

/** The first windows: two hours from the single date on, and the same on the next day. */
export function firstRows(local: string): TypedWindow[] {
  const [day = "", from = "10:00"] = local.split("T");
  const hour = Math.min(Number(from.slice(0, 2)), 21);
  const first = { day, from: `${String(hour).padStart(2, "0")}:00`, until: `${String(hour + 2).padStart(2, "0")}:00` };
  return [first, dayAfter(first)];
}

/** The same times on the next day. */
function dayAfter(row: TypedWindow | undefined): TypedWindow {
  const day = row ? Date.parse(`${row.day}T00:00:00Z`) : Number.NaN;
  if (!row || Number.isNaN(day)) return { day: "", from: row?.from ?? "", until: row?.until ?? "" };
  return { ...row, day: new Date(day + DAY_MS).toISOString().slice(0, 10) };
}
