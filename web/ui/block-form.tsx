import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { ApiForm } from "../lib/use-api-form.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

interface BlockFormProps {
  form: Pick<ApiForm<object>, "form" | "busy" | "failure">;
  submitLabel: string;
  className?: string;
  children: ReactNode;
}

/** A narrow form: its fields, the error that belongs to none of them, and one button as wide as they are. */
export function BlockForm({ form, submitLabel, className, children }: BlockFormProps) {
  return (
    <form {...form.form} className={clsx("grid gap-4", className)}>
      {children}
      {form.failure ? <Notice kind="error">{form.failure}</Notice> : null}
      <Button type="submit" size="lg" block loading={form.busy}>
        {submitLabel}
      </Button>
    </form>
  );
}
