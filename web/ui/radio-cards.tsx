import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { FieldError } from "./field.tsx";

interface RadioCard<Value extends string> {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
}

interface RadioCardsProps<Value extends string> {
  legend: ReactNode;
  hideLegend?: boolean;
  options: readonly RadioCard<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  error?: string | undefined;
  /** Number of columns from 640 px up. */
  columns?: 1 | 2 | 3;
}

/** A choice of few options, each with room for an explanation: payment methods, delivery, roles. */
export function RadioCards<Value extends string>({
  legend,
  hideLegend = false,
  options,
  value,
  onChange,
  error,
  columns = 1,
}: RadioCardsProps<Value>) {
  const name = useId();
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined} className="min-w-0">
      <legend className={hideLegend ? "sr-only" : "mb-2 font-semibold"}>{legend}</legend>
      <div className={clsx("grid gap-2.5", columns === 2 && "sm:grid-cols-2", columns === 3 && "sm:grid-cols-3")}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-14 cursor-pointer items-center gap-3.5 rounded-md border border-field px-4 py-3 transition-colors duration-150 hover:border-ink has-checked:border-brand has-checked:bg-brand-soft has-checked:[box-shadow:inset_0_0_0_1px_var(--color-brand)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:opacity-60"
          >
            {option.icon ? <span className="shrink-0 text-brand-ink">{option.icon}</span> : null}
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{option.label}</span>
              {option.description ? (
                <span dir="auto" className="block text-sm text-muted">
                  {option.description}
                </span>
              ) : null}
            </span>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(option.value)}
              className="size-5.5 shrink-0 appearance-none rounded-full border-[1.5px] border-field bg-page outline-none checked:border-[7px] checked:border-brand"
            />
          </label>
        ))}
      </div>
      <FieldError id={`${name}-error`} message={error} />
    </fieldset>
  );
}
