import { useApiForm } from "../lib/use-api-form.ts";
import { Field } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";
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
  busy,
  onClose,
  onSend,
}: ReasonDialogProps) {
  const form = useApiForm({
    start: { reason: "" },
    check: (values) => {
      const reason = values.reason.trim();
      return reason.length >= SHORTEST ? { ok: true, body: reason } : { ok: false, problems: { reason: tooShort } };
    },
    send: async (reason) => {
      if (!busy) onSend(reason);
    },
  });

  return (
    <FormDialog
      form={{ ...form, busy }}
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      sticky={form.values.reason.trim() !== ""}
      submitLabel={sendLabel}
    >
      <Field label={label} hint={hint} error={form.problem("reason")} required>
        <TextArea maxLength={LONGEST} {...form.input("reason")} />
      </Field>
    </FormDialog>
  );
}
