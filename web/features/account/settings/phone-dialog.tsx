import { useState } from "react";
import { type ChecksReply, ConfirmPhone, RequestPhoneCode } from "#contract/account/phone";
import { readSixDigits, tidied } from "#domain/readers/numbers";
import { readPhone } from "#domain/readers/phone";
import { api, unwrap } from "../../../lib/api-client.ts";
import { type Checked, checked } from "../../../lib/field-errors.ts";
import { formatTime } from "../../../lib/format.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
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
  /** The person wants to type another number although a code is on its way. */
  const [retyping, setRetyping] = useState(false);
  const waiting = pending !== null && !retyping;
  const form = useApiForm({
    start: { number: "", code: "" },
    check: ({ number, code }): Checked<{ number: string } | { code: string }> =>
      waiting ? checked(ConfirmPhone, { code }) : checked(RequestPhoneCode, { number }),
    send: (json) => ("code" in json ? unwrap(phone.confirm.$post({ json })) : unwrap(phone.code.$post({ json }))),
    onSent: (reply) => {
      onReply(reply);
      if (waiting) {
        toast({ title: "Phone confirmed", description: "Your profile says so now. Your number stays private." });
        form.reset();
        onClose();
      } else {
        setRetyping(false);
        form.change({ code: "" });
      }
    },
  });
  const retype = () => {
    setRetyping(true);
    form.reset(form.values);
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
      sticky={form.busy}
      footer={
        <>
          <Button variant="secondary" onClick={waiting ? retype : onClose} disabled={form.busy}>
            {waiting ? "Use another number" : "Cancel"}
          </Button>
          <Button type="submit" form={form.form.id} loading={form.busy}>
            {waiting ? "Confirm" : "Text me a code"}
          </Button>
        </>
      }
    >
      <form {...form.form} className="grid gap-4">
        {waiting ? (
          <Field label="Code" hint="6 digits. Never give it to anyone." error={form.problem("code")} required>
            <TextInput
              key="code"
              {...form.input("code")}
              inputMode="numeric"
              autoComplete="one-time-code"
              tidy={tidied(readSixDigits)}
              className="tabular-nums"
            />
          </Field>
        ) : (
          <Field
            label="Mobile number"
            hint="An Australian mobile, such as 0412 345 678."
            error={form.problem("number")}
            required
          >
            <TextInput
              key="number"
              type="tel"
              {...form.input("number")}
              inputMode="tel"
              autoComplete="tel"
              tidy={tidied(readPhone)}
            />
          </Field>
        )}
        {form.failure ? <Notice kind="error">{form.failure}</Notice> : null}
      </form>
    </Dialog>
  );
}
