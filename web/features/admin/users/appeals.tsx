import { Scale } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import type { AdminAppeal, AppealView, StrikeView } from "#contract/status";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Panel } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { TextArea } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { AdminList } from "../admin-list.tsx";
import { useAppealDecision, useAppeals } from "./api.ts";
import { StrikeChoice, StrikeList } from "./strikes.tsx";
import { ACCOUNT_STATUS_LABELS } from "./user-labels.ts";

const AGAINST: Record<AppealView["kind"], string> = {
  suspension: "Appeal against a suspension",
  ban: "Appeal against a ban",
};

const STATUS = {
  open: { label: "Awaiting a decision", tone: "wattleSoft" },
  upheld: { label: "Decision stands", tone: "neutral" },
  overturned: { label: "Overturned", tone: "brand" },
} as const;

/** One appeal with its answer, or a button to answer it. */
export function AppealCard({ appeal, strikes }: { appeal: AppealView; strikes: readonly StrikeView[] }) {
  const [deciding, setDeciding] = useState(false);
  const status = STATUS[appeal.status];
  return (
    <article>
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {AGAINST[appeal.kind]}
        <Badge tone={status.tone}>{status.label}</Badge>
      </p>
      <p className="text-sm text-muted">{formatDateTime(appeal.created_at)}</p>
      <blockquote dir="auto" className="mt-2 border-l-3 border-line pl-3 wrap-anywhere whitespace-pre-line">
        {appeal.message}
      </blockquote>
      {appeal.answer ? (
        <p className="mt-2 wrap-anywhere">
          <span className="font-semibold">Answer: </span>
          {appeal.answer}
        </p>
      ) : null}
      {appeal.status === "open" ? (
        <>
          <Button size="sm" className="mt-3" onClick={() => setDeciding(true)}>
            Review appeal
          </Button>
          <AppealDialog appeal={appeal} strikes={strikes} open={deciding} onClose={() => setDeciding(false)} />
        </>
      ) : null}
    </article>
  );
}

const OUTCOMES = [
  { value: "upheld", label: "Keep the decision", description: "Nothing changes on the account." },
  {
    value: "overturned",
    label: "Overturn the decision",
    description: "The suspension or ban ends. Payments ticked below no longer count.",
  },
] as const;

function AppealDialog({
  appeal,
  strikes,
  open,
  onClose,
}: {
  appeal: AppealView;
  strikes: readonly StrikeView[];
  open: boolean;
  onClose: () => void;
}) {
  const formId = useId();
  const [outcome, setOutcome] = useState<"upheld" | "overturned" | null>(null);
  const [answer, setAnswer] = useState("");
  const counted = strikes.filter((strike) => strike.counted).map((strike) => strike.order_id);
  const [takenBack, setTakenBack] = useState<string[]>(counted);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const decision = useAppealDecision(appeal.id);
  const submit = () => {
    if (outcome === null) return setProblems({ outcome: "Please choose a decision." });
    const json = {
      outcome,
      answer,
      ...(outcome === "overturned" && takenBack.length > 0 && { order_ids: takenBack }),
    };
    // Uses the promise, because callbacks of `mutate` do not run after the dialog unmounts, which happens when the
    // appeal is decided.
    decision.mutateAsync(json).then(
      () => {
        toast({ title: "Decision sent", description: "We've let them know." });
        onClose();
      },
      (error: unknown) => setProblems(error instanceof ApiError ? error.fields : {}),
    );
  };
  const failed = decision.isError && Object.keys(problems).length === 0;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Review appeal"
      description={`“${appeal.message.slice(0, 160)}${appeal.message.length > 160 ? "…" : ""}”`}
      sticky={decision.isPending}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={decision.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={decision.isPending}>
            Send decision
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <RadioCards
          legend="Your decision"
          options={OUTCOMES}
          value={outcome}
          onChange={(value) => {
            setOutcome(value);
            setProblems({});
          }}
          error={problems.outcome}
        />
        {outcome === "overturned" ? (
          <StrikeChoice strikes={strikes} chosen={takenBack} onChange={setTakenBack} error={problems.order_ids} />
        ) : null}
        <Field label="Answer" required hint="They'll see this." error={problems.answer}>
          <TextArea
            rows={3}
            maxLength={1_000}
            value={answer}
            onChange={(event) => {
              setAnswer(event.target.value);
              setProblems({});
            }}
          />
        </Field>
        {failed ? <Notice kind="error">{errorMessage(decision.error)}</Notice> : null}
      </form>
    </Dialog>
  );
}

/** All appeals: open ones oldest first, decided ones newest first. */
export function AppealList({ status }: { status: "open" | "decided" }) {
  return (
    <AdminList
      list={useAppeals(status)}
      what="appeals"
      empty={
        <EmptyState
          icon={<Scale className="size-7" />}
          title={status === "open" ? "No open appeals" : "No decisions yet"}
          description="Appeals from suspended or banned users appear here."
        />
      }
    >
      {(rows) => (
        <ul className="grid gap-4 lg:grid-cols-2">
          {rows.map((appeal) => (
            <li key={appeal.id}>
              <AppealPanel appeal={appeal} />
            </li>
          ))}
        </ul>
      )}
    </AdminList>
  );
}

function AppealPanel({ appeal }: { appeal: AdminAppeal }) {
  const accountStatus = ACCOUNT_STATUS_LABELS[appeal.standing];
  return (
    <Panel className="h-full p-5">
      <h2 className="flex flex-wrap items-center gap-2 text-lg font-bold">
        <Link to={`/Users/${appeal.user.id}`} className="underline-offset-4 hover:underline">
          {appeal.user.full_name || appeal.user.email}
        </Link>
        <Badge tone={accountStatus.tone}>{accountStatus.label}</Badge>
      </h2>
      <p className="mb-4 text-sm wrap-anywhere text-muted">{appeal.user.email}</p>
      {appeal.reason === null ? null : (
        <p className="mb-4 wrap-anywhere">
          <span className="font-semibold">Reason given: </span>
          {appeal.reason}
        </p>
      )}
      <AppealCard appeal={appeal} strikes={appeal.strikes} />
      {appeal.strikes.length > 0 ? (
        <>
          <h3 className="mt-5 font-semibold">Missed payments</h3>
          <StrikeList strikes={appeal.strikes} />
        </>
      ) : null}
    </Panel>
  );
}
