import { clsx } from "clsx";
import { Check } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldError } from "./field.tsx";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  children: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

export function Checkbox({ children, hint, error, className, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className={className}>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 has-disabled:cursor-not-allowed has-disabled:opacity-60">
        <span className="relative mt-px inline-flex size-5.5 shrink-0">
          <input
            {...rest}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={clsx(hint && `${id}-hint`, error && `${id}-error`) || undefined}
            className="peer size-5.5 cursor-[inherit] appearance-none rounded-[6px] border-[1.5px] border-field bg-page transition-colors duration-150 checked:border-brand checked:bg-brand hover:border-ink checked:hover:border-brand-hover aria-invalid:border-hot"
          />
          <Check
            className="pointer-events-none absolute inset-0 m-auto size-4 text-on-brand opacity-0 peer-checked:opacity-100"
            strokeWidth={3}
          />
        </span>
        <span className="min-w-0">
          {children}
          {hint ? (
            <span id={`${id}-hint`} className="block text-sm text-muted">
              {hint}
            </span>
          ) : null}
        </span>
      </label>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}
