import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { type ChecksReply, ConfirmPhone, RequestPhoneCode } from "#contract/account/phone";
import { readSixDigits, tidied } from "#domain/readers/numbers";
import { readPhone } from "#domain/readers/phone";
import { ApiError, api, errorMessage, unwrap } from "../../../lib/api-client.ts";
import { fieldErrors } from "../../../lib/field-errors.ts";
import { formatTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";

interface PhoneDialogProps {
  open: boolean;
  onClose: () => void;
  /** A code that was sent and still works. */
  pending: ChecksReply["pending"];
  onReply: (reply: ChecksReply) => void;
}

const phone = api.api.account.phone;

/** Asks for a mobile number, then for the code that was sent to it (D70). */
export function PhoneDialog({ open, onClose, pending, onReply }: PhoneDialogProps) {
  const [number, setNumber] = useState("");
  const [code, setCode] = useState("");
  /** The person wants to type another number although a code is on its way. */
  const [retyping, setRetyping] = useState(false);
  const [problem, setProblem] = useState<string>();
  const form = useId();
  const showField = (error: unknown, field: string) =>
    setProblem(error instanceof ApiError ? error.fields[field] : undefined);
  const send = useMutation({
    mutationFn: (to: string) => unwrap(phone.code.$post({ json: { number: to } })),
    onSuccess: (reply) => {
      onReply(reply);
      setRetyping(false);
      setCode("");
    },
    onError: (error) => showField(error, "number"),
  });
  const confirm = useMutation({
    mutationFn: () => unwrap(phone.confirm.$post({ json: { code } })),
    onSuccess: (reply) => {
      onReply(reply);
      toast({ title: "Phone confirmed", description: "Your profile says so now. Your number stays private." });
      setNumber("");
      setCode("");
      onClose();
    },
    onError: (error) => showField(error, "code"),
  });
  const waiting = pending !== null && !retyping;
  const busy = send.isPending || confirm.isPending;
  const failure = waiting ? confirm.error : send.error;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    send.reset();
    confirm.reset();
    const wrong = waiting ? fieldErrors(ConfirmPhone, { code }).code : fieldErrors(RequestPhoneCode, { number }).number;
    setProblem(wrong);
    if (wrong !== undefined) return;
    if (waiting) confirm.mutate();
    else send.mutate(number);
  };
  const retype = () => {
    setRetyping(true);
    setProblem(undefined);
    confirm.reset();
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Confirm your phone number"
      description={
        waiting
          ? `We've texted a code to ${pending.number}. It works until ${formatTime(pending.expires_at)}.`
          : "We'll text you a code. Your number stays private."
      }
      size="sm"
      sticky={busy}
      footer={
        <>
          <Button variant="secondary" onClick={waiting ? retype : onClose} disabled={busy}>
            {waiting ? "Use another number" : "Cancel"}
          </Button>
          <Button type="submit" form={form} loading={busy}>
            {waiting ? "Confirm" : "Text me a code"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-4">
        {waiting ? (
          <Field label="Code" hint="6 digits. Never give it to anyone." error={problem} required>
            <TextInput
              key="code"
              value={code}
              onChange={(event) => setCode(event.target.value)}
              inputMode="numeric"
              autoComplete="one-time-code"
              tidy={tidied(readSixDigits)}
              className="tabular-nums"
            />
          </Field>
        ) : (
          <Field label="Mobile number" hint="An Australian mobile, such as 0412 345 678." error={problem} required>
            <TextInput
              key="number"
              type="tel"
              value={number}
              onChange={(event) => setNumber(event.target.value)}
              inputMode="tel"
              autoComplete="tel"
              tidy={tidied(readPhone)}
            />
          </Field>
        )}
        {failure && problem === undefined ? <Notice kind="error">{errorMessage(failure)}</Notice> : null}
      </form>
    </Dialog>
  );
}
