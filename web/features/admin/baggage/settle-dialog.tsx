import { type FormEvent, useId, useState } from "react";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
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
  const form = useId();
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const settle = useSettle();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (settle.isPending) return;
    setFailure(null);
    if (action.note !== undefined && note.trim().length < NOTE_MIN) return setProblem("Please give a short reason.");
    settle.mutate(
      { ...way, note: note.trim() },
      {
        onSuccess: () => {
          setNote("");
          toast({ title: action.done });
          onClose();
        },
        onError: (error) => {
          const named = error instanceof ApiError ? error.fields.note : undefined;
          if (named) setProblem(named);
          else setFailure(errorMessage(error));
        },
      },
    );
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      sticky={settle.isPending}
      title={action.question}
      description={action.consequence}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={settle.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant={action.danger ? "danger" : "primary"} loading={settle.isPending}>
            {action.label}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {way.entry.title}
        </p>
        {action.note === undefined ? null : (
          <Field label="Reason" hint={action.note} error={problem} required>
            <TextArea
              rows={3}
              value={note}
              maxLength={NOTE_MAX}
              onChange={(event) => {
                setNote(event.target.value);
                setProblem(undefined);
              }}
            />
          </Field>
        )}
        {failure ? <Notice kind="error">{failure}</Notice> : null}
      </form>
    </Dialog>
  );
}
