import { clsx } from "clsx";
import type { AdminReportDetail } from "#contract/safety";
import { formatDateTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { NewTabLink } from "../new-tab-link.tsx";
import { useLast } from "../use-last.ts";
import { UserLine } from "../user-line.tsx";
import { useReport } from "./api.ts";
import { DecisionFields, useDecisionForm } from "./decision-form.tsx";
import { ListingEvidence } from "./listing-evidence.tsx";

import { outcomeOf, REASONS, SUBJECTS } from "./report-labels.ts";

/** One entry with its context, and the form of the decision. */
export function ReportDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const last = useLast(id);
  return last === null ? null : <Report key={last} id={last} open={id !== null} onClose={onClose} />;
}

function Report({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const report = useReport(id);
  const form = useDecisionForm(id, onClose);
  const { data } = report;
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      size="lg"
      title={data ? `${SUBJECTS[data.subject_type]}: ${REASONS[data.reason]}` : "Report"}
      description={data ? formatDateTime(data.created_at) : undefined}
      cancelLabel="Not now"
      submitLabel="Save decision"
      readOnly={data?.status !== "open"}
      intro={
        data ? (
          <>
            <Evidence report={data} />
            <Decided report={data} />
          </>
        ) : (
          <QueryState query={report}>
            <Skeleton className="h-64" />
          </QueryState>
        )
      }
    >
      {data ? <DecisionFields report={data} form={form} /> : null}
    </FormDialog>
  );
}

function Evidence({ report }: { report: AdminReportDetail }) {
  return (
    <>
      {report.kind === "held_listing" ? <ListingEvidence report={report} /> : null}
      {report.excerpt && report.listing === null ? (
        <section>
          <h3 className="mb-1.5 font-semibold">Content</h3>
          <blockquote className="rounded-md bg-surface p-4 wrap-anywhere whitespace-pre-line">
            {report.excerpt}
          </blockquote>
        </section>
      ) : null}
      {report.kind === "held_rating" ? (
        <p>
          These two have completed several deals within minutes, and one of them has dealt with nobody else. Their
          ratings don't count until you decide.
        </p>
      ) : null}
      {report.shield_reasons.length > 0 && report.kind === "held_message" ? (
        <ul className="flex flex-wrap gap-2" aria-label="Why the filter held it">
          {report.shield_reasons.map((reason) => (
            <li key={reason}>
              <Badge tone="wattleSoft">{reason.replaceAll("_", " ")}</Badge>
            </li>
          ))}
        </ul>
      ) : null}
      {report.details ? (
        <section>
          <h3 className="mb-1.5 font-semibold">
            {report.kind === "held_listing" ? "What the seller wrote" : "What the reporter wrote"}
          </h3>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {report.details}
          </p>
        </section>
      ) : null}
      <dl className="grid gap-3 sm:grid-cols-2">
        <UserLine name="About" person={report.about} />
        {report.reporter ? <UserLine name="Reported by" person={report.reporter} /> : null}
      </dl>
      {report.link && report.kind !== "held_listing" ? (
        <NewTabLink href={report.link}>View on the site</NewTabLink>
      ) : null}
      {report.draw_link ? <NewTabLink href={report.draw_link}>Draw and its entrants</NewTabLink> : null}
      {report.context.length > 0 ? (
        <section>
          <h3 className="mb-1.5 font-semibold">Earlier messages</h3>
          <ol className="grid max-h-64 gap-2 overflow-y-auto rounded-md bg-surface p-3">
            {report.context.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
              <li key={index} className={clsx("wrap-anywhere", line.from === "event" && "text-sm text-muted")}>
                {line.from === "event" ? null : (
                  <span className="font-semibold">
                    {line.from === "about" ? report.about_display_name : "The other person"}
                    {line.state === "sent" ? "" : ` (${line.state === "held" ? "held" : "rejected"})`}:{" "}
                  </span>
                )}
                {line.text}
              </li>
            ))}
          </ol>
        </section>
      ) : null}
    </>
  );
}

function Decided({ report }: { report: AdminReportDetail }) {
  const outcome = outcomeOf(report);
  if (outcome === null) return null;
  const { label, tone } = outcome;

  return (
    <section>
      <h3 className="mb-1.5 font-semibold">Decision</h3>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        {report.decided_at === null ? null : (
          <span className="text-sm text-muted">{formatDateTime(report.decided_at)}</span>
        )}
      </p>
      {report.note ? (
        <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-line">
          {report.note}
        </p>
      ) : null}
    </section>
  );
}
