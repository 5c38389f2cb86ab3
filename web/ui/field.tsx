import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { createContext, type ReactNode, useContext, useId } from "react";

interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldWiring | null>(null);

interface FieldProps {
  label: ReactNode;
  /** Help text, always visible. */
  hint?: ReactNode;
  /** What is wrong and how to fix it. Announced when it appears. */
  error?: string | undefined;
  required?: boolean;
  /** Adds "(optional)" to the label, for forms where most inputs are required. */
  optional?: boolean;
  hideLabel?: boolean;
  /** Right of the label, e.g. a "Forgot password?" link. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Label, hint and error around one input. The input gets its id and descriptions from the context. */
export function Field({
  label,
  hint,
  error,
  required = false,
  optional = false,
  hideLabel = false,
  aside,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined;
  return (
    <div className={clsx("min-w-0", className)}>
      <div className={clsx(hideLabel && !aside ? "sr-only" : "mb-1.5 flex items-baseline justify-between gap-3")}>
        <label htmlFor={id} className={clsx("font-semibold", hideLabel && "sr-only")}>
          {label}
          {optional ? <span className="font-normal text-muted"> (optional)</span> : null}
        </label>
        {aside}
      </div>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>{children}</FieldContext>
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      ) : null}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}

/** The live region is always rendered, so that screen readers announce a message that appears in it. */
export function FieldError({ id, message }: { id?: string; message?: string | undefined }) {
  return (
    <p id={id} aria-live="polite" className={clsx("text-sm font-medium text-hot-ink", message && "mt-1.5")}>
      {message ? (
        <span className="flex items-start gap-1.5">
          <CircleAlert className="mt-px size-4 shrink-0" />
          {message}
        </span>
      ) : null}
    </p>
  );
}

interface ControlProps {
  id?: string | undefined;
  required?: boolean | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling" | undefined;
}

/** Returns the attributes of the input inside a Field; outside of one, the input's own. */
export function useFieldControl(own: ControlProps): ControlProps {
  const field = useContext(FieldContext);
  if (!field) return own;
  return {
    id: own.id ?? field.id,
    "aria-describedby": own["aria-describedby"] ?? field.describedBy,
    "aria-invalid": own["aria-invalid"] ?? (field.invalid || undefined),
    // Only `aria-required`: with `required` the browser would show its own message first.
    ...(field.required ? { "aria-required": true } : {}),
  };
}

/** Classes of every boxed input. */
export const controlClass =
  "w-full rounded-md border border-field bg-page px-3.5 text-base text-ink transition-colors duration-150 hover:border-ink focus:border-brand aria-invalid:border-hot disabled:bg-surface disabled:text-muted disabled:hover:border-field";
