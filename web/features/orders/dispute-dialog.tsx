import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { TextArea } from "../../ui/text-input.tsx";
import * as words from "./dispute-words.ts";

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
    setProblem(words.pleaseTellUsInSentence);
    input.current?.focus();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={words.somethingIsWrong}
      description={words.ourTeamLooksInto(seller)}
      sticky={busy || reason.trim() !== ""}
      initialFocus={input}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {words.cancel}
          </Button>
          <Button type="submit" form={form} loading={busy}>
            {words.reportProblem}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Field label={words.whatIsWrong} hint={words.forExampleNobodyWasThere} error={problem} required>
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
