import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { TextArea } from "../../ui/text-input.tsx";

/** The contract's limits (OpenDispute), said before sending. */
const SHORTEST = 10;
const LONGEST = 1_000;

/** The buyer says what is wrong. From then on the order stands still until staff have looked at it. */
export default function DisputeDialog({
  seller,
  busy,
  onClose,
  onSend,
}: {
  seller: string;
  busy: boolean;
  onClose: () => void;
  onSend: (reason: string) => void;
}) {
  const form = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const text = reason.trim();
    if (text.length >= SHORTEST) return onSend(text);
    setProblem("Please tell us in a sentence what is wrong.");
    input.current?.focus();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Something is wrong"
      description={`Our team looks into it with you and ${seller}. Until then the order stands still and no money moves.`}
      sticky={busy || reason.trim() !== ""}
      initialFocus={input}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={busy}>
            Report the problem
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Field
          label="What is wrong?"
          hint="For example: nobody was there, the item is broken, or it is a different one."
          error={problem}
          required
        >
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
