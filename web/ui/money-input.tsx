import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { tidyAmount } from "#domain/readers/amount";
import { TextInput } from "./text-input.tsx";

/**
 * Dollars as text, in any notation that `readAmount` understands: number keyboard on phones, no spinner, and nothing that
 * drops characters while they are typed. An amount is shown in our notation once the person leaves the input.
 */
export function MoneyInput({ onBlur, className, ...rest }: Omit<ComponentProps<"input">, "type" | "inputMode">) {
  return (
    <TextInput
      autoComplete="off"
      placeholder="0.00"
      {...rest}
      inputMode="decimal"
      before={<span aria-hidden="true">$</span>}
      className={clsx("tabular-nums", className)}
      onBlur={(event) => {
        changeText(event.currentTarget, tidyAmount(event.currentTarget.value));
        onBlur?.(event);
      }}
    />
  );
}

/** Changes the text as if it had been typed, so that controlled inputs and forms hear of it. */
function changeText(input: HTMLInputElement, text: string): void {
  if (input.value === text) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
