import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { TextArea } from "./text-input.tsx";

/** Length limits of the API, checked before sending. */
const SHORTEST = 10;
const LONGEST = 1_000;

interface ReasonDialogProps {
  open: boolean;
  title: string;
  description: string;
  label: string;
  hint: string;
  tooShort: string;
  sendLabel: string;
  danger?: boolean;
  busy: boolean;
  onClose: () => void;
  onSend: (reason: string) => void;
}

/** Asks for a reason in free text. The text stays when the dialog closes, so that a failed request loses nothing. */
export default function ReasonDialog({
  open,
  title,
  description,
  label,
  hint,
  tooShort,
  sendLabel,
  danger = false,
  busy,
  onClose,
  onSend,
}: ReasonDialogProps) {
  const form = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const text = reason.trim();
    if (text.length >= SHORTEST) return onSend(text);
    setProblem(tooShort);
    input.current?.focus();
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      sticky={busy || reason.trim() !== ""}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant={danger ? "danger" : "primary"} loading={busy}>
            {sendLabel}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Field label={label} hint={hint} error={problem} required>
          <TextArea
            ref={input}
            value={reason}
            maxLength={LONGEST}
            onChange={(event) => {
              setReason(event.target.value);
              setProblem(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
