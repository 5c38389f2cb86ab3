import { clsx } from "clsx";
import type { ComponentProps } from "react";

type ChoicePillProps = Omit<ComponentProps<"input">, "type"> & {
  /** `radio` for one of several, `checkbox` for any number of them. */
  type: "radio" | "checkbox";
};

/** One of a row of choices, shown as a pill around a native input. */
export function ChoicePill({ type, children, className, ...rest }: ChoicePillProps) {
  return (
    <label
      className={clsx(
        "flex min-h-tap cursor-pointer items-center rounded-full border border-field px-4 font-medium transition-colors duration-150 hover:border-ink has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand",
        className,
      )}
    >
      <input {...rest} type={type} className="sr-only" />
      {children}
    </label>
  );
}
