import { type ComponentProps, useEffect, useId, useRef, useState } from "react";
import { likelyEmail, readEmail } from "#domain/readers/email";
import { tidied } from "#domain/readers/numbers";
import { changeText, TextInput } from "./text-input.tsx";

/**
 * A new email address. An address with a likely slip ("gmial.com") is asked about once, before the form is sent: nobody
 * gets mail at a mistyped address. Whoever sends the form again is right.
 */
export function EmailInput({
  ref,
  ...props
}: Omit<ComponentProps<typeof TextInput>, "type" | "tidy" | "inputMode" | "before" | "after">) {
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef("");
  const [likely, setLikely] = useState<string | null>(null);
  const question = useId();

  useEffect(() => {
    const form = input.current?.form;
    const ask = (event: SubmitEvent) => {
      const typed = tidied(readEmail)(input.current?.value ?? "");
      const meant = likelyEmail(typed);
      if (meant === null || asked.current === typed) return;
      asked.current = typed;
      setLikely(meant);
      event.preventDefault();
      event.stopPropagation();
      input.current?.focus();
    };
    // Before the form's own handler, which sends it.
    form?.addEventListener("submit", ask, { capture: true });
    return () => form?.removeEventListener("submit", ask, { capture: true });
  }, []);

  return (
    <>
      <TextInput
        autoComplete="email"
        {...props}
        ref={(element) => {
          input.current = element;
          if (typeof ref === "function") ref(element);
          else if (ref) ref.current = element;
        }}
        type="email"
        inputMode="email"
        tidy={tidied(readEmail)}
        onChange={(event) => {
          setLikely(null);
          props.onChange?.(event);
        }}
      />
      <p id={question} role="status" className="text-sm font-medium">
        {likely === null ? null : (
          <span className="mt-1.5 flex flex-wrap items-center gap-x-2">
            <span className="wrap-anywhere">{`Did you mean ${likely}?`}</span>
            <button
              type="button"
              className="min-h-tap font-semibold text-brand-ink underline underline-offset-4"
              onClick={() => {
                if (input.current) changeText(input.current, likely);
                setLikely(null);
              }}
            >
              Yes, use that
            </button>
          </span>
        )}
      </p>
    </>
  );
}
