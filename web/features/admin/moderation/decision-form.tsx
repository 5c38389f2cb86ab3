import { type FormEvent, useEffect, useState } from "react";
import type { AdminReport, ReportSubject } from "#contract/safety";
import { type AdminReportDetail, DecideReport, type DecideReportValue, REPORT_DETAILS_MAX } from "#contract/safety";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import { fieldErrors } from "../../../lib/field-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
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

interface DecisionFormProps {
  report: AdminReportDetail;
  formId: string;
  onBusy: (busy: boolean) => void;
  onDone: () => void;
}

export function DecisionForm({ report, formId, onBusy, onDone }: DecisionFormProps) {
  const [outcome, setOutcome] = useState<Choice | null>(null);
  const [action, setAction] = useState<Action>("warn");
  const [days, setDays] = useState("7");
  const [note, setNote] = useState("");
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const decision = useDecision(report.id);
  useEffect(() => onBusy(decision.isPending), [decision.isPending, onBusy]);

  const changed = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value);
      setProblems({});
      setFailure(null);
    };
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (decision.isPending) return;
    if (outcome === null) return setProblems({ outcome: "Please choose a decision." });
    const json = {
      outcome,
      ...((note.trim() !== "" || outcome === "remove" || outcome === "act") && { note }),
      ...(outcome === "act" && { measure: action, ...(action === "suspend" && { days: Number(days) }) }),
    };
    const found = fieldErrors(DecideReport, json);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    // Uses the promise, because callbacks of `mutate` do not run after the form unmounts, which happens when the report
    // is decided.
    decision.mutateAsync(json as DecideReportValue).then(
      () => {
        toast({ title: "Decision saved", description: "We've let everyone involved know." });
        onDone();
      },
      (error: unknown) => {
        if (error instanceof ApiError && Object.keys(error.fields).length > 0) setProblems(error.fields);
        else setFailure(errorMessage(error));
      },
    );
  };

  return (
    <form id={formId} onSubmit={submit} noValidate className="grid gap-5">
      <RadioCards
        legend="Your decision"
        options={choicesFor(report)}
        value={outcome}
        onChange={changed(setOutcome)}
        error={problems.outcome}
      />
      {outcome === "act" ? (
        <RadioCards
          legend="Action"
          columns={3}
          options={ACTIONS}
          value={action}
          onChange={changed(setAction)}
          error={problems.measure}
        />
      ) : null}
      {outcome === "act" && action === "suspend" ? (
        <Field label="Days" hint="1 to 90" error={problems.days} required className="max-w-40">
          <TextInput
            type="number"
            inputMode="numeric"
            min={1}
            max={90}
            value={days}
            onChange={(event) => changed(setDays)(event.target.value)}
          />
        </Field>
      ) : null}
      {outcome === null ? null : (
        <Field
          label="Reason"
          optional={outcome === "release" || outcome === "dismiss"}
          hint={NOTE_HINTS[outcome]}
          error={problems.note}
        >
          <TextArea
            rows={3}
            value={note}
            maxLength={REPORT_DETAILS_MAX}
            onChange={(event) => changed(setNote)(event.target.value)}
          />
        </Field>
      )}
      {failure ? <Notice kind="error">{failure}</Notice> : null}
    </form>
  );
}
