import { useRef } from "react";
import { dollarsToCents } from "#domain/money";
import { OFFER_NOTE_MAX } from "#domain/offers/price-offer";
import { amountText, readAmount, typedCents } from "#domain/readers/amount";
import { errorMessage } from "../../lib/api-client.ts";
import type { Checked } from "../../lib/field-errors.ts";
import { formatDollars } from "../../lib/format.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { ChoicePill } from "../../ui/choice-pill.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { MoneyInput } from "../../ui/money-input.tsx";
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
  /** Resolves when it was sent; an error is shown in the dialog. */
  onSend: (sent: { amount: string; note: string; key: string }) => Promise<unknown>;
}

/** Asks for an amount: the buyer's offer with an optional note, or the seller's counter-offer. */
export default function OfferDialog(props: OfferDialogProps) {
  const { open, onClose, suggested, withNote, initial = null } = props;
  const input = useRef<HTMLInputElement>(null);
  const form = useApiForm({
    start: { amount: initial === null ? "" : String(initial), note: "" },
    check: ({ amount, note }): Checked<{ amount: string; note: string }> => {
      const reading = readAmount(amount);
      if (reading.kind === "amount")
        return { ok: true, body: { amount: amountText(reading.cents), note: note.trim() } };
      const message = reading.kind === "empty" ? "Enter an amount in dollars." : reading.message;
      return { ok: false, problems: { amount: message } };
    },
    send: (sent, key) => props.onSend({ ...sent, key }),
    failure: (error) => errorMessage(error, "We couldn't send it. Please try again."),
  });

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={props.title}
      description={props.description}
      size="sm"
      initialFocus={input}
      submitLabel={props.submit}
    >
      {suggested.length === 0 ? null : (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Suggested amounts</legend>
          {suggested.map((value) => (
            <ChoicePill
              key={value}
              type="radio"
              name={`${form.form.id}-amount`}
              checked={typedCents(form.values.amount) === dollarsToCents(value)}
              onChange={() => form.change({ amount: String(value) })}
            >
              {formatDollars(value)}
            </ChoicePill>
          ))}
        </fieldset>
      )}
      <Field label="Amount" required error={form.problem("amount")} hint={props.hint}>
        <MoneyInput ref={input} {...form.input("amount")} />
      </Field>
      {withNote ? (
        <Field
          label="Note to the seller"
          optional
          error={form.problem("note")}
          hint="When you can pick it up, for example. No contact details."
        >
          <TextArea rows={2} maxLength={OFFER_NOTE_MAX} {...form.input("note")} />
        </Field>
      ) : null}
    </FormDialog>
  );
}
