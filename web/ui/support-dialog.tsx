import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { MESSAGES } from "#contract/messages";
import { NewSupportRequest } from "#contract/support";
import { ApiProblem, api, once, problemMessage, unwrap } from "../lib/api-client.ts";
import { fieldProblems } from "../lib/field-problems.ts";
import { useRequestKey } from "../lib/request-key.ts";
import { useSession } from "../lib/session.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Notice } from "./notice.tsx";
import * as words from "./support-words.ts";
import { TextArea, TextInput } from "./text-input.tsx";
import { toast } from "./toast.tsx";

/** The order somebody needs help with; shown, not typed. */
export interface SupportSubject {
  order_id: string;
  transaction_id: string;
  item_name: string;
}

interface SupportDialogProps {
  open: boolean;
  onClose: () => void;
  subject: SupportSubject | null;
}

/** The support form (§5, §8). What was typed stays until it has been sent, also when the form is closed in between. */
export default function SupportDialog({ open, onClose, subject }: SupportDialogProps) {
  const { user } = useSession();
  const [issue, setIssue] = useState("");
  const [email, setEmail] = useState<string | null>(null);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRequestKey();
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const address = email ?? user?.email ?? "";

  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    const json = {
      order_id: subject?.order_id ?? null,
      item_name: subject?.item_name ?? null,
      issue_description: issue,
      user_email: address,
    };
    const found = fieldProblems(NewSupportRequest, json);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await unwrap(api.api["support-requests"].$post({ json }, once(key.keyFor(json))));
      key.answered();
      setIssue("");
      onClose();
      toast({ title: MESSAGES.supportDone, description: MESSAGES.supportDoneDetail });
    } catch (error) {
      key.answered(error);
      const fields = error instanceof ApiProblem ? error.fields : {};
      setProblems(fields);
      if (Object.keys(fields).length === 0) {
        // The specified sentence; the service's own adds something only when it says to wait or that we are offline.
        const waits = error instanceof ApiProblem && (error.status === 429 || error.code === "offline");
        setFailure(waits ? problemMessage(error) : MESSAGES.supportFailed);
      }
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.contactSupport}
      description={words.tellUsWhatWentWrong}
      sticky={busy}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {words.cancel}
          </Button>
          <Button type="submit" form={formId} loading={busy}>
            {words.submitRequest}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} onSubmit={submit} noValidate className="grid gap-4">
        {subject ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={words.transactionId}>
              <TextInput readOnly value={subject.transaction_id} className="bg-surface text-muted" />
            </Field>
            <Field label={words.itemName}>
              <TextInput readOnly value={subject.item_name} className="bg-surface text-muted" />
            </Field>
          </div>
        ) : null}
        <Field label={words.issueDescription} error={problems.issue_description} required>
          <TextArea
            rows={5}
            maxLength={4_000}
            value={issue}
            onChange={(event) => setIssue(event.target.value)}
            placeholder={words.whatHappenedAndWhatDid}
          />
        </Field>
        <Field label={words.yourEMail} hint={words.whereWeWriteBack} error={problems.user_email} required>
          <TextInput
            type="email"
            autoComplete="email"
            inputMode="email"
            value={address}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        {failure ? <Notice kind="error">{failure}</Notice> : null}
      </form>
    </Dialog>
  );
}
