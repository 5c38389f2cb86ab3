import { NewSupportRequest } from "#contract/community/support";
import { answerPromise, MESSAGES } from "#contract/copy";
import { api, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { checked } from "../../../lib/field-errors.ts";
import { useSession } from "../../../lib/session.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { EmailInput } from "../../../ui/email-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { supportFailure } from "./support-failure.ts";

/** The order the request is about; shown read-only. */
export interface SupportSubject {
  order_id: string;
  transaction_id: string;
  item_name: string;
}

interface SupportDialogProps {
  open: boolean;
  onClose: () => void;
  subject: SupportSubject | null;
  /** Pre-filled description. Tells staff what the request is about when there is no order. */
  about?: string;
}

/** The support form. The input stays until it is sent, also when the form is closed in between. */
export default function SupportDialog({ open, onClose, subject, about = "" }: SupportDialogProps) {
  const { user, responseTime } = useSession();
  const promise = answerPromise(responseTime);
  const form = useApiForm({
    start: { issue_description: about, user_email: user?.email ?? "" },
    check: (values) =>
      checked(NewSupportRequest, {
        order_id: subject?.order_id ?? null,
        item_name: subject?.item_name ?? null,
        ...values,
      }),
    send: (json, key) => unwrap(api.api["support-requests"].$post({ json }, withIdempotencyKey(key))),
    failure: supportFailure,
    onSent: (_, { user_email }) => {
      form.reset({ issue_description: about, user_email });
      onClose();
      toast({ title: MESSAGES.supportDone, description: promise });
    },
  });

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Contact Support"
      description={`Tell us what went wrong. ${promise}`}
      submitLabel="Submit Request"
    >
      {subject ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Transaction ID">
            <TextInput readOnly value={subject.transaction_id} className="bg-surface text-muted" />
          </Field>
          <Field label="Item name">
            <TextInput readOnly value={subject.item_name} className="bg-surface text-muted" />
          </Field>
        </div>
      ) : null}
      <Field label="Issue description" error={form.problem("issue_description")} required>
        <TextArea
          rows={5}
          maxLength={4_000}
          {...form.input("issue_description")}
          placeholder="What happened, and what did you expect?"
        />
      </Field>
      <Field label="Your email" hint="We'll reply to this address." error={form.problem("user_email")} required>
        <EmailInput {...form.input("user_email")} />
      </Field>
    </FormDialog>
  );
}
