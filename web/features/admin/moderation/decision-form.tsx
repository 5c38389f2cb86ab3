import { type FormEvent, useEffect, useState } from "react";
import { type AdminReportDetail, DecideReport, type DecideReportValue, REPORT_DETAILS_MAX } from "#contract/safety";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import { fieldErrors } from "../../../lib/field-errors.ts";
import { Field } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import * as shared from "../words.ts";
import { useDecision } from "./api.ts";
import type { Choice } from "./words.ts";
import * as words from "./words.ts";

const ACTIONS = [
  { value: "warn", label: words.warn },
  { value: "suspend", label: words.suspend },
  { value: "ban", label: words.ban },
] as const;
type Action = (typeof ACTIONS)[number]["value"];

const NOTE_HINTS: Record<Choice, string> = {
  release: words.auditLogOnly,
  dismiss: words.auditLogOnly,
  remove: words.authorReads,
  act: words.personReads,
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
    if (outcome === null) return setProblems({ outcome: shared.chooseWhatToDo });
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
        toast({ title: words.decided, description: words.toldDescription });
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
        legend={words.whatIsToBeDone}
        options={words.choicesFor(report)}
        value={outcome}
        onChange={changed(setOutcome)}
        error={problems.outcome}
      />
      {outcome === "act" ? (
        <RadioCards
          legend={words.how}
          columns={3}
          options={ACTIONS}
          value={action}
          onChange={changed(setAction)}
          error={problems.measure}
        />
      ) : null}
      {outcome === "act" && action === "suspend" ? (
        <Field label={words.days} hint={words.daysRange} error={problems.days} required className="max-w-40">
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
          label={words.reason}
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
