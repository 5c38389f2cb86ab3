import { clsx } from "clsx";
import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlClass, useFieldControl } from "./field.tsx";

interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

type SelectProps = ComponentProps<"select"> & {
  options?: readonly Option[];
  /** First entry with an empty value, e.g. "Choose a category". */
  placeholder?: string;
  /** `pill` for filter rows, `box` in forms. */
  shape?: "box" | "pill";
};

/** Styled native select: phones show their own list, and it needs no script. */
export function Select({ options, placeholder, shape = "box", className, children, ...rest }: SelectProps) {
  const control = useFieldControl(rest);
  return (
    <div className={clsx("relative", className)}>
      <select
        {...rest}
        {...control}
        className={clsx(
          shape === "box"
            ? controlClass
            : "w-full rounded-full border border-field bg-raised px-5 font-semibold hover:border-ink",
          shape === "box" ? "h-12" : "h-11",
          "appearance-none truncate pr-10 text-base",
        )}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronsUpDown className="pointer-events-none absolute inset-y-0 right-4 my-auto size-4 text-muted" />
    </div>
  );
}
