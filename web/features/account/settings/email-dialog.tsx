import { type FormEvent, useState } from "react";
import { ChangeEmail } from "#contract/account/auth";
import { readEmail } from "#domain/readers/email";
import { tidied } from "#domain/readers/numbers";
import { ApiError, errorMessage, readReply } from "../../../lib/api-client.ts";
import { fieldErrors } from "../../../lib/field-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmailInput } from "../../../ui/email-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useReauthentication } from "../reauthentication.tsx";

interface EmailDialogProps {
  open: boolean;
  onClose: () => void;
  onMailed: (email: string) => void;
}

/** Changes the email address. The new address gets a link, and the change takes effect when it is opened. */
export function EmailDialog({ open, onClose, onMailed }: EmailDialogProps) {
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { confirmed, dialog } = useReauthentication("You're changing your account's email address.");

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    const wrong = fieldErrors(ChangeEmail, { email }).email ?? null;
    setProblem(wrong);
    if (wrong !== null) return;
    setBusy(true);
    try {
      await confirmed(() =>
        readReply(
          fetch("/api/auth/change-email", {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ email }),
          }),
        ),
      );
      onMailed(tidied(readEmail)(email));
      setEmail("");
      onClose();
    } catch (error) {
      const field = error instanceof ApiError ? error.fields.email : undefined;
      setProblem(field ?? null);
      if (field === undefined) setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title="Change your email address"
        description="We'll send a link to the new address. Open it to confirm the change."
        size="sm"
      >
        <form onSubmit={submit} noValidate className="grid gap-4 pt-2">
          <Field label="New email address" error={problem ?? undefined} required>
            <EmailInput name="email" value={email} onChange={(event) => setEmail(event.target.value)} />
          </Field>
          {failure ? <Notice kind="error">{failure}</Notice> : null}
          <Button type="submit" size="lg" block loading={busy}>
            Send link
          </Button>
        </form>
      </Dialog>
      {dialog}
    </>
  );
}
