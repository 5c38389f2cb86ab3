import { useId, useState } from "react";
import { NewSupportRequest } from "#contract/community/support";
import { api, unwrap, withIdempotencyKey } from "../../../lib/api-client.ts";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmailInput } from "../../../ui/email-input.tsx";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { useSupportForm } from "./use-support-form.ts";

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
  const { user } = useSession();
  const [issue, setIssue] = useState(about);
  const [email, setEmail] = useState<string | null>(null);
  const formId = useId();
  const address = email ?? user?.email ?? "";
  const { form, submit, busy, problems, failure } = useSupportForm({
    schema: NewSupportRequest,
    body: {
      order_id: subject?.order_id ?? null,
      item_name: subject?.item_name ?? null,
      issue_description: issue,
      user_email: address,
    },
    send: (json, key) => unwrap(api.api["support-requests"].$post({ json }, withIdempotencyKey(key))),
    onSent: () => {
      setIssue(about);
      onClose();
    },
  });

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Contact Support"
      description="Tell us what went wrong. We'll respond within 24 hours."
      sticky={busy}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={busy}>
            Submit Request
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} onSubmit={submit} noValidate className="grid gap-4">
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
        <Field label="Issue description" error={problems.issue_description} required>
          <TextArea
            rows={5}
            maxLength={4_000}
            value={issue}
            onChange={(event) => setIssue(event.target.value)}
            placeholder="What happened, and what did you expect?"
          />
        </Field>
        <Field label="Your email" hint="We'll reply to this address." error={problems.user_email} required>
          <EmailInput value={address} onChange={(event) => setEmail(event.target.value)} />
        </Field>
        {failure ? <Notice kind="error">{failure}</Notice> : null}
      </form>
    </Dialog>
  );
}
