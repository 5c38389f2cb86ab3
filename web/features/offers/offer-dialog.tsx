import { type FormEvent, useId, useRef, useState } from "react";
import { dollarsToCents } from "#domain/money";
import { OFFER_NOTE_MAX } from "#domain/offers/price-offer";
import { amountText, readAmount, typedCents } from "#domain/readers/amount";
import { ApiError, newIdempotencyKey } from "../../lib/api-client.ts";
import { formatDollars } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ChoicePill } from "../../ui/choice-pill.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { MoneyInput } from "../../ui/money-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextArea } from "../../ui/text-input.tsx";

interface OfferDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  /** Text of the button that sends. */
  submit: string;
  suggested: readonly number[];
  /** The limits of the amount, in words. */
  hint: string;
  /** Typed in already. */
  initial?: number | null;
  withNote: boolean;
  pending: boolean;
  /** Resolves when it was sent; an error is shown in the dialog. */
  onSend: (sent: { amount: string; note: string; key: string }) => Promise<unknown>;
}

/** Asks for an amount: the buyer's offer with an optional note, or the seller's counter-offer. */
export default function OfferDialog(props: OfferDialogProps) {
  const { open, onClose, suggested, withNote, pending, initial = null } = props;
  const [amount, setAmount] = useState(initial === null ? "" : String(initial));
  const [note, setNote] = useState("");
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const key = useRef(newIdempotencyKey());
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setFailure(null);
    const reading = readAmount(amount);
    if (reading.kind !== "amount") {
      setProblems({ amount: reading.kind === "empty" ? "Enter an amount in dollars." : reading.message });
      input.current?.focus();
      return;
    }
    setProblems({});
    try {
      await props.onSend({ amount: amountText(reading.cents), note: note.trim(), key: key.current });
    } catch (error) {
      // An idempotency key belongs to one request, and the amount may change after a refusal.
      if (error instanceof ApiError && error.status > 0 && error.status < 500) key.current = newIdempotencyKey();
      const fields = error instanceof ApiError ? error.fields : {};
      setProblems(fields);
      if (Object.keys(fields).length === 0) {
        setFailure(error instanceof ApiError ? error.message : "We couldn't send it. Please try again.");
      }
    }
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={props.title}
      description={props.description}
      size="sm"
      sticky={pending}
      initialFocus={input}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Button type="submit" form={id} loading={pending}>
            {props.submit}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={(event) => void submit(event)} noValidate className="grid grid-cols-1 gap-5">
        {suggested.length === 0 ? null : (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">Suggested amounts</legend>
            {suggested.map((value) => (
              <ChoicePill
                key={value}
                type="radio"
                name={`${id}-amount`}
                checked={typedCents(amount) === dollarsToCents(value)}
                onChange={() => setAmount(String(value))}
              >
                {formatDollars(value)}
              </ChoicePill>
            ))}
          </fieldset>
        )}
        <Field label="Amount" required error={problems.amount} hint={props.hint}>
          <MoneyInput ref={input} value={amount} onChange={(event) => setAmount(event.target.value)} />
        </Field>
        {withNote ? (
          <Field
            label="Note to the seller"
            optional
            error={problems.note}
            hint="When you can pick it up, for example. No contact details."
          >
            <TextArea
              rows={2}
              maxLength={OFFER_NOTE_MAX}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
        ) : null}
        {failure ? <Notice kind="error">{failure}</Notice> : null}
      </form>
    </Dialog>
  );
}
