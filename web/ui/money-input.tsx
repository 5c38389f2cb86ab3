import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { tidyAmount } from "#domain/readers/amount";
import { TextInput } from "./text-input.tsx";

/**
 * Dollars as text, in any notation that `readAmount` understands: number keyboard on phones, no spinner, and nothing that
 * drops characters while they are typed. An amount is shown in our notation once the person leaves the input.
 */
export function MoneyInput({ className, ...rest }: Omit<ComponentProps<"input">, "type" | "inputMode">) {
  return (
    <TextInput
      autoComplete="off"
      placeholder="0.00"
      {...rest}
      inputMode="decimal"
      before={<span aria-hidden="true">$</span>}
      tidy={tidyAmount}
      className={clsx("tabular-nums", className)}
    />
  );
}
