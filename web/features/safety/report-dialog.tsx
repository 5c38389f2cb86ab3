import {
  NewReport,
  type NewReportValue,
  REPORT_DETAILS_MAX,
  type ReportReason,
  type ReportSubject,
} from "#contract/safety";
import { ApiError, api, unwrap, withIdempotencyKey } from "../../lib/api-client.ts";
import { checked } from "../../lib/field-errors.ts";
import { useApiForm } from "../../lib/use-api-form.ts";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
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
  const form = useApiForm({
    start: { reason: null as ReportReason | null, details: "" },
    check: ({ reason, details }) =>
      checked(NewReport, { subject_type: subject.type, subject_id: subject.id, reason: reason ?? "", details }),
    send: async (body, key) => {
      try {
        await unwrap(api.api.reports.$post({ json: body as NewReportValue }, withIdempotencyKey(key)));
        return { title: "Report sent", description: "We review every report. We'll tell you the outcome." };
      } catch (error) {
        // Already reported, perhaps in another tab, which counts as success.
        if (error instanceof ApiError && error.code === "already_used") {
          return { title: "Already reported", description: error.message };
        }
        throw error;
      }
    },
    onSent: (sent) => {
      form.reset();
      onClose();
      toast(sent);
    },
  });
  const { reason, details } = form.values;

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Report a problem"
      description={`What's wrong with ${what}? Only our team will know you reported it.`}
      sticky={details.trim() !== ""}
      submitLabel="Send report"
    >
      <RadioCards
        legend="What's wrong?"
        columns={2}
        options={REASONS[subject.type].map((value) => ({ value, label: labelOf(subject.type, value) }))}
        value={reason}
        error={form.problem("reason")}
        onChange={(value) => form.change({ reason: value }, ["details"])}
      />
      {reason === "scam" || reason === "off_platform" ? (
        <Notice kind="info">
          If you've already paid outside Goodstreet, call your bank now. Scamwatch and IDCARE can help for free.
        </Notice>
      ) : null}
      <Field
        label="Details"
        optional={reason !== "other"}
        error={form.problem("details")}
        hint={
          subject.type === "conversation" || subject.type === "message"
            ? "We'll read the latest messages along with your report."
            : "Tell us anything that helps explain the problem."
        }
      >
        <TextArea maxLength={REPORT_DETAILS_MAX} rows={3} {...form.input("details")} />
      </Field>
    </FormDialog>
  );
}
