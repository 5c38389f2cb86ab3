import { ShieldCheck } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import type { AdminReport } from "#contract/safety";
import { formatAge } from "../../../lib/format.ts";
import { serverNow } from "../../../lib/server-clock.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { PageBody, PageHeader, Panel } from "../../../ui/layout.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { AdminList } from "../admin-list.tsx";
import { UserLine } from "../user-line.tsx";
import { QUEUES, type Queue, useListingFigures, useReports } from "./api.ts";
import { ReportDialog } from "./report-dialog.tsx";

import { outcomeOf, REASONS, SUBJECTS } from "./report-labels.ts";

const TABS = [
  { value: "held", label: "Held messages" },
  { value: "listings", label: "Listings" },
  { value: "ratings", label: "Ratings" },
  { value: "reports", label: "Reports" },
  { value: "decided", label: "Decided" },
] as const satisfies { value: Queue; label: string }[];

const EMPTY: Record<Queue, { title: string; description: string }> = {
  held: { title: "No held messages", description: "Messages held by the filter appear here for review." },
  listings: { title: "No listings to review", description: "Listings appear here when their goods need a check." },
  ratings: {
    title: "No ratings to check",
    description: "Ratings appear here when the deals behind them look made up.",
  },
  reports: { title: "No open reports", description: "Reports appear here, oldest first." },
  decided: { title: "No decisions yet", description: "Every decision is kept here with its reason." },
};

const FIRST = ["held", "listings", "ratings", "reports"] as const;

const isEmpty = ({ data }: ReturnType<typeof useReports>) => data?.pages[0]?.items.length === 0;

/** Number of waiting entries for the tab: "20+" when there are more pages. */
function waitingIn({ data, hasNextPage }: ReturnType<typeof useReports>): { count?: number | string } {
  const count = data?.pages.reduce((sum, page) => sum + page.items.length, 0) ?? 0;
  return count === 0 ? {} : { count: hasNextPage ? `${count}+` : count };
}

/** /Moderation, for staff: the queues of reports and of messages that the content filter held (decision 0027). */
export default function ModerationScreen() {
  const [query, setQuery] = useSearchParams();
  const wanted = query.get("queue");
  const opened = query.get("report");
  const held = useReports("held");
  const listings = useReports("listings");
  const ratings = useReports("ratings");
  const reports = useReports("reports");
  // Without a queue in the address, show the first one with entries.
  const waiting = [held, listings, ratings, reports];
  const first = isEmpty(held)
    ? (FIRST.find((_, index) => waiting[index]?.data && !isEmpty(waiting[index])) ?? "held")
    : "held";
  const queue = QUEUES.find((name) => name === wanted) ?? first;
  const lists = { held, listings, ratings, reports, decided: useReports("decided", queue === "decided") };
  const tabs = TABS.map((tab) => ({ ...tab, ...(tab.value !== "decided" && waitingIn(lists[tab.value])) }));
  const show = (values: { queue?: Queue; report?: string | null }) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (values.queue !== undefined) next.set("queue", values.queue);
        if (values.report) next.set("report", values.report);
        else next.delete("report");
        return next;
      },
      { replace: true },
    );
  return (
    <PageBody>
      <PageHeader
        title="Moderation"
        description="Messages held by the filter, listings to review and reports from users. We tell everyone involved and log each decision."
      />
      <Tabs label="Queue" tabs={tabs} value={queue} onChange={(next) => show({ queue: next })} className="mb-5">
        {queue === "listings" ? <ListingFigures /> : null}
        <AdminList
          list={lists[queue]}
          what="entries"
          empty={<EmptyState icon={<ShieldCheck className="size-7" />} {...EMPTY[queue]} />}
        >
          {(rows) => (
            <ul className="grid gap-4 lg:grid-cols-2">
              {rows.map((report) => (
                <li key={report.id}>
                  <ReportCard report={report} onOpen={() => show({ report: report.id })} />
                </li>
              ))}
            </ul>
          )}
        </AdminList>
      </Tabs>
      <ReportDialog id={opened} onClose={() => show({ report: null })} />
    </PageBody>
  );
}

function ReportCard({ report, onOpen }: { report: AdminReport; onOpen: () => void }) {
  const outcome = outcomeOf(report);
  return (
    <Panel className="flex h-full flex-col p-5">
      <article className="flex flex-1 flex-col">
        <header className="flex flex-wrap items-center gap-2">
          <h2 className="text-lg font-bold">
            {SUBJECTS[report.subject_type]}: {REASONS[report.reason]}
          </h2>
          {outcome ? <Badge tone={outcome.tone}>{outcome.label}</Badge> : null}
        </header>
        <p className="text-sm text-muted">
          {formatAge(report.created_at, serverNow())}
          {report.open_about_them > 1 ? ` · ${report.open_about_them} open about this user` : ""}
        </p>
        {report.excerpt ? (
          <blockquote className="mt-3 line-clamp-4 border-l-3 border-line pl-3 wrap-anywhere whitespace-pre-line">
            {report.excerpt}
          </blockquote>
        ) : null}
        {report.kind === "held_listing" && report.shield_reasons.length > 0 ? (
          <p className="mt-3 line-clamp-3 wrap-anywhere">
            Found: {report.shield_reasons.map((words) => `“${words}”`).join(", ")}
          </p>
        ) : null}
        {report.details ? <p className="mt-3 line-clamp-3 wrap-anywhere">They wrote: {report.details}</p> : null}
        <dl className="mt-4 grid gap-3 sm:grid-cols-2">
          <UserLine name="About" person={report.about} />
          {report.reporter ? <UserLine name="Reported by" person={report.reporter} /> : null}
        </dl>
        <div className="mt-auto pt-4">
          <Button variant={report.status === "open" ? "primary" : "secondary"} size="sm" onClick={onOpen}>
            {report.status === "open" ? "Review" : "View decision"}
          </Button>
        </div>
      </article>
    </Panel>
  );
}

const rulesShown = 5;

/** How many answers of the rules staff have overturned, so that a rule with many false alarms is noticed. */
function ListingFigures() {
  const { data } = useListingFigures();
  if (!data || data.approved + data.refused === 0) return null;
  const total = data.approved + data.refused;
  const overturned = data.rules.filter(({ approved }) => approved > 0).slice(0, rulesShown);
  return (
    <p className="mb-4 text-sm text-muted">
      Last 90 days: {data.approved} of {total} approved
      {overturned.length > 0
        ? ` (${overturned.map(({ goods, approved, refused }) => `${goods} ${approved} of ${approved + refused}`).join(", ")})`
        : ""}
      .
    </p>
  );
}
