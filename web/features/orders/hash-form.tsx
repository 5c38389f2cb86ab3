import { type FormEvent, useId, useRef, useState } from "react";
import { MESSAGES } from "#contract/copy";
import { type Coin, normalTx } from "#domain/payments/crypto-coins";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Pinned } from "../../ui/pinned.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { submitErrorText } from "./api.ts";

interface HashFormProps {
  coin: Coin;
  /** Sends a valid hash; rejects when it was refused. */
  onSend: (txHash: string) => Promise<void>;
}

/** The buyer of a crypto order enters the transaction hash of the payment (D23). */
export function HashForm({ coin, onSend }: HashFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [hash, setHash] = useState("");
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const isEmpty = hash.trim() === "";

  function report(text: string) {
    setProblem(text);
    field.current?.focus();
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    const txHash = normalTx(coin, hash);
    if (txHash === null) {
      report(isEmpty ? MESSAGES.txHashRequired : MESSAGES.txHashInvalid);
      return;
    }
    setSending(true);
    try {
      await onSend(txHash);
    } catch (error) {
      report(submitErrorText(error));
    } finally {
      setSending(false);
    }
  };

  return (
    <form id={id} className="mt-5" onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label="Transaction hash"
        required
        hint="Your wallet shows it after you pay. The seller uses it to check your payment."
        error={problem}
      >
        <TextInput
          ref={field}
          value={hash}
          onChange={(event) => {
            setHash(event.target.value);
            setProblem(undefined);
          }}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="font-semibold"
        />
      </Field>
      <Pinned>
        <Button
          type="submit"
          form={id}
          loading={sending}
          disabled={isEmpty}
          aria-describedby={isEmpty ? `${id}-reason` : undefined}
        >
          I've sent the payment
        </Button>
        {/* The field may be out of view. The buttons of a dialog wrap upwards, so the reason stands above them. */}
        {isEmpty ? (
          <p id={`${id}-reason`} className="basis-full! text-sm text-muted">
            {MESSAGES.txHashRequired}
          </p>
        ) : null}
      </Pinned>
    </form>
  );
}
