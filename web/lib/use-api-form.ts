import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from "react-hook-form";
import { ApiError, errorMessage } from "./api-client.ts";
import type { Checked } from "./field-errors.ts";
import { useRequestKey } from "./request-key.ts";

interface ApiFormOptions<Values, Body, Reply> {
  /** The values the form starts with. */
  start: Values;
  /** Returns the body to send, or what to correct: messages by field. */
  check: (values: Values) => Checked<Body>;
  /** Sends the body. The idempotency key stays the same for all tries of one body (D17). */
  send: (body: Body, key: string) => Promise<Reply>;
  onSent?: (reply: Reply, values: Values) => unknown;
  /** The form's own fields by the API's names, where these differ. */
  names?: Readonly<Record<string, keyof Values>>;
  /** The message of an error that belongs to no field. */
  failure?: (error: unknown) => string | null;
}

export interface ApiForm<Values> {
  values: Values;
  dirty: boolean;
  busy: boolean;
  /** The error of the last try. */
  error: unknown;
  /** What went wrong, if it belongs to no field. */
  failure: string | null;
  problem: (name: keyof Values) => string | undefined;
  /** Shows or clears the message of a field that was found outside of the check: a picture that can't be added. */
  showProblem: (name: keyof Values, message: string | null) => void;
  /** Attributes of a text input or select. */
  input: (name: keyof Values) => {
    name: string;
    value: string;
    onChange: (event: { target: { value: string } }) => void;
  };
  /** Sets values, and clears the messages of these fields and of `others`. */
  change: (part: Partial<Values>, others?: readonly (keyof Values)[]) => void;
  /** Sets values that count as unchanged, without messages; by default those it started with. */
  reset: (values?: Values) => void;
  submit: () => Promise<void>;
  /** Attributes of the `form` element. */
  form: {
    id: string;
    ref: RefObject<HTMLFormElement | null>;
    onSubmit: (event: { preventDefault: () => void }) => void;
    noValidate: true;
  };
}

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
 * A form that sends one request. What is typed survives errors; each field shows its own message, from the check or from
 * the server; the first of them gets the focus.
 */
export function useApiForm<Values extends FieldValues, Body, Reply>({
  start,
  check,
  send,
  onSent,
  names = {},
  failure = errorText,
}: ApiFormOptions<Values, Body, Reply>): ApiForm<Values> {
  const hook = useForm<Values>({ defaultValues: start as DefaultValues<Values> });
  const values = hook.watch();
  const { errors, isDirty, isSubmitting } = hook.formState;
  const [failed, setFailed] = useState<{ error: unknown; message: string | null }>();
  const [refused, setRefused] = useState(0);
  const key = useRequestKey();
  const id = useId();
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // By the page's order, and also for groups, which have no input of their own to register.
    if (refused > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);

  const path = (name: keyof Values) => name as Path<Values>;
  /** Shows the messages at their fields. @returns those without a field. */
  const show = (problems: Record<string, string>): string[] => {
    const byField = new Map<keyof Values, string>();
    const left: string[] = [];
    for (const [field, message] of Object.entries(problems)) {
      const first = field.split(".")[0] ?? field;
      const name = names[field] ?? names[first] ?? first;
      if (!(name in values)) left.push(message);
      else if (!byField.has(name)) byField.set(name, message);
    }
    for (const [name, message] of byField) hook.setError(path(name), { message });
    if (byField.size > 0) setRefused((count) => count + 1);
    return byField.size > 0 ? [] : left;
  };

  const submit = async () => {
    if (isSubmitting) return;
    setFailed(undefined);
    hook.clearErrors();
    // Also what was changed just before, without a render in between.
    const current = hook.getValues();
    const checked = check(current);
    if (!checked.ok) {
      const [message] = show(checked.problems);
      if (message !== undefined) setFailed({ error: null, message });
      return;
    }
    await hook.handleSubmit(async () => {
      let reply: Reply;
      try {
        reply = await send(checked.body, key.keyFor(checked.body));
      } catch (error) {
        key.answered(error);
        const fields = error instanceof ApiError ? error.fields : {};
        const shown = Object.keys(fields).length > 0 && show(fields).length === 0;
        setFailed({ error, message: shown ? null : failure(error) });
        return;
      }
      key.answered();
      hook.reset(current, { keepValues: true });
      await onSent?.(reply, current);
    })();
  };
  const change = (part: Partial<Values>, others: readonly (keyof Values)[] = []) => {
    const entries = Object.entries(part) as [Path<Values>, PathValue<Values, Path<Values>>][];
    for (const [name, value] of entries) hook.setValue(name, value, { shouldDirty: true });
    hook.clearErrors([...entries.map(([name]) => name), ...others.map(path)]);
  };

  return {
    values,
    dirty: isDirty,
    busy: isSubmitting,
    error: failed?.error ?? null,
    failure: failed?.message ?? null,
    problem: (name) => (errors as Partial<Record<keyof Values, { message?: string }>>)[name]?.message,
    showProblem: (name, message) =>
      message === null ? hook.clearErrors(path(name)) : hook.setError(path(name), { message }),
    input: (name) => ({
      name: String(name),
      value: values[name] as string,
      onChange: (event) => change({ [name]: event.target.value } as unknown as Partial<Values>),
    }),
    change,
    reset: (next = start) => {
      hook.reset(next);
      setFailed(undefined);
    },
    submit,
    form: {
      id,
      ref,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        void submit();
      },
    },
  };
}
