import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { ApiForm } from "../lib/use-api-form.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import type { DialogProps } from "./dialog-props.ts";
import { Notice } from "./notice.tsx";

interface FormDialogProps extends Pick<DialogProps, "open" | "onClose" | "size" | "initialFocus" | "sticky"> {
  form: Pick<ApiForm<object>, "form" | "busy" | "failure">;
  title: ReactNode;
  description?: ReactNode;
  submitLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** The form cannot be sent now. */
  disabled?: boolean;
  /** There is nothing to send any more: only a button to close the dialog. */
  readOnly?: boolean;
  /** Takes the place of the button that sends the form. */
  instead?: ReactNode;
  /** Shown above the form. */
  intro?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog: its fields, the error that belongs to none of them, and the buttons. */
export function FormDialog({
  form,
  sticky = false,
  submitLabel,
  cancelLabel = "Cancel",
  danger = false,
  disabled = false,
  readOnly = false,
  instead,
  intro,
  children,
  ...dialog
}: FormDialogProps) {
  return (
    <Dialog
      {...dialog}
      sticky={sticky || form.busy}
      footer={
        <>
          <Button variant="secondary" onClick={dialog.onClose} disabled={form.busy}>
            {readOnly ? "Close" : cancelLabel}
          </Button>
          {instead ??
            (readOnly ? null : (
              <Button
                type="submit"
                form={form.form.id}
                variant={danger ? "danger" : "primary"}
                loading={form.busy}
                disabled={disabled}
              >
                {submitLabel}
              </Button>
            ))}
        </>
      }
    >
      {intro === undefined ? null : <div className={clsx("grid gap-5", !readOnly && "mb-5")}>{intro}</div>}
      {readOnly ? null : (
        <form {...form.form} className="grid grid-cols-1 gap-5">
          {children}
          {form.failure ? <Notice kind="error">{form.failure}</Notice> : null}
        </form>
      )}
    </Dialog>
  );
}
