import { ChangeEmail } from "#contract/account/auth";
import { readEmail } from "#domain/readers/email";
import { tidied } from "#domain/readers/numbers";
import { api, unwrap } from "../../../lib/api-client.ts";
import { checked } from "../../../lib/field-errors.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { BlockForm } from "../../../ui/block-form.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmailInput } from "../../../ui/email-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { useReauthentication } from "../reauthentication.tsx";

interface EmailDialogProps {
  open: boolean;
  onClose: () => void;
  onMailed: (email: string) => void;
}

/** Changes the email address. The new address gets a link, and the change takes effect when it is opened. */
export function EmailDialog({ open, onClose, onMailed }: EmailDialogProps) {
  const { confirmed, dialog } = useReauthentication("You're changing your account's email address.");
  const form = useApiForm({
    start: { email: "" },
    check: (values) => checked(ChangeEmail, values),
    send: (json) => confirmed(() => unwrap(api.api.auth["change-email"].$post({ json }))),
    onSent: (_, { email }) => {
      onMailed(tidied(readEmail)(email));
      form.reset();
      onClose();
    },
  });

  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title="Change your email address"
        description="We'll send a link to the new address. Open it to confirm the change."
        size="sm"
      >
        <BlockForm form={form} submitLabel="Send link" className="pt-2">
          <Field label="New email address" error={form.problem("email")} required>
            <EmailInput {...form.input("email")} />
          </Field>
        </BlockForm>
      </Dialog>
      {dialog}
    </>
  );
}
