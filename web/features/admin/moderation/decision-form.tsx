import type { AdminReport, ReportSubject } from "#contract/safety";
import { type AdminReportDetail, DecideReport, type DecideReportValue, REPORT_DETAILS_MAX } from "#contract/safety";
import { type Checked, checked } from "../../../lib/field-errors.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Field } from "../../../ui/field.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useDecision } from "./api.ts";
import { SUBJECTS } from "./report-labels.ts";

type Choice = "release" | "remove" | "dismiss" | "act";

const REMOVAL: Partial<Record<ReportSubject, string>> = {
  item: "We'll take the listing off sale and tell the seller why.",
  message: "Only its author will still see it.",
  review: "We'll remove the comment but keep the stars, and tell the author why.",
  request: "We'll close the request and tell the author why.",
};

/**
 * Returns the possible decisions for an entry: users and conversations cannot be removed, and a held message cannot be
 * left undecided.
 */
function choicesFor({ kind, subject_type }: AdminReport): { value: Choice; label: string; description: string }[] {
  const removal = REMOVAL[subject_type];
  const act = {
    value: "act" as const,
    label: "Take action on the account",
    description: "Warn, suspend or ban. We'll let the user know, and they can appeal.",
  };
  if (kind === "held_message") {
    return [
      { value: "release", label: "Deliver the message", description: "We'll deliver it straight away." },
      { value: "remove", label: "Reject the message", description: "We won't deliver it. Its author will see that." },
      { ...act, description: `${act.description} We won't deliver the message.` },
    ];
  }
  if (kind === "held_listing") {
    return [
      { value: "release", label: "Approve the listing", description: "It goes on sale if its seller wants that." },
      { value: "remove", label: "Don't approve it", description: "It stays hidden. The seller reads your reason." },
      { ...act, description: `${act.description} The listing stays hidden.` },
    ];
  }
  if (kind === "held_rating") {
    return [
      { value: "release", label: "Count it", description: "The two have dealt with each other. Their ratings count." },
      { value: "remove", label: "Leave it out", description: "Their ratings stay visible, but count in no average." },
      { ...act, description: `${act.description} Their ratings stay out of the average.` },
    ];
  }
  return [
    {
      value: "dismiss",
      label: "Dismiss the report",
      description: "We'll tell the reporter it's within the rules.",
    },
    ...(removal === undefined
      ? []
      : [
          {
            value: "remove" as const,
            label: `Remove the ${SUBJECTS[subject_type].toLowerCase()}`,
            description: removal,
          },
        ]),
    act,
  ];
}

const ACTIONS = [
  { value: "warn", label: "Warn" },
  { value: "suspend", label: "Suspend" },
  { value: "ban", label: "Ban" },
] as const;
type Action = (typeof ACTIONS)[number]["value"];

const NOTE_HINTS: Record<Choice, string> = {
  release: "Only visible in the audit log.",
  dismiss: "Only visible in the audit log.",
  remove: "The author will see this.",
  act: "The user will see this.",
};

/** The state of the form that decides an entry. */
export function useDecisionForm(id: string, onDone: () => void) {
  const decision = useDecision(id);
  return useApiForm({
    start: { outcome: null as Choice | null, measure: "warn" as Action, days: "7", note: "" },
    check: ({ outcome, measure, days, note }): Checked<DecideReportValue> => {
      if (outcome === null) return { ok: false, problems: { outcome: "Please choose a decision." } };
      const body = {
        outcome,
        ...((note.trim() !== "" || outcome === "remove" || outcome === "act") && { note }),
        ...(outcome === "act" && { measure, ...(measure === "suspend" && { days: Number(days) }) }),
      };
      return checked(DecideReport, body as DecideReportValue);
    },
    send: (body) => decision.mutateAsync(body),
    onSent: () => {
      toast({ title: "Decision saved", description: "We've let everyone involved know." });
      onDone();
    },
  });
}

interface DecisionFieldsProps {
  report: AdminReportDetail;
  form: ReturnType<typeof useDecisionForm>;
}

export function DecisionFields({ report, form }: DecisionFieldsProps) {
  const { outcome, measure } = form.values;
  return (
    <>
      <RadioCards
        legend="Your decision"
        options={choicesFor(report)}
        value={outcome}
        onChange={(value) => form.change({ outcome: value }, ["measure", "days", "note"])}
        error={form.problem("outcome")}
      />
      {outcome === "act" ? (
        <RadioCards
          legend="Action"
          columns={3}
          options={ACTIONS}
          value={measure}
          onChange={(value) => form.change({ measure: value }, ["days"])}
          error={form.problem("measure")}
        />
      ) : null}
      {outcome === "act" && measure === "suspend" ? (
        <Field label="Days" hint="1 to 90" error={form.problem("days")} required className="max-w-40">
          <TextInput type="number" inputMode="numeric" min={1} max={90} {...form.input("days")} />
        </Field>
      ) : null}
      {outcome === null ? null : (
        <Field
          label="Reason"
          optional={outcome === "release" || outcome === "dismiss"}
          hint={NOTE_HINTS[outcome]}
          error={form.problem("note")}
        >
          <TextArea rows={3} maxLength={REPORT_DETAILS_MAX} {...form.input("note")} />
        </Field>
      )}
    </>
  );
}
