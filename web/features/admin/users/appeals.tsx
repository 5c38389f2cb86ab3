import { Scale } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { AdminAppeal, AppealView, DecideAppealInput, StrikeView } from "#contract/status";
import type { Checked } from "../../../lib/field-errors.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { useApiForm } from "../../../lib/use-api-form.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Panel } from "../../../ui/layout.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { StrikeList } from "../../../ui/strike-list.tsx";
import { TextArea } from "../../../ui/text-input.tsx";
import { toast } from "../../../ui/toast.tsx";
import { AdminList } from "../admin-list.tsx";
import { useAppealDecision, useAppeals } from "./api.ts";
import { StrikeChoice } from "./strikes.tsx";
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
  const counted = strikes.filter((strike) => strike.counted).map((strike) => strike.order_id);
  const decision = useAppealDecision(appeal.id);
  const form = useApiForm({
    start: { outcome: null as "upheld" | "overturned" | null, answer: "", order_ids: counted },
    check: ({ outcome, answer, order_ids }): Checked<DecideAppealInput> => {
      if (outcome === null) return { ok: false, problems: { outcome: "Please choose a decision." } };
      const back = outcome === "overturned" && order_ids.length > 0;
      return { ok: true, body: { outcome, answer, ...(back && { order_ids }) } };
    },
    send: (body) => decision.mutateAsync(body),
    onSent: () => {
      toast({ title: "Decision sent", description: "We've let them know." });
      onClose();
    },
  });
  const { outcome } = form.values;
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Review appeal"
      description={`“${appeal.message.slice(0, 160)}${appeal.message.length > 160 ? "…" : ""}”`}
      submitLabel="Send decision"
    >
      <RadioCards
        legend="Your decision"
        options={OUTCOMES}
        value={outcome}
        onChange={(value) => form.change({ outcome: value }, ["answer", "order_ids"])}
        error={form.problem("outcome")}
      />
      {outcome === "overturned" ? (
        <StrikeChoice
          strikes={strikes}
          chosen={form.values.order_ids}
          onChange={(order_ids) => form.change({ order_ids })}
          error={form.problem("order_ids")}
        />
      ) : null}
      <Field label="Answer" required hint="They'll see this." error={form.problem("answer")}>
        <TextArea rows={3} maxLength={1_000} {...form.input("answer")} />
      </Field>
    </FormDialog>
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
