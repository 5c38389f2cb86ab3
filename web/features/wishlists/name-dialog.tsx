import { type FormEvent, useId, useState } from "react";
import { ApiError, errorMessage } from "../../lib/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";

interface NameDialogProps {
  open: boolean;
  title: string;
  label: string;
  name: string;
  max: number;
  submitLabel: string;
  loading: boolean;
  error: unknown;
  onClose: () => void;
  onSubmit: (name: string) => void;
}

/** Asks for the name of a list or a search. Pass a `key` per named thing. */
export function NameDialog({
  open,
  title,
  label,
  name,
  max,
  submitLabel,
  loading,
  error,
  onClose,
  onSubmit,
}: NameDialogProps) {
  const [value, setValue] = useState(name);
  const [missing, setMissing] = useState(false);
  const form = useId();
  const refused = error ? (error instanceof ApiError && error.fields.name) || errorMessage(error) : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = value.trim();
    setMissing(wanted === "");
    if (wanted !== "") onSubmit(wanted);
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={loading}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={loading}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Field label={label} error={missing ? "Please enter a name." : refused}>
          <TextInput value={value} maxLength={max} onChange={(event) => setValue(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
