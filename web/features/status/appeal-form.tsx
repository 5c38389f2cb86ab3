import { useEffect, useRef } from "react";
import { type AppealView, NewAppeal } from "#contract/status";
import { api, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";
import { checked } from "../../lib/field-errors.ts";
import { formatDateTime } from "../../lib/format.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextArea } from "../../ui/text-input.tsx";

/** Form to appeal against a suspension or a ban. */
export function AppealForm({ onSent, onCancel }: { onSent: () => void; onCancel: () => void }) {
  const form = useApiForm({
    start: { message: "" },
    check: (values) => checked(NewAppeal, values),
    send: (json, key) => unwrap(api.api.standing.appeals.$post({ json }, withIdempotencyKey(key))),
    onSent,
  });
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <form {...form.form} className="mt-6 grid gap-4 text-left">
      <Field
        label="Why is this a mistake?"
        hint="Our team will review your appeal and reply by email."
        error={form.problem("message")}
        required
      >
        <TextArea ref={input} rows={5} maxLength={2_000} {...form.input("message")} />
      </Field>
      {form.failure ? <Notice kind="error">{form.failure}</Notice> : null}
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onCancel} disabled={form.busy}>
          Cancel
        </Button>
        <Button type="submit" loading={form.busy}>
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
