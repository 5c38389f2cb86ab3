import { type FormEvent, useEffect, useRef, useState } from "react";
import { type AppealView, NewAppeal } from "#contract/status";
import { ApiError, api, errorMessage, newIdempotencyKey, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";
import { fieldErrors } from "../../lib/field-errors.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextArea } from "../../ui/text-input.tsx";

/** Form to appeal against a suspension or a ban. */
export function AppealForm({ onSent, onCancel }: { onSent: () => void; onCancel: () => void }) {
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(newIdempotencyKey());
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    const found = fieldErrors(NewAppeal, { message }).message;
    setProblem(found);
    if (found) {
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await unwrap(api.api.standing.appeals.$post({ json: { message } }, withIdempotencyKey(key.current)));
      onSent();
    } catch (error) {
      const field = error instanceof ApiError ? error.fields.message : undefined;
      setProblem(field);
      if (!field) setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate className="mt-6 grid gap-4 text-left">
      <Field
        label="Why is this a mistake?"
        hint="Our team will review your appeal and reply by email."
        error={problem}
        required
      >
        <TextArea
          ref={input}
          rows={5}
          maxLength={2_000}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </Field>
      {failure ? <Notice kind="error">{failure}</Notice> : null}
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Send Appeal
        </Button>
      </div>
    </form>
  );
}

/** The status of the appeal: open, or its outcome. */
export function AppealStatus({ appeal }: { appeal: AppealView }) {
  if (appeal.status === "open") {
    return (
      <Notice kind="info" title="We've received your appeal" className="mt-6 text-left">
        <p>Sent {formatDateTime(appeal.created_at)}. We'll reply by email and on this page.</p>
      </Notice>
    );
  }
  return (
    <Notice
      kind={appeal.status === "overturned" ? "success" : "warning"}
      title={appeal.status === "overturned" ? "Your appeal was successful" : "Your appeal wasn't successful"}
      className="mt-6 text-left"
    >
      <p className="break-words">{appeal.answer}</p>
    </Notice>
  );
}
