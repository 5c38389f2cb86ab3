import { type FormEvent, useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import { fieldErrors } from "../../../lib/field-errors.ts";

function waitingTime(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/** The message of an error, with the waiting time if the server gives one. */
function errorText(error: unknown): string {
  const message = errorMessage(error);
  const wait = error instanceof ApiError ? error.details.retry_after : undefined;
  return wait === undefined ? message : `${message} You can try again in ${waitingTime(wait)}.`;
}

/**
 * State of a small form: values survive errors, each field has its own message, the first invalid field gets the focus,
 * and the form-wide message is above the button.
 */
export function useAuthForm<Values extends Record<string, string>>(options: {
  initial: Values;
  schema: z.ZodMiniType;
  submit: (values: Values) => Promise<void>;
}) {
  const [values, setValues] = useState(options.initial);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    const found = fieldErrors(options.schema, values);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await options.submit(values);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      const known = Object.fromEntries(Object.entries(fields).filter(([name]) => name in values));
      setProblems(known);
      if (Object.keys(known).length === 0) setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    failure,
    form: { ref: form, onSubmit, noValidate: true },
    problem: (name: keyof Values & string) => problems[name],
    input: (name: keyof Values & string) => ({
      name,
      value: values[name],
      onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    }),
  };
}
