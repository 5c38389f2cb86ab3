import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { controlClass, useFieldControl } from "./field.tsx";

type TextInputProps = ComponentProps<"input"> & {
  /** Inside the box, left: an icon or "$". */
  before?: ReactNode;
  /** Inside the box, right: a button. */
  after?: ReactNode;
  /** Shows what was typed in our notation once the person leaves the input; other text stays (D110). */
  tidy?: (typed: string) => string;
};

/** Text input that connects to the surrounding `Field`. */
export function TextInput({ before, after, tidy, className, ...rest }: TextInputProps) {
  const control = useFieldControl(rest);
  const input = (
    <input
      type="text"
      dir="auto"
      {...rest}
      {...control}
      onBlur={(event) => {
        if (tidy) changeText(event.currentTarget, tidy(event.currentTarget.value));
        rest.onBlur?.(event);
      }}
      className={clsx(controlClass, "h-12", before && "pl-9", after && "pr-13", className)}
    />
  );
  if (!before && !after) return input;
  return (
    <div className="relative">
      {before ? (
        <span className="pointer-events-none absolute inset-y-0 left-0 flex items-center pl-3.5 text-muted">
          {before}
        </span>
      ) : null}
      {input}
      {after ? <span className="absolute inset-y-0 right-0.5 flex items-center">{after}</span> : null}
    </div>
  );
}

/** Changes the text as if it had been typed, so that controlled inputs and forms hear of it. */
export function changeText(input: HTMLInputElement, text: string): void {
  if (input.value === text) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

export function TextArea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  const control = useFieldControl(rest);
  return (
    <textarea
      dir="auto"
      rows={rows}
      {...rest}
      {...control}
      className={clsx(controlClass, "field-sizing-content min-h-24 py-3", className)}
    />
  );
}
