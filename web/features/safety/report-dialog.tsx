import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { NewReport, REPORT_DETAILS_MAX, type ReportReason, type ReportSubject } from "#contract/safety";
import { ApiError, api, errorMessage, newIdempotencyKey, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";
import { fieldErrors } from "../../lib/field-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { TextArea } from "../../ui/text-input.tsx";
import { toast } from "../../ui/toast.tsx";

export interface ReportDialogProps {
  open: boolean;
  onClose: () => void;
  subject: { type: ReportSubject; id: string };
  /** The reported content in the viewer's words: "this listing", "your conversation with Sally S.". */
  what: string;
}

const LABELS: Readonly<Record<ReportReason, string>> = {
  scam: "Scam or fraud",
  off_platform: "Wants to deal elsewhere",
  prohibited: "Not allowed here",
  counterfeit: "Fake or stolen",
  misleading: "Not as described",
  offensive: "Offensive or hateful",
  harassment: "Harassment or threats",
  spam: "Spam",
  unsafe: "Dangerous or recalled",
  other: "Something else",
};

const REASONS: Readonly<Record<ReportSubject, readonly ReportReason[]>> = {
  item: ["scam", "prohibited", "counterfeit", "misleading", "unsafe", "off_platform", "offensive", "spam", "other"],
  user: ["scam", "off_platform", "harassment", "offensive", "spam", "other"],
  message: ["scam", "off_platform", "harassment", "offensive", "spam", "other"],
  conversation: ["scam", "off_platform", "harassment", "offensive", "spam", "other"],
  review: ["misleading", "offensive", "harassment", "spam", "other"],
  reply: ["misleading", "offensive", "harassment", "spam", "other"],
  request: ["scam", "prohibited", "off_platform", "offensive", "spam", "other"],
  sale: ["scam", "prohibited", "misleading", "off_platform", "offensive", "spam", "other"],
};

const labelOf = (type: ReportSubject, reason: ReportReason) =>
  (type === "review" || type === "reply") && reason === "misleading" ? "Not about the deal" : LABELS[reason];

/** Reports content to staff. The input stays until it is sent, also when the dialog is closed in between. */
export default function ReportDialog({ open, onClose, subject, what }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [details, setDetails] = useState("");
  const [problems, setProblems] = useState<{ reason?: string; details?: string }>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(newIdempotencyKey());
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  useEffect(() => {
    if (problems.reason) form.current?.querySelector<HTMLElement>("input")?.focus();
    else if (problems.details) form.current?.querySelector<HTMLElement>("textarea")?.focus();
  }, [problems]);

  const changed = () => {
    setProblems({});
    setFailure(null);
    // An idempotency key belongs to one request body.
    key.current = newIdempotencyKey();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    const json = { subject_type: subject.type, subject_id: subject.id, reason: reason ?? "", details };
    const found = fieldErrors(NewReport, json);
    setProblems(found);
    if (Object.keys(found).length > 0 || reason === null) return;
    setBusy(true);
    try {
      await unwrap(api.api.reports.$post({ json: { ...json, reason } }, withIdempotencyKey(key.current)));
      sent("Report sent", "We review every report. We'll tell you the outcome.");
    } catch (error) {
      // Already reported, perhaps in another tab, which counts as success.
      if (error instanceof ApiError && error.code === "already_used") sent("Already reported", error.message);
      else if (error instanceof ApiError && Object.keys(error.fields).length > 0) setProblems(error.fields);
      else setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  function sent(title: string, description: string) {
    changed();
    setReason(null);
    setDetails("");
    onClose();
    toast({ title, description });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Report a problem"
      description={`What's wrong with ${what}? Only our team will know you reported it.`}
      sticky={busy || details.trim() !== ""}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={busy}>
            Send report
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
        <RadioCards
          legend="What's wrong?"
          columns={2}
          options={REASONS[subject.type].map((value) => ({ value, label: labelOf(subject.type, value) }))}
          value={reason}
          error={problems.reason}
          onChange={(value) => {
            setReason(value);
            changed();
          }}
        />
        {reason === "scam" || reason === "off_platform" ? (
          <Notice kind="info">
            If you've already paid outside Goodstreet, call your bank now. Scamwatch and IDCARE can help for free.
          </Notice>
        ) : null}
        <Field
          label="Details"
          optional={reason !== "other"}
          error={problems.details}
          hint={
            subject.type === "conversation" || subject.type === "message"
              ? "We'll read the latest messages along with your report."
              : "Tell us anything that helps explain the problem."
          }
        >
          <TextArea
            value={details}
            maxLength={REPORT_DETAILS_MAX}
            rows={3}
            onChange={(event) => {
              setDetails(event.target.value);
              changed();
            }}
          />
        </Field>
        {failure ? <Notice kind="error">{failure}</Notice> : null}
      </form>
    </Dialog>
  );
}
