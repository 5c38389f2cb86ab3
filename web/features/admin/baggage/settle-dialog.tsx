import type { Checked } from "../../../lib/field-errors.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { TextArea } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useLast } from "../use-last.ts";
import { ACTION_LABELS } from "./action-labels.ts";
import { type Settlement, useSettle } from "./api.ts";

const NOTE_MIN = 5;
const NOTE_MAX = 1_000;

/** Asks for confirmation, and for a reason where the action records one. */
export function SettleDialog({ way, onClose }: { way: Omit<Settlement, "note"> | null; onClose: () => void }) {
  const last = useLast(way);
  if (last === null) return null;
  return <Question key={`${last.entry.id}-${last.action}`} way={last} open={way !== null} onClose={onClose} />;
}

function Question({ way, open, onClose }: { way: Omit<Settlement, "note">; open: boolean; onClose: () => void }) {
  const action = ACTION_LABELS[way.action];
  const settle = useSettle();
  const form = useApiForm({
    start: { note: "" },
    check: ({ note }): Checked<Settlement> =>
      action.note !== undefined && note.trim().length < NOTE_MIN
        ? { ok: false, problems: { note: "Please give a short reason." } }
        : { ok: true, body: { ...way, note: note.trim() } },
    send: (settlement) => settle.mutateAsync(settlement),
    onSent: () => {
      form.reset();
      toast({ title: action.done });
      onClose();
    },
  });

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      size="sm"
      title={action.question}
      description={action.consequence}
      submitLabel={action.label}
      danger={action.danger ?? false}
    >
      <p dir="auto" className="font-semibold wrap-anywhere">
        {way.entry.title}
      </p>
      {action.note === undefined ? null : (
        <Field label="Reason" hint={action.note} error={form.problem("note")} required>
          <TextArea rows={3} maxLength={NOTE_MAX} {...form.input("note")} />
        </Field>
      )}
    </FormDialog>
  );
}
